package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.util.function.BooleanSupplier;

/**
 * What a client has proved to be allowed.
 *
 * @param name who it is, for people
 * @param readOnly whether it may only read
 * @param mongoUser the MongoDB user that it is, or null
 * @param mongoPassword of that user, or null
 * @param inForce false once the credentials were changed
 */
public record Grant(
    String name,
    boolean readOnly,
    String mongoUser,
    String mongoPassword,
    BooleanSupplier inForce) {
  /** Of those who have proved nothing. */
  static final Grant NONE = new Grant("an unknown client", true, null, null, () -> false);

  public Grant {
    requireNonNull(name, "name");
    requireNonNull(inForce, "inForce");
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return name;
  }
}
