package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.config.ConfigException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Has keys and passwords read anew from their files. */
final class KeysRoute {
  private final Supplier<Map<String, Boolean>> reload;

  /**
   * @param reload reloads them and reports what changed
   */
  KeysRoute(Supplier<Map<String, Boolean>> reload) {
    this.reload = requireNonNull(reload, "reload");
  }

  AdminResponse answer(AdminRequest request) {
    try {
      return AdminResponse.json(200, new TreeMap<>(reload.get()));
    } catch (ConfigException e) {
      throw new AdminException(
          409, e.getMessage() + "; the keys and the password that were in force stay so");
    }
  }
}
