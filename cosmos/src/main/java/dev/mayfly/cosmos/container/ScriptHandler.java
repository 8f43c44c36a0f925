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
import dev.mayfly.engine.Container;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Stored procedures, triggers or user-defined functions of a container. */
public final class ScriptHandler extends ChildHandler {
  private static final int PROCEDURES_MAX = 100;
  private static final int FUNCTIONS_MAX = 50;
  private static final Set<String> TRIGGER_TYPES = Set.of("pre", "post");
  private static final Set<String> TRIGGER_OPERATIONS =
      Set.of("all", "create", "update", "delete", "replace", "upsert");

  private final ResourceType type;
  private final Directory directory;
  private final ChildStore children;
  private final Execution procedures;
  private final Runnable engineCheck;
  private final Runnable made;

  /** Executes stored procedures. */
  @FunctionalInterface
  public interface Execution {
    Response execute(Call call, Container container, String id, String body);
  }

  /**
   * @param type STORED_PROCEDURE, TRIGGER or FUNCTION
   * @param engineCheck is called before a script is made or replaced, and throws if none can run
   * @param made is called when a client has made a script
   */
  public ScriptHandler(
      ResourceType type,
      Directory directory,
      ChildStore children,
      MetadataFeed.Query query,
      Execution procedures,
      Runnable engineCheck,
      Runnable made) {
    super(type, children, query);
    this.type = type;
    this.directory = requireNonNull(directory, "directory");
    this.children = requireNonNull(children, "children");
    this.procedures = requireNonNull(procedures, "procedures");
    this.engineCheck = requireNonNull(engineCheck, "engineCheck");
    this.made = requireNonNull(made, "made");
  }

  @Override
  protected ChildParent parent(Call call) {
    return ChildParent.of(directory.parentContainer(call.path(), call.request()), type);
  }

  @Override
  protected void accept(Request request, BsonDocument body) {
    engineCheck.run();
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
          body,
          "triggerOperation",
          TRIGGER_OPERATIONS,
          "All, Create, Update, Delete, Replace or Upsert");
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
    Container container = directory.parentContainer(call.path(), call.request());
    ChildParent parent = ChildParent.of(container, type);
    ChildStore.Child child = children.find(parent, type, call.path().lastId());
    if (child == null) {
      throw CosmosException.notFound();
    }
    String body = child.body().getString("body").getValue();
    return procedures.execute(call, container, child.id(), body);
  }

  /** As many as the service allows; of triggers it names no number. */
  @Override
  protected void requireRoom(ChildParent parent) {
    int most =
        switch (type) {
          case STORED_PROCEDURE -> PROCEDURES_MAX;
          case FUNCTION -> FUNCTIONS_MAX;
          default -> Integer.MAX_VALUE;
        };
    if (children.all(parent.rid(), type).limit(most).count() >= most) {
      throw CosmosException.errors(
          403,
          0,
          "The container has "
              + most
              + (type == ResourceType.FUNCTION ? " user-defined functions" : " stored procedures")
              + ", the most that one may have: delete one.");
    }
  }

  @Override
  protected void made() {
    made.run();
  }
}
