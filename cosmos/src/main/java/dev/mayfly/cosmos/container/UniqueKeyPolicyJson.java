package dev.mayfly.cosmos.container;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.UniqueKey;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The unique keys of a container's definition. */
final class UniqueKeyPolicyJson {
  private static final String PROPERTY = "uniqueKeyPolicy";
  private static final String KEYS = "uniqueKeys";

  private UniqueKeyPolicyJson() {}

  /**
   * The unique keys that a body asks for.
   *
   * @param before those there are, or null; they stay if nothing is said, as in a policy of {@code
   *     {}}, which some clients send always
   */
  static List<UniqueKey> read(BsonDocument body, List<UniqueKey> before) {
    BsonDocument policy = PropertyReader.document(body, PROPERTY);
    if (policy == null || PropertyReader.array(policy, KEYS) == null) {
      return before == null ? List.of() : before;
    }
    List<UniqueKey> wanted = new ArrayList<>();
    for (BsonDocument key : PropertyReader.documents(policy, KEYS)) {
      List<String> paths = PropertyReader.strings(key, "paths");
      if (paths.isEmpty() || paths.size() > UniqueKey.PATHS_MAX) {
        throw PropertyReader.invalid(
            "A unique key has "
                + paths.size()
                + " paths. Ensure to provide 1 to "
                + UniqueKey.PATHS_MAX
                + " paths in each unique key.");
      }
      wanted.add(UniqueKey.of(paths.toArray(String[]::new)));
    }
    if (wanted.size() > ContainerDefinition.UNIQUE_KEYS_MAX) {
      throw PropertyReader.invalid(
          "The unique key policy has "
              + wanted.size()
              + " unique keys. At most "
              + ContainerDefinition.UNIQUE_KEYS_MAX
              + " are allowed.");
    }
    if (before != null && !before.equals(wanted)) {
      throw PropertyReader.invalid(
          "The unique index cannot be modified. To change the unique index, remove the collection"
              + " and re-create a new one.");
    }
    return wanted;
  }

  static void write(List<UniqueKey> keys, BsonDocument into) {
    if (keys.isEmpty()) {
      return;
    }
    BsonArray array = new BsonArray();
    for (UniqueKey key : keys) {
      BsonArray paths = new BsonArray();
      key.paths().forEach(path -> paths.add(new BsonString(path.toString())));
      array.add(new BsonDocument("paths", paths));
    }
    into.append(PROPERTY, new BsonDocument(KEYS, array));
  }
}
