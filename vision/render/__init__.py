"""Pictures of letter cards on a table, drawn with numpy, OpenCV and Pillow, with the truth of what lies where.

The reader's networks learn from these pictures and the simulator plays with them. Lengths are millimetres of the table
(x to the right, y down, z up to the camera) until :class:`vision.render.camera.Camera` turns them into px.
"""
