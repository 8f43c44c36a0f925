package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.command.NoCall;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A collection with indexes in memory, without a port before it. */
final class IndexedCollection implements AutoCloseable {
  private static final Namespace NAME = new Namespace("d", "c");

  final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  private final Engine engine =
      Engine.open(
          new MemoryStorage(), clock, EngineOptions.DEFAULT.withFilters(new FilterItemFilters()));
  private final CollectionCatalog collections = new CollectionCatalog(engine, true);

  IndexedCollection() {
    collections.create(NAME, CollectionSpec.with(new BsonDocument()));
  }

  Collection collection() {
    return collections.find(NAME);
  }

  /** Builds an index; false if it can't be. */
  boolean index(BsonDocument sent) {
    IndexSpec index = new IndexSpecs(false).parse(sent, null);
    Collection after =
        collections.change(
            NAME,
            spec -> {
              List<IndexSpec> all = new ArrayList<>(spec.indexes());
              all.add(index);
              return spec.withIndexes(all);
            });
    if (index.isStored()) {
      return after
          .container()
          .awaitIndex(index.storedName())
          .handle((done, failure) -> failure == null)
          .join();
    }
    return true;
  }

  void drop() {
    collections.drop(NAME);
  }

  void dropIndexes() {
    collections.change(NAME, spec -> spec.withIndexes(List.of()));
  }

  /** Writes a document in place of the one with its id; false if an index can't take it. */
  boolean put(BsonDocument document) {
    remove(document.get("_id"));
    try {
      NewDocument made = NewDocument.of(document);
      collection().container().write(made.in(collection(), false, Variables.at(0)));
      return true;
    } catch (EngineException e) {
      return false;
    }
  }

  /** Writes a document in place of the one with its id, which stays the same item. */
  void update(BsonDocument document) {
    NewDocument made = NewDocument.of(document);
    collection().container().upsert(made.key(), made.body());
  }

  void remove(BsonValue id) {
    if (collection().container().read(Collection.key(id)) != null) {
      collection().container().delete(Collection.key(id));
    }
  }

  Reader reader() {
    return new Reader(new NoCall());
  }

  void expireAfter(int seconds) {
    BsonDocument sent =
        BsonDocument.parse("{key: {_ts: 1}, name: '_ts_1', expireAfterSeconds: " + seconds + "}");
    index(sent);
  }

  @Override
  public void close() {
    engine.close();
  }
}
