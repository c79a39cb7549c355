"""Idle sign-ins: when a browser last asked for something, so that one that is left alone is signed out

Revision: 0004, after 0003.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# What holds when the database is brought up to date counts as used at that moment.
ADDED = "ALTER TABLE sign_in ADD COLUMN used_at {type} NOT NULL DEFAULT '1970-01-01 00:00:00{zone}'"


def upgrade() -> None:
    """Apply."""
    postgres = op.get_bind().dialect.name == "postgresql"
    kind, zone = ("TIMESTAMP WITH TIME ZONE", "+00") if postgres else ("DATETIME", ".000000")
    op.execute(ADDED.format(type=kind, zone=zone))
    op.execute("UPDATE sign_in SET used_at = CURRENT_TIMESTAMP")


def downgrade() -> None:
    """Take back."""
    op.execute("ALTER TABLE sign_in DROP COLUMN used_at")
