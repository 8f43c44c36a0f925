package dev.mayfly.mongo.command.index;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.index.SearchIndexSpec;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The builds of indexes, vectors and date TTLs that are running, in the form of currentOp. */
public final class BuildOperations {
  private BuildOperations() {}

  /** All builds of databases that users have made. */
  public static List<BsonDocument> list(CollectionCatalog catalog) {
    List<BsonDocument> list = new ArrayList<>();
    for (Database database : catalog.engine().databases()) {
      if (CollectionCatalog.isVisible(database.name())) {
        addAll(catalog, database.name(), list);
      }
    }
    return list;
  }

  private static void addAll(CollectionCatalog catalog, String database, List<BsonDocument> list) {
    try {
      for (Container container : catalog.engine().containers(database)) {
        for (BuildProgress build : container.builds()) {
          list.add(document(container, build));
        }
      }
    } catch (EngineException e) {
      // What is dropped meanwhile has no builds.
      if (e.code() != ErrorCode.DATABASE_NOT_FOUND && e.code() != ErrorCode.CONTAINER_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** The search index whose vectors are being built; their path if there is none any more. */
  private static String searched(Container container, BuildProgress build) {
    CollectionSpec spec = CollectionSpec.of(container.definition());
    for (SearchIndexSpec each : spec == null ? List.<SearchIndexSpec>of() : spec.searchIndexes()) {
      boolean same =
          each.definition().vectors().values().stream()
              .anyMatch(field -> field.path().toString().equals(build.name()));
      if (same) {
        return each.name();
      }
    }
    return build.name();
  }

  private static BsonDocument document(Container container, BuildProgress build) {
    boolean index = build.kind() != BuildProgress.Kind.DATE_TTL;
    boolean vectors = build.kind() == BuildProgress.Kind.VECTORS;
    long percent = build.items() == 0 ? 0 : 100 * build.seenItems() / build.items();
    String what = index ? "Index Build: scanning collection" : "TTL Build: scanning collection";
    BsonDocument built =
        new BsonDocument(
            "name", new BsonString(vectors ? searched(container, build) : build.name()));
    String command = vectors ? "createSearchIndexes" : "createIndexes";
    return new BsonDocument("type", new BsonString("op"))
        .append("desc", new BsonString(index ? "IndexBuild" : "TTLBuild"))
        .append("active", BsonBoolean.TRUE)
        // It can't be killed; dropIndexes ends it.
        .append("opid", new BsonInt32(0))
        .append("op", new BsonString("command"))
        .append("ns", new BsonString(container.database() + "." + container.name()))
        .append(
            "command",
            new BsonDocument(command, new BsonString(container.name()))
                .append("indexes", new BsonArray(List.of(built))))
        .append(
            "msg",
            new BsonString(
                "%s: %d/%d %d%%".formatted(what, build.seenItems(), build.items(), percent)))
        .append(
            "progress",
            new BsonDocument("done", new BsonInt64(build.seenItems()))
                .append("total", new BsonInt64(build.items())))
        .append("killPending", BsonBoolean.FALSE);
  }
}
