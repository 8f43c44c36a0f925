package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.ComputedQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Properties that queries see as if items had them: a name and a query for each. */
final class ComputedPropertiesJson {
  static final String PROPERTY = "computedProperties";
  private static final int COUNT_MAX = 20;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> RESERVED =
      Set.of("id", "ttl", "_rid", "_ts", "_self", "_etag", "_attachments", "_docs");

  private ComputedPropertiesJson() {}

  /** The computed properties that a body asks for; null if it asks for none. */
  static BsonArray read(BsonDocument body) {
    BsonArray properties = PropertyReader.array(body, PROPERTY);
    if (properties == null || properties.isEmpty()) {
      return null;
    }
    List<BsonDocument> wanted = PropertyReader.documents(body, PROPERTY);
    if (wanted.size() > COUNT_MAX) {
      throw PropertyReader.invalid(
          "The number of computed properties, "
              + wanted.size()
              + ", exceeds the maximum of "
              + COUNT_MAX
              + " in a container.");
    }
    Set<String> names = new HashSet<>();
    for (BsonDocument property : wanted) {
      String name = PropertyReader.string(property, "name", "");
      if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
        throw PropertyReader.invalid(
            "The computed property name '"
                + name
                + "' is invalid. Ensure to provide letters, digits and underscores that are not"
                + " the name of a system property.");
      }
      if (!names.add(name)) {
        throw PropertyReader.invalid("The computed property name '" + name + "' is used twice.");
      }
      check(name, PropertyReader.string(property, "query", ""));
    }
    return properties;
  }

  private static void check(String name, String query) {
    try {
      ComputedQuery.parse(query);
    } catch (CosmosException e) {
      throw PropertyReader.invalid(
          "The query of the computed property '"
              + name
              + "' is invalid. Ensure to provide one of the form SELECT VALUE ... FROM c. "
              + e.getMessage());
    }
  }
}
