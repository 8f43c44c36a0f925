package dev.mayfly.mongo.auth;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** Starts SASL conversations. */
public record Authentication(Users users) {
  public static final String PLAIN = "PLAIN";

  /** The same error for every reason, so that it reveals nothing. */
  public static MongoException failed() {
    return new MongoException(ErrorCodes.AUTHENTICATION_FAILED, "Authentication failed.");
  }

  /**
   * @param database the authentication database
   * @param secure whether the connection is encrypted
   * @param anyDatabase whether the configured user is accepted on any authentication database
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
        "Received authentication for mechanism %s%s"
            .formatted(
                mechanism,
                (mechanism.equals(PLAIN)
                    ? " which is only enabled over TLS"
                    : " which is not enabled")));
  }

  private UserName named(String name, String database, boolean anyDatabase) {
    User root = anyDatabase ? users.findRoot(name) : null;
    return root == null ? new UserName(name, database) : root.name();
  }
}
