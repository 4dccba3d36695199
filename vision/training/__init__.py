"""Teaches the finder and the face reader from rendered tables. The only place that needs PyTorch."""
