"""What the mounting assistant says, in English."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "place": "height and tilt",
    "view": "view",
    "tilt": "tilt",
    "scale": "scale",
    "focus": "focus",
    "exposure": "exposure",
    "light": "light",
    "glare": "glare",
    "mark": "corner marks",
    "bump": "place",
}

FOUND: Mapping[str, str] = {
    "place": "cannot be told",
    "view": "the camera hangs {mm:.0f} mm above the table, {mm_per_px:.2f} mm to a px",
    "tilt": "{deg:.0f}° from straight down",
    "scale": "{mm_per_px:.2f} mm to a px",
    "focus": "edges {steep:.2f} steep, {even:.2f} alike in all directions",
    "exposure": "the cards' paper has brightness {paper:.0f} of 255",
    "light": "the darkest card has {even:.0%} of the brightest one's light",
    "glare": "on the picture at {x:.0f}, {y:.0f}",
    "mark": "{px:.0f} px high at {where}",
    "bump": "moved by {px:.0f} px since it was saved",
}

TODO: Mapping[str, str] = {
    "lay cards": "lay eight or more cards face up, apart from each other and all over the table, or the printed mat",
    "raise": "the table is not wholly in view: raise the camera by {cm:.0f} cm, and see that it hangs over the middle",
    "lower": "cards show small: lower the camera by {cm:.0f} cm",
    "finer": "cards show small: use a finer picture, or a lens that sees less wide",
    "level": "turn the camera so that it looks straight down",
    "focus": "turn the lens, or have it focus, until letters are sharp",
    "still": "the picture is smeared: fasten the camera, and give it more light",
    "brighter": "give the table more light",
    "darker": "the picture is too bright: dim the lamp, or move it away",
    "black": "the picture is black: take the cap off the lens, and light the table",
    "dark at": "it is dark at {where}: move a lamp there",
    "glare at": "glare at {where}: move the lamp, or turn it to the ceiling",
    "small at": "a corner mark is hard to read at {where}: lower the camera, or play nearer to the middle",
    "bumped": "the camera was moved: put it back, or save its place anew with --save",
}

SEATS: Mapping[str, str] = {"N": "North", "E": "East", "S": "South", "W": "West", "centre": "the middle"}
