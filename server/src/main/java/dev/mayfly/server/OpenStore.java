package dev.mayfly.server;

import dev.mayfly.server.admin.AdminTarget;
import java.nio.file.Path;

/** A store that is open; closing it ends its purge and its writer, and loses nothing. */
public interface OpenStore extends AdminTarget, AutoCloseable {
  /** Where its files are. */
  Path directory();

  @Override
  void close();
}
