"""A sheet of sixteen deals as somebody types it, each row with the points it shows."""

# Dealt by S, E, N, W in turn: N, W, S, E sit out.
SHEET = [
    ("ø sp h v", "+1"), ("n so k 441", "−3"), ("v kn 0", "+2"), ("p", "0"),
    ("s bs 5", "+1"), ("ø tr s k", "−4"), ("n no v", "+6"), ("v sp r s", "−1"),
    ("v sos 900 t+", "+5"), ("s to h v t-", "+1"), ("ø rn 1", "−4"), ("n spk b", "−1"),
    ("s so h k", "−4"), ("n kn k", "−3"), ("v sp h 6", "+1"), ("- tiden løb ud", "–"),
]  # fmt: skip
