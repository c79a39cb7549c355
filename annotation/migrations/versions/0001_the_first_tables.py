"""The first tables

Revision: 0001, the first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


APPEND_ONLY = ("judgment", "decision", "submission", "event")


def guards(table: str) -> list[str]:
    """The statements that make a table refuse to update or delete a row."""
    if op.get_bind().dialect.name == "postgresql":
        return [
            "CREATE OR REPLACE FUNCTION accord_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME; END $$",
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION accord_append_only()",
        ]
    return [
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are append-only'); END"
        for verb in ("update", "delete")
    ]


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role IN ('annotator', 'adjudicator', 'researcher', 'admin')", name=op.f("ck_account_role")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("protocol", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("slug", name=op.f("uq_project_slug")),
    )
    op.create_table(
        "codebook",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_codebook_version")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_codebook_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_codebook")),
        sa.UniqueConstraint("project_id", "version", name=op.f("uq_codebook_project_id_version")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_event_account_id_account")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_event_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_table(
        "item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_item_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item")),
        sa.UniqueConstraint("project_id", "source_id", name=op.f("uq_item_project_id_source_id")),
    )
    op.create_table(
        "rater",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("pseudonym", sa.String(), nullable=False),
        sa.CheckConstraint("(origin = 'account') = (account_id IS NOT NULL)", name=op.f("ck_rater_account")),
        sa.CheckConstraint("origin IN ('account', 'imported')", name=op.f("ck_rater_origin")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_rater_account_id_account")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_rater_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rater")),
        sa.UniqueConstraint("project_id", "account_id", name=op.f("uq_rater_project_id_account_id")),
        sa.UniqueConstraint("project_id", "origin", "name", name=op.f("uq_rater_project_id_origin_name")),
        sa.UniqueConstraint("project_id", "pseudonym", name=op.f("uq_rater_project_id_pseudonym")),
    )
    with op.batch_alter_table("rater", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rater_account_id"), ["account_id"], unique=False)

    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('independent', 'discussion')", name=op.f("ck_round_kind")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_round_number")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_round_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("project_id", "number", name=op.f("uq_round_project_id_number")),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("token_sha256", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_sign_in_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_sign_in_token_sha256")),
    )
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_account_id"), ["account_id"], unique=False)

    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("target_order", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_assignment_revision")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_assignment_item_id_item")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_assignment_rater_id_rater")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_assignment_round_id_round")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint("rater_id", "round_id", "position", name=op.f("uq_assignment_rater_id_round_id_position")),
        sa.UniqueConstraint("round_id", "item_id", "rater_id", name=op.f("uq_assignment_round_id_item_id_rater_id")),
    )
    with op.batch_alter_table("assignment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_assignment_item_id"), ["item_id"], unique=False)

    op.create_table(
        "reference",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("raw", sa.JSON(), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_reference_item_id_item")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_reference")),
    )
    op.create_table(
        "tag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_tag_item_id_item")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tag")),
        sa.UniqueConstraint("item_id", "name", "value", name=op.f("uq_tag_item_id_name_value")),
    )
    op.create_table(
        "target",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.CheckConstraint("(kind = 'item') = (key = '')", name=op.f("ck_target_key")),
        sa.CheckConstraint("kind IN ('item', 'memory', 'response')", name=op.f("ck_target_kind")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_target_item_id_item")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_target")),
        sa.UniqueConstraint("item_id", "key", name=op.f("uq_target_item_id_key")),
    )
    op.create_table(
        "decision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("supersedes_id", sa.Integer(), nullable=True),
        sa.Column("codebook_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(method = 'adjudicator') = (account_id IS NOT NULL)", name=op.f("ck_decision_account")),
        sa.CheckConstraint(
            "method IN ('unanimous', 'majority', 'adjudicator', 'imported')", name=op.f("ck_decision_method")
        ),
        sa.CheckConstraint("(revision = 1) = (supersedes_id IS NULL)", name=op.f("ck_decision_supersedes")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_decision_account_id_account")),
        sa.ForeignKeyConstraint(["codebook_id"], ["codebook.id"], name=op.f("fk_decision_codebook_id_codebook")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_decision_round_id_round")),
        sa.ForeignKeyConstraint(["supersedes_id"], ["decision.id"], name=op.f("fk_decision_supersedes_id_decision")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_decision_target_id_target")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decision")),
        sa.UniqueConstraint("supersedes_id", name=op.f("uq_decision_supersedes_id")),
        sa.UniqueConstraint("target_id", "question", "revision", name=op.f("uq_decision_target_id_question_revision")),
    )
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("stored", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_submission_revision")),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignment.id"], name=op.f("fk_submission_assignment_id_assignment")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
        sa.UniqueConstraint("assignment_id", "revision", name=op.f("uq_submission_assignment_id_revision")),
        sa.UniqueConstraint("token", name=op.f("uq_submission_token")),
    )
    op.create_table(
        "judgment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("codebook_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(origin = 'board') = (submission_id IS NOT NULL)", name=op.f("ck_judgment_submission")),
        sa.CheckConstraint("origin IN ('board', 'file')", name=op.f("ck_judgment_origin")),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_judgment_revision")),
        sa.ForeignKeyConstraint(["codebook_id"], ["codebook.id"], name=op.f("fk_judgment_codebook_id_codebook")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_judgment_rater_id_rater")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_judgment_round_id_round")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submission.id"], name=op.f("fk_judgment_submission_id_submission")
        ),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_judgment_target_id_target")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judgment")),
        sa.UniqueConstraint(
            "round_id",
            "target_id",
            "rater_id",
            "question",
            "revision",
            name=op.f("uq_judgment_round_id_target_id_rater_id_question_revision"),
        ),
    )
    with op.batch_alter_table("judgment", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_judgment_rater_id_target_id"), ["rater_id", "target_id"], unique=False)

    for table in APPEND_ONLY:
        for statement in guards(table):
            op.execute(statement)


def downgrade() -> None:
    """Take back."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION accord_append_only() CASCADE")
    with op.batch_alter_table("judgment", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_judgment_rater_id_target_id"))

    op.drop_table("judgment")
    op.drop_table("submission")
    op.drop_table("decision")
    op.drop_table("target")
    op.drop_table("tag")
    op.drop_table("reference")
    with op.batch_alter_table("assignment", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_assignment_item_id"))

    op.drop_table("assignment")
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_in_account_id"))

    op.drop_table("sign_in")
    op.drop_table("round")
    with op.batch_alter_table("rater", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rater_account_id"))

    op.drop_table("rater")
    op.drop_table("item")
    op.drop_table("event")
    op.drop_table("codebook")
    op.drop_table("project")
    op.drop_table("account")
