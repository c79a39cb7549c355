"""The coefficients: each module here declares some in `COEFFICIENTS`, and `agreement.coefficient.declared` finds it."""

__all__: list[str] = []
