package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.item.ScriptedItems;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.engine.Container;
import java.util.List;

/** The links by which a script names its container and what is in it. */
final class ContainerLinks {
  private final Container container;
  private final String databaseRid;
  private final String rid;

  ContainerLinks(Container container) {
    this.container = requireNonNull(container, "container");
    this.databaseRid = ResourceId.database(container.state().database());
    this.rid = Directory.rid(container);
  }

  /** By resource ids. */
  String self() {
    return "dbs/" + databaseRid + "/colls/" + rid + "/";
  }

  /** By names. */
  String alt() {
    return "dbs/" + container.database() + "/colls/" + container.name();
  }

  void requireContainer(String link) {
    String[] parts = parts(link);
    if (parts.length != 4) {
      throw outside(link);
    }
    requireOwn(parts, link);
  }

  /** The id of the item that a link names. */
  String item(String link, ScriptedItems items) {
    String[] parts = parts(link);
    if (parts.length != 6 || !parts[4].equalsIgnoreCase("docs") || parts[5].isEmpty()) {
      throw outside(link);
    }
    return requireOwn(parts, link)
        ? items.idOfRid(List.of(parts[1], parts[3], parts[5]))
        : parts[5];
  }

  private static String[] parts(String link) {
    String text = link.startsWith("/") ? link.substring(1) : link;
    return (text.endsWith("/") ? text.substring(0, text.length() - 1) : text).split("/", -1);
  }

  /** Returns whether the link names the container by its resource id. */
  private boolean requireOwn(String[] parts, String link) {
    boolean words = parts[0].equalsIgnoreCase("dbs") && parts[2].equalsIgnoreCase("colls");
    if (words && parts[1].equals(container.database()) && parts[3].equals(container.name())) {
      return false;
    }
    if (words && parts[1].equals(databaseRid) && parts[3].equals(rid)) {
      return true;
    }
    throw outside(link);
  }

  private static CosmosException outside(String link) {
    String shown = link.length() > 200 ? link.substring(0, 200) + "..." : link;
    return CosmosException.errors(
        400, 0, "The link '" + shown + "' is outside of the collection of the script.");
  }
}
