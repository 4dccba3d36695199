"""The networks that ship with the reader, as ONNX. `vision/training` makes them."""
