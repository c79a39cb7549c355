"""A memory bank keeps the record that it came with, so that gold has all of a persona that its source had

Revision: 0007, after 0006.
"""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("ALTER TABLE memory_bank ADD COLUMN record JSON NOT NULL DEFAULT '{}'")


def downgrade() -> None:
    """Take back."""
    op.execute("ALTER TABLE memory_bank DROP COLUMN record")
