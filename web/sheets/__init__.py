"""Sheets to print, as PDF: table mats, the cards that speak for a player, the board that a lens is measured with."""
