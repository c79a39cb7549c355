"""Questions of every kind: pairs, answers that cannot be judged, confidence; codebook versions, banks, samples

Revision: 0005, after 0004.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KINDS = {True: "'item', 'memory', 'response', 'pair'", False: "'item', 'memory', 'response'"}

ADDED = (
    ("account", "background JSON NOT NULL DEFAULT '{}'"),
    ("project", "mapping JSON NOT NULL DEFAULT '{}'"),
    ("codebook", "maps JSON NOT NULL DEFAULT '{}'"),
    ("codebook", "note TEXT NOT NULL DEFAULT ''"),
    ("codebook", "account_id INTEGER CONSTRAINT fk_codebook_account_id_account REFERENCES account (id)"),
    ("reference", "labels JSON NOT NULL DEFAULT '[]'"),
    ("judgment", "cannot TEXT CONSTRAINT ck_judgment_cannot CHECK (label IS NULL OR cannot IS NULL)"),
    (
        "judgment",
        "confidence INTEGER CONSTRAINT ck_judgment_confidence CHECK (confidence IS NULL OR confidence BETWEEN 1 AND 3)",
    ),
    ("judgment", "prelabel TEXT"),
)


def upgrade() -> None:
    """Apply."""
    for table, column in ADDED:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    allow_kinds(with_pairs=True)
    make_tables()


def downgrade() -> None:
    """Take back; refused by the schema where there are pairs."""
    for table in ("sampled_item", "sample", "prelabel", "response_origin", "memory_bank"):
        op.drop_table(table)
    allow_kinds(with_pairs=False)
    for table, column in reversed(ADDED):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column.split()[0]}")


def allow_kinds(*, with_pairs: bool) -> None:
    """Say which kinds of target there are. SQLite changes no condition of a table, so it gets the table anew."""
    before, after = KINDS[not with_pairs], KINDS[with_pairs]
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE target DROP CONSTRAINT ck_target_kind")
        op.execute(f"ALTER TABLE target ADD CONSTRAINT ck_target_kind CHECK (kind IN ({after}))")
        return
    made = op.get_bind().exec_driver_sql("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'target'")
    _, columns = str(made.scalar_one()).split("(", 1)
    op.execute("CREATE TABLE new_target (" + columns.replace(f"({before})", f"({after})"))
    op.execute("INSERT INTO new_target SELECT * FROM target")
    op.execute("DROP TABLE target")
    op.execute("ALTER TABLE new_target RENAME TO target")


def make_tables() -> None:
    """Banks of memories, where responses came from, labels shown beforehand, and samples."""
    op.create_table(
        "memory_bank",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("memories", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_memory_bank_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory_bank")),
        sa.UniqueConstraint("project_id", "name", name=op.f("uq_memory_bank_project_id_name")),
    )
    op.create_table(
        "response_origin",
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("setting", sa.String(), nullable=False),
        sa.Column("memory_used", sa.Text(), nullable=False),
        sa.Column("raw", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_response_origin_item_id_item")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_response_origin_target_id_target")),
        sa.PrimaryKeyConstraint("target_id", name=op.f("pk_response_origin")),
        sa.UniqueConstraint("item_id", "system", "setting", name=op.f("uq_response_origin_item_id_system_setting")),
    )
    op.create_table(
        "prelabel",
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_prelabel_target_id_target")),
        sa.PrimaryKeyConstraint("target_id", "question", name=op.f("pk_prelabel")),
    )
    op.create_table(
        "sample",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("strata", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_sample_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sample")),
        sa.UniqueConstraint("project_id", "name", name=op.f("uq_sample_project_id_name")),
    )
    op.create_table(
        "sampled_item",
        sa.Column("sample_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.CheckConstraint("probability > 0 AND probability <= 1", name=op.f("ck_sampled_item_probability")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_sampled_item_item_id_item")),
        sa.ForeignKeyConstraint(["sample_id"], ["sample.id"], name=op.f("fk_sampled_item_sample_id_sample")),
        sa.PrimaryKeyConstraint("sample_id", "item_id", name=op.f("pk_sampled_item")),
    )
