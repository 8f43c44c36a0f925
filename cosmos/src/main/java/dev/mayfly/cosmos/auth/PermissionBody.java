package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The properties of a permission. What it is for is found once, when the permission is written: a
 * container that is later made under the same name is another one.
 */
public final class PermissionBody {
  private static final String MODE = "permissionMode";
  private static final String RESOURCE = "resource";
  private static final String PARTITION_KEY = "resourcePartitionKey";

  /** Added by us to what is kept; clients have no property of that name. */
  private static final String PATH = "/path";

  private static final String KEY = "/partitionKey";

  private PermissionBody() {}

  /**
   * Checks what a client gave, and adds what its resource and partition key mean.
   *
   * @throws CosmosException 400 if it is not valid
   */
  public static void accept(Directory directory, BsonDocument body) {
    hide(body);
    String mode = text(body, MODE);
    if (!mode.equalsIgnoreCase("Read") && !mode.equalsIgnoreCase("All")) {
      throw CosmosException.errors(
          400, 0, "The permissionMode is '" + mode + "'; it must be Read or All.");
    }
    ResourcePath path = path(text(body, RESOURCE));
    Database database = directory.findDatabase(path.databaseId());
    Container container =
        database == null ? null : directory.findContainer(database, path.secondId());
    // One that is made later is known by its names only.
    String link =
        container == null
            ? namedPath(path.databaseId(), path.secondId())
            : containerPath(database, container);
    boolean whole = path.type() == ResourceType.CONTAINER;
    body.append(PATH, new BsonString(whole ? link : link + childPath(path)));
    BsonValue key = body.get(PARTITION_KEY);
    if (key != null && !key.isNull()) {
      body.append(KEY, new BsonString(partitionKey(key, container).toString()));
    }
  }

  /** Takes away what is not for clients. */
  public static void hide(BsonDocument body) {
    body.remove(PATH);
    body.remove(KEY);
  }

  static Caller.Grant grant(BsonDocument kept) {
    return new Caller.Grant(
        kept.getString(PATH).getValue(),
        kept.containsKey(KEY) ? kept.getString(KEY).getValue() : null,
        kept.getString(MODE).getValue().equalsIgnoreCase("Read"));
  }

  private static String text(BsonDocument body, String property) {
    BsonValue value = body.get(property);
    if (value == null) {
      throw CosmosException.errors(
          400,
          0,
          "The input content is invalid because the required properties - '"
              + property
              + "; ' - are missing");
    }
    if (!value.isString()) {
      throw CosmosException.errors(400, 0, "The property '" + property + "' must be a string.");
    }
    return value.asString().getValue();
  }

  private static ResourcePath path(String resource) {
    // A link has its names as they are, while a path has them encoded.
    ResourcePath path = ResourcePath.parse(resource.replace("%", "%25"));
    if (!isInContainer(path.type()) || path.isFeed() || path.operation() != null) {
      throw CosmosException.errors(
          400,
          0,
          "The resource '"
              + resource
              + "' is not what a permission can be for: a container or an item or script in it.");
    }
    return path;
  }

  private static boolean isInContainer(ResourceType type) {
    return switch (type) {
      case CONTAINER, ITEM, STORED_PROCEDURE, TRIGGER, FUNCTION -> true;
      default -> false;
    };
  }

  static String containerPath(Database database, Container container) {
    return "dbs/" + Directory.rid(database) + "/colls/" + Directory.rid(container);
  }

  /** How a permission names a container that was not there; no path of resource ids has a colon. */
  static String namedPath(String database, String container) {
    return "named:dbs/" + database + "/colls/" + container;
  }

  /** What stands after the container's path for a single resource in it. */
  static String childPath(ResourcePath path) {
    return "/" + path.type().segment() + "/" + path.lastId();
  }

  private static PartitionKey partitionKey(BsonValue given, Container container) {
    int values = given.isArray() ? given.asArray().size() : 0;
    int valuesMax =
        container == null
            ? PartitionKeyDefinition.MAX_PATHS
            : container.definition().partitionKey().paths().size();
    // No value at all would stand for every partition.
    if (values == 0 || values > valuesMax) {
      throw invalidKey();
    }
    return PartitionKey.of(given.asArray().stream().map(PermissionBody::component).toArray());
  }

  private static Object component(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case INT32, INT64, DOUBLE -> value.asNumber().doubleValue();
      case BOOLEAN -> value.asBoolean().getValue();
      case NULL -> null;
      case DOCUMENT -> {
        if (!value.asDocument().isEmpty()) {
          throw invalidKey();
        }
        yield PartitionKey.UNDEFINED;
      }
      default -> throw invalidKey();
    };
  }

  private static CosmosException invalidKey() {
    return CosmosException.errors(
        400,
        0,
        "The property '"
            + PARTITION_KEY
            + "' must be an array of scalar values, at most one for each of the container's"
            + " partition key paths.");
  }
}
