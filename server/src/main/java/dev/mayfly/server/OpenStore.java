package dev.mayfly.server;

import dev.mayfly.engine.Engine;
import dev.mayfly.server.admin.AdminTarget;

/** A store that is open; closing it ends its purge and its writer, and loses nothing. */
interface OpenStore extends AdminTarget, AutoCloseable {
  /** For what listens for clients; closed with this store. */
  Engine engine();

  @Override
  void close();
}
