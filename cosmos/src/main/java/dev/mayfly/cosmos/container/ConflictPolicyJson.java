package dev.mayfly.cosmos.container;

import org.bson.BsonDocument;
import org.bson.BsonString;

/** How conflicts between regions are to be resolved. There is one region: kept and returned. */
final class ConflictPolicyJson {
  static final String PROPERTY = "conflictResolutionPolicy";
  private static final String LAST_WRITER = "LastWriterWins";
  private static final String CUSTOM = "Custom";

  private ConflictPolicyJson() {}

  /** The policy that a body asks for; null if it asks for none. */
  static BsonDocument read(BsonDocument body) {
    BsonDocument policy = PropertyReader.document(body, PROPERTY);
    if (policy == null) {
      return null;
    }
    String mode = mode(PropertyReader.string(policy, "mode", LAST_WRITER));
    String path = PropertyReader.string(policy, "conflictResolutionPath", "");
    String procedure = PropertyReader.string(policy, "conflictResolutionProcedure", "");
    if (mode.equals(LAST_WRITER)) {
      if (!procedure.isEmpty()) {
        throw PropertyReader.invalid(
            "conflictResolutionProcedure cannot be set with mode LastWriterWins.");
      }
      if (!path.isEmpty() && !PropertyReader.isPath(path)) {
        throw PropertyReader.invalid("The conflictResolutionPath '" + path + "' is invalid.");
      }
      return policy(mode, path.isEmpty() ? "/_ts" : path, "");
    }
    if (!path.isEmpty()) {
      throw PropertyReader.invalid("conflictResolutionPath cannot be set with mode Custom.");
    }
    return policy(mode, "", procedure);
  }

  private static String mode(String text) {
    if (text.equalsIgnoreCase(LAST_WRITER)) {
      return LAST_WRITER;
    } else if (text.equalsIgnoreCase(CUSTOM)) {
      return CUSTOM;
    }
    throw PropertyReader.invalid(
        "The conflict resolution mode '"
            + text
            + "' is invalid. Ensure to provide "
            + LAST_WRITER
            + " or "
            + CUSTOM
            + ".");
  }

  static BsonDocument standard() {
    return policy(LAST_WRITER, "/_ts", "");
  }

  private static BsonDocument policy(String mode, String path, String procedure) {
    return new BsonDocument("mode", new BsonString(mode))
        .append("conflictResolutionPath", new BsonString(path))
        .append("conflictResolutionProcedure", new BsonString(procedure));
  }
}
