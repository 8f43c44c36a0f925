package dev.mayfly.server.admin;

import java.util.Optional;

/** Who may see and change data through the admin port. All methods may be called on any thread. */
public interface Credentials {
  /**
   * What everybody on this machine may do; empty if the server has credentials of its own, so that
   * clients must prove that they know one of them.
   */
  Optional<Grant> ofEverybody();

  /**
   * What someone may do who knows a secret; empty if it is not right.
   *
   * @param name of a MongoDB user, or empty for an account key
   * @param secret that user's password, or the account key
   */
  Optional<Grant> check(String name, String secret);
}
