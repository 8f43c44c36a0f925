package dev.mayfly.cosmos.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.ChildHandler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Stored procedures, triggers or user-defined functions of a container: kept, not executed. */
public final class ScriptHandler extends ChildHandler {
  private static final Set<String> TRIGGER_TYPES = Set.of("pre", "post");
  private static final Set<String> TRIGGER_OPERATIONS =
      Set.of("all", "create", "update", "delete", "replace");

  private final ResourceType type;
  private final Directory directory;

  /**
   * @param type STORED_PROCEDURE, TRIGGER or FUNCTION
   */
  public ScriptHandler(
      ResourceType type, Directory directory, ChildStore children, MetadataFeed.Query query) {
    super(type, children, query);
    this.type = type;
    this.directory = requireNonNull(directory, "directory");
  }

  @Override
  protected ChildParent parent(Call call) {
    return ChildParent.of(directory.parentContainer(call.path(), call.request()), type);
  }

  @Override
  protected void accept(Request request, BsonDocument body) {
    BsonValue text = body.get("body");
    if (text == null) {
      throw CosmosException.errors(
          400,
          0,
          "The input content is invalid because the required properties - 'body; ' - are missing");
    }
    if (!text.isString()) {
      throw CosmosException.errors(400, 0, "The property 'body' must be the text of the script.");
    }
    if (type == ResourceType.TRIGGER) {
      requireOneOf(body, "triggerType", TRIGGER_TYPES, "Pre or Post");
      requireOneOf(
          body, "triggerOperation", TRIGGER_OPERATIONS, "All, Create, Update, Delete or Replace");
    }
  }

  private static void requireOneOf(
      BsonDocument body, String property, Set<String> lowerCase, String allowed) {
    BsonValue value = body.get(property);
    if (value == null
        || !value.isString()
        || !lowerCase.contains(value.asString().getValue().toLowerCase(Locale.ROOT))) {
      throw CosmosException.errors(
          400, 0, "The property '" + property + "' of a trigger must be " + allowed + ".");
    }
  }

  @Override
  protected void present(Call call, ChildParent parent, ChildStore.Child child, BsonDocument json) {
    // Nothing to add.
  }

  @Override
  protected Response execute(Call call) {
    if (type != ResourceType.STORED_PROCEDURE) {
      return super.execute(call);
    }
    throw CosmosException.badRequest(
        "Stored procedures are kept but not executed yet by this version of Mayfly.");
  }
}
