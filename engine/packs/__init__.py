"""The packs that come with the Steward, one TOML file each; :mod:`engine.cards` reads them."""
