"""The application: routes, layers and the life of the server's parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from affray.web import errors, lobby, matches, sockets, static
from affray.web.host import Host
from affray.web.security import MOST, App, Guard
from affray.web.settings import Settings
from affray.web.store import Store

ABOUT = """\
Tabletop skirmish games, played by the book. Play goes on over a WebSocket (`/api/socket`, see docs/api.md);
these requests are the lobby around it. A seat is opened by a secret key, which goes in the header
`Authorization: Bearer KEY` and never in an address."""


def build(store: Store, settings: Settings) -> App:
    """The ASGI application over a store. The store is closed with it."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        host = Host(store, settings)
        app.state.host = host
        app.state.sockets = Counter[str]()
        await host.start()
        try:
            yield
        finally:
            await host.close()

    app = Litestar(
        route_handlers=[*lobby.HANDLERS, *matches.HANDLERS, *static.HANDLERS, sockets.seat],
        lifespan=[life],
        state=State(),
        exception_handlers=errors.HANDLERS,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/static", "^/$"]),
        request_max_body_size=MOST,
        openapi_config=OpenAPIConfig(
            title="Affray",
            version=version("affray"),
            description=ABOUT,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            components=Components(
                security_schemes={
                    "key": SecurityScheme(type="http", scheme="bearer", description="A seat's key")
                }
            ),
        ),
        logging_config=None,
        debug=False,
    )
    return Guard(app, settings)
