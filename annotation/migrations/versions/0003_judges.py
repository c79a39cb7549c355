"""LLM judges: their scores in tables of their own, apart from people's, and the items that each was tuned on

Revision: 0003, after 0002.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def guards(table: str) -> list[str]:
    """The statements that make a table refuse to update or delete a row; PostgreSQL's function is that of 0001."""
    if op.get_bind().dialect.name == "postgresql":
        return [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION accord_append_only()"
        ]
    return [
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are append-only'); END"
        for verb in ("update", "delete")
    ]


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "judge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_judge_project_id_project")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge")),
        sa.UniqueConstraint("project_id", "name", "version", name=op.f("uq_judge_project_id_name_version")),
    )
    op.create_table(
        "judge_run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("judge_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["judge_id"], ["judge.id"], name=op.f("fk_judge_run_judge_id_judge")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_run")),
        sa.UniqueConstraint("judge_id", "name", name=op.f("uq_judge_run_judge_id_name")),
    )
    op.create_table(
        "judge_score",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("codebook_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["codebook_id"], ["codebook.id"], name=op.f("fk_judge_score_codebook_id_codebook")),
        sa.ForeignKeyConstraint(["run_id"], ["judge_run.id"], name=op.f("fk_judge_score_run_id_judge_run")),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name=op.f("fk_judge_score_target_id_target")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_score")),
        sa.UniqueConstraint("run_id", "target_id", "question", name=op.f("uq_judge_score_run_id_target_id_question")),
    )
    op.create_table(
        "tuned_item",
        sa.Column("judge_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_tuned_item_item_id_item")),
        sa.ForeignKeyConstraint(["judge_id"], ["judge.id"], name=op.f("fk_tuned_item_judge_id_judge")),
        sa.PrimaryKeyConstraint("judge_id", "item_id", name=op.f("pk_tuned_item")),
    )
    for statement in guards("judge_score"):
        op.execute(statement)


def downgrade() -> None:
    """Take back."""
    op.drop_table("tuned_item")
    op.drop_table("judge_score")
    op.drop_table("judge_run")
    op.drop_table("judge")
