"""The games: each module is one game that follows :class:`engine.games.protocol.Game`."""
