package dev.mayfly.server;

import dev.mayfly.server.admin.AdminTarget;

/** A store that is open; closing it ends its purge and its writer, and loses nothing. */
interface OpenStore extends AdminTarget, AutoCloseable {
  @Override
  void close();
}
