"""From disagreement to a release: rounds of more kinds, the pool, known answers, discussions, sending back, releases

Revision: 0006, after 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# What a column of words may hold, before and after.
WORDS = (
    ("round", "kind", "'independent', 'discussion'", ", 'calibration', 'training', 'repeat', 'known'"),
    ("assignment", "state", "'open', 'done', 'skipped'", ", 'lapsed'"),
)
ADDED = (
    ("round", "beside_id INTEGER CONSTRAINT fk_round_beside_id_round REFERENCES round (id)"),
    ("round", "options JSON NOT NULL DEFAULT '{}'"),
    ("rater", "paused_at MOMENT"),
    (
        "assignment",
        "origin VARCHAR NOT NULL DEFAULT 'planned' "
        "CONSTRAINT ck_assignment_origin CHECK (origin IN ('planned', 'pool', 'escalated'))",
    ),
    ("assignment", "reserved_until MOMENT"),
    ("assignment", "surplus BOOLEAN NOT NULL DEFAULT false"),
    ("assignment", "sent_back BOOLEAN NOT NULL DEFAULT false"),
    (
        "decision",
        "error_kind VARCHAR CONSTRAINT ck_decision_error_kind CHECK "
        "(error_kind IS NULL OR error_kind IN ('ambiguous', 'guideline', 'slip', 'subjective'))",
    ),
    ("decision", "for_guideline BOOLEAN NOT NULL DEFAULT false"),
)
APPEND_ONLY = ("sent_back", "comment", "release", "release_archive")


def upgrade() -> None:
    """Apply."""
    moment = "TIMESTAMP WITH TIME ZONE" if op.get_bind().dialect.name == "postgresql" else "DATETIME"
    for table, column, before, more in WORDS:
        allow(table, column, before, before + more)
    for table, column in ADDED:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column.replace('MOMENT', moment)}")
    make_tables()
    for table in APPEND_ONLY:
        for statement in guards(table):
            op.execute(statement)


def downgrade() -> None:
    """Take back; refused by the schema where there are rounds or assignments of the new kinds."""
    for table in ("release_archive", "release", "comment", "discussed_place", "sent_back", "known_answer"):
        op.drop_table(table)
    for table, column in reversed(ADDED):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column.split()[0]}")
    for table, column, before, more in WORDS:
        allow(table, column, before + more, before)


def guards(table: str) -> list[str]:
    """The statements that make a table refuse to update or delete a row."""
    if op.get_bind().dialect.name == "postgresql":
        return [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION accord_append_only()",
        ]
    return [
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are append-only'); END"
        for verb in ("update", "delete")
    ]


def allow(table: str, column: str, before: str, after: str) -> None:
    """Say which words a column may hold. SQLite changes no condition of a table, so it gets the table anew."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{column}")
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT ck_{table}_{column} CHECK ({column} IN ({after}))")
        return
    bind = op.get_bind()
    asked = "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL"
    made = str(bind.exec_driver_sql(asked, (table, "table")).scalar_one())
    indexes = [str(sql) for sql in bind.exec_driver_sql(asked, (table, "index")).scalars()]
    columns = made.split("(", 1)[1]
    words = f"{column} IN ({before})"
    if words not in columns:
        raise LookupError(f"the table {table} does not say {words}")
    op.execute(f"CREATE TABLE new_{table} (" + columns.replace(words, f"{column} IN ({after})"))
    op.execute(f"INSERT INTO new_{table} SELECT * FROM {table}")
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
    for index in indexes:
        op.execute(index)


def make_tables() -> None:
    """Known answers, what was sent back, discussions, and releases."""
    op.create_table(
        "known_answer",
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("codebook_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("origin IN ('decision', 'file')", name=op.f("ck_known_answer_origin")),
        sa.ForeignKeyConstraint(["codebook_id"], ["codebook.id"], name=op.f("fk_known_answer_codebook_id_codebook")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_known_answer_target_id_target")),
        sa.PrimaryKeyConstraint("target_id", "question", name=op.f("pk_known_answer")),
    )
    op.create_table(
        "sent_back",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_sent_back_account_id_account")),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignment.id"], name=op.f("fk_sent_back_assignment_id_assignment")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sent_back")),
    )
    op.create_index(op.f("ix_sent_back_assignment_id"), "sent_back", ["assignment_id"])
    op.create_table(
        "discussed_place",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_discussed_place_round_id_round")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_discussed_place_target_id_target")),
        sa.PrimaryKeyConstraint("round_id", "target_id", "question", name=op.f("pk_discussed_place")),
    )
    op.create_table(
        "comment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_comment_rater_id_rater")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_comment_round_id_round")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_comment_target_id_target")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment")),
        sa.UniqueConstraint("token", name=op.f("uq_comment_token")),
    )
    op.create_index(op.f("ix_comment_round_id_target_id"), "comment", ["round_id", "target_id"])
    op.create_table(
        "release",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_release_account_id_account")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_release_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release")),
        sa.UniqueConstraint("project_id", "number", name=op.f("uq_release_project_id_number")),
    )
    op.create_table(
        "release_archive",
        sa.Column("release_id", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["release_id"], ["release.id"], name=op.f("fk_release_archive_release_id_release")),
        sa.PrimaryKeyConstraint("release_id", name=op.f("pk_release_archive")),
    )
