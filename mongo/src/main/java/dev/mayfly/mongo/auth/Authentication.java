package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** Begins conversations in which clients prove who they are. */
public final class Authentication {
  public static final String PLAIN = "PLAIN";

  private final Users users;

  public Authentication(Users users) {
    this.users = requireNonNull(users, "users");
  }

  /** The one text for every failure, so that it tells nothing. */
  public static MongoException failed() {
    return new MongoException(ErrorCodes.AUTHENTICATION_FAILED, "Authentication failed.");
  }

  /**
   * @param database that the client says the user is of
   * @param secure whether the connection is encrypted
   * @param anyDatabase whether the configured user is known whatever the database
   */
  public Conversation begin(
      String mechanism,
      String database,
      boolean secure,
      boolean anyDatabase,
      boolean skipEmptyExchange) {
    ScramMechanism scram = ScramMechanism.named(mechanism);
    if (scram != null) {
      return new ScramConversation(
          scram, users, name -> named(name, database, anyDatabase), skipEmptyExchange);
    }
    if (mechanism.equals(PLAIN) && secure) {
      return new PlainConversation(users);
    }
    throw new MongoException(
        ErrorCodes.MECHANISM_UNAVAILABLE,
        "Received authentication for mechanism "
            + mechanism
            + (mechanism.equals(PLAIN)
                ? " which is only enabled over TLS"
                : " which is not enabled"));
  }

  private UserName named(String name, String database, boolean anyDatabase) {
    User root = anyDatabase ? users.findRoot(name) : null;
    return root == null ? new UserName(name, database) : root.name();
  }
}
