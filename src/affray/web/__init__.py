"""The page and its server: matches in the browser, kept in a store, played over secret links."""
