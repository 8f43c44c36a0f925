package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Database;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * What children belong to.
 *
 * @param self its link of resource ids, with a slash at the end
 * @param childRid the resource id of the child with a number
 * @param headers adds what an answer about a child says of its parent
 */
public record ChildParent(
    String rid, String self, LongFunction<String> childRid, UnaryOperator<Response> headers) {
  public ChildParent {
    requireNonNull(rid, "rid");
    requireNonNull(self, "self");
    requireNonNull(childRid, "childRid");
    requireNonNull(headers, "headers");
  }

  /** Of users and client encryption keys, whose resource ids have the same form. */
  public static ChildParent of(Database database) {
    String rid = Directory.rid(database);
    return new ChildParent(
        rid,
        "dbs/" + rid + "/",
        number -> ResourceId.user(database.number(), (int) number),
        response -> ParentHeaders.inDatabase(response, database));
  }

  /** Of scripts. */
  public static ChildParent of(Container container, ResourceType type) {
    String rid = Directory.rid(container);
    int database = container.state().database();
    return new ChildParent(
        rid,
        "dbs/" + ResourceId.database(database) + "/colls/" + rid + "/",
        number -> ResourceId.child(database, container.state().number(), type, number),
        response -> ParentHeaders.inContainer(response, container));
  }

  /** Of permissions. */
  public static ChildParent of(Database database, ChildStore.Child user) {
    ChildParent users = of(database);
    int number = (int) user.number();
    String rid = users.childRid().apply(number);
    return new ChildParent(
        rid,
        users.self() + "users/" + rid + "/",
        child -> ResourceId.permission(database.number(), number, child),
        response -> ParentHeaders.inUser(response, database, user.id(), rid));
  }
}
