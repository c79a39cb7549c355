"""The desk: drafts on the server, skip, flag and note, settings, preferences, and what slows guessing down

Revision: 0002, after 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


# Columns are added by plain statements: the batch mode would copy each table and lose the triggers that keep rows.
COLUMNS = (
    ("account", "preferences", "JSON NOT NULL DEFAULT '{}'"),
    ("sign_in", "device", "VARCHAR NOT NULL DEFAULT ''"),
    ("project", "settings", "JSON NOT NULL DEFAULT '{}'"),
    ("item", "sensitive", "BOOLEAN NOT NULL DEFAULT false"),
    (
        "assignment",
        "state",
        "VARCHAR NOT NULL DEFAULT 'open' CONSTRAINT ck_assignment_state CHECK (state IN ('open', 'done', 'skipped'))",
    ),
    (
        "assignment",
        "skip_reason",
        "VARCHAR CONSTRAINT ck_assignment_skip_reason CHECK "
        "(skip_reason IS NULL OR skip_reason IN ('hard', 'broken', 'distressing', 'other')) "
        "CONSTRAINT ck_assignment_skipped CHECK ((state = 'skipped') = (skip_reason IS NOT NULL))",
    ),
    ("assignment", "skip_words", "TEXT NOT NULL DEFAULT ''"),
    ("assignment", "flagged", "BOOLEAN NOT NULL DEFAULT false"),
    ("assignment", "note", "TEXT NOT NULL DEFAULT ''"),
    ("submission", "active_ms", "INTEGER"),
)


def upgrade() -> None:
    """Apply."""
    for table, column, definition in COLUMNS:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {definition}")
    op.execute("UPDATE assignment SET state = 'done' WHERE revision > 0")
    op.create_table(
        "draft",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("codebook_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_draft_version")),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name=op.f("fk_draft_assignment_id_assignment")),
        sa.ForeignKeyConstraint(["codebook_id"], ["codebook.id"], name=op.f("fk_draft_codebook_id_codebook")),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_draft")),
    )
    op.create_table(
        "failed_sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name_sha256", sa.String(), nullable=False),
        sa.Column("address_sha256", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_sign_in")),
    )
    op.create_index(op.f("ix_failed_sign_in_name_sha256"), "failed_sign_in", ["name_sha256"])
    op.create_index(op.f("ix_failed_sign_in_address_sha256"), "failed_sign_in", ["address_sha256"])


def downgrade() -> None:
    """Take back."""
    op.drop_table("failed_sign_in")
    op.drop_table("draft")
    for table, column, _ in reversed(COLUMNS):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
