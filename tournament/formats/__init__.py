"""How dates are written where Django's own ways do not fit."""
