package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.mongo.plan.IdBounds;
import dev.mayfly.mongo.plan.IndexPlan;
import dev.mayfly.mongo.plan.NearPlan;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.query.plan.Explanation;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * An access path to the documents that may match a query. The filter is still to be evaluated.
 *
 * @param plan what is read; null if documents come by their distance from a place
 * @param indexes which indexes are read; null if documents are read by their ids or all are scanned
 * @param near how documents are found by their distance from a place; null if they are not
 * @param isOrdered whether documents come in the order that the query asks for
 */
public record Access(
    Collection collection,
    Query query,
    Kind kind,
    ReadPlan plan,
    IndexPlan indexes,
    NearPlan near,
    boolean isOrdered) {
  public enum Kind {
    /** Point lookups or a range scan on {@code _id}. */
    IDS,
    INDEXES,
    /** By the distance from a place. */
    NEAR,
    /** The text index, and others where a document may meet another condition instead. */
    TEXT,
    /** Collection scan. */
    SCAN
  }

  public Access {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
    requireNonNull(kind, "kind");
    if ((plan == null) != (kind == Kind.NEAR)) {
      throw new IllegalArgumentException("a read of the kind " + kind + " by " + plan);
    }
  }

  /** Point lookups of ids, in ascending order. */
  static Access ofKeys(Collection collection, Query query, List<ItemKey> keys) {
    boolean ordered = keys.size() < 2 || isByIds(query) && !isBackwards(query);
    return ofIds(collection, query, new ReadPlan.Keys(keys), ordered);
  }

  /** A range scan on {@code _id}; null if the query has no bounds on it. */
  static Access ofIdRange(Collection collection, Query query) {
    if (query.order().collation() != null) {
      return null;
    }
    IdBounds.Range bounds = IdBounds.of(query.document());
    boolean hinted = collection.spec().idIndex().name().equals(query.hint());
    if (bounds == null && !hinted && !isByIds(query)) {
      return null;
    }
    if (bounds != null && bounds.isEmpty()) {
      return ofIds(collection, query, new ReadPlan.Keys(List.of()), true);
    }
    IdRange range =
        new IdRange(
            PartitionKey.NONE,
            bounds == null ? null : bounds.lower(),
            bounds == null ? null : bounds.upper(),
            isByIds(query) && isBackwards(query));
    boolean ordered = query.sort() == null || isByIds(query);
    return ofIds(collection, query, new ReadPlan.Ids(range), ordered);
  }

  private static Access ofIds(Collection collection, Query query, ReadPlan plan, boolean ordered) {
    return new Access(collection, query, Kind.IDS, plan, null, null, ordered);
  }

  /** An index scan, or one for each alternative of the query. */
  static Access ofIndexes(Collection collection, Query query, IndexPlan indexes) {
    ReadPlan plan = new ReadPlan.Indexes(indexes.scans());
    return new Access(collection, query, Kind.INDEXES, plan, indexes, null, indexes.isOrdered());
  }

  /** By the distance from a place. */
  static Access ofNear(Collection collection, Query query, NearPlan near) {
    return new Access(collection, query, Kind.NEAR, null, null, near, query.sort() == null);
  }

  static Access ofScan(Collection collection, Query query) {
    boolean ordered = query.sort() == null;
    return new Access(collection, query, Kind.SCAN, PlannedItems.ALL, null, null, ordered);
  }

  /** Whether a query sorts by {@code _id}, in either direction. */
  private static boolean isByIds(Query query) {
    return query.sort() != null
        && query.order().collation() == null
        && query.sort().fields().get(0).path().equals("_id");
  }

  private static boolean isBackwards(Query query) {
    return query.sort().fields().get(0).descending();
  }

  /** Whether it reads an index, that on {@code _id} included. */
  public boolean isByIndex() {
    return kind != Kind.SCAN;
  }

  /**
   * Opens the access path.
   *
   * @param expected number of documents that will probably be needed
   */
  public ItemStream open(Reader reader, long expected) {
    if (kind == Kind.IDS) {
      collection.uses().used();
    }
    if (indexes != null) {
      indexes.indexes().forEach(collection.uses()::used);
    }
    if (near != null) {
      collection.uses().used(near.spec());
      return new NearItems(reader, collection.container(), query, near);
    }
    if (kind == Kind.TEXT) {
      collection.uses().used(collection.text().spec());
    }
    return kind == Kind.SCAN && collection.spec().isCapped()
        ? new CappedScan(reader, collection.container())
        : new PlannedItems(reader, collection.container(), plan, expected);
  }

  /**
   * The winning plan in the form of explain.
   *
   * @param sort what the query asks for; null for none
   */
  public BsonDocument explained(BsonDocument sort) {
    BsonDocument filter = query.document();
    BsonDocument stages =
        switch (kind) {
          case SCAN ->
              stage("COLLSCAN").append("filter", filter).append("direction", direction(false));
          case IDS -> query.id() != null ? stage("IDHACK") : fetched(idScan());
          case NEAR -> near.shown();
          case TEXT -> TextAccess.explained(collection, query);
          case INDEXES -> fetched(indexes.shown(indexes.explanation()));
        };
    return query.sort() == null || isOrdered ? stages : sorted(stages, sort);
  }

  /** The rejected plans in the form of explain. */
  public BsonArray rejected(BsonDocument sort) {
    BsonArray shown = new BsonArray();
    if (indexes != null) {
      for (Explanation each : indexes.explanation().rejected()) {
        BsonDocument stages = fetched(indexes.shown(each));
        shown.add(query.sort() == null || each.isOrdered() ? stages : sorted(stages, sort));
      }
    }
    return shown;
  }

  private static BsonDocument sorted(BsonDocument stages, BsonDocument sort) {
    return stage("SORT").append("sortPattern", sort).append("inputStage", stages);
  }

  private static BsonDocument stage(String name) {
    return new BsonDocument("stage", new BsonString(name));
  }

  private static BsonString direction(boolean backwards) {
    return new BsonString(backwards ? "backward" : "forward");
  }

  private BsonDocument fetched(BsonDocument input) {
    BsonDocument fetch = stage("FETCH");
    if (!query.document().isEmpty()) {
      fetch.append("filter", query.document());
    }
    return fetch.append("inputStage", input);
  }

  private BsonDocument idScan() {
    boolean backwards = plan instanceof ReadPlan.Ids ids && ids.range().backwards();
    return stage("IXSCAN")
        .append("keyPattern", collection.spec().idIndex().key())
        .append("indexName", new BsonString(collection.spec().idIndex().name()))
        .append("direction", direction(backwards));
  }
}
