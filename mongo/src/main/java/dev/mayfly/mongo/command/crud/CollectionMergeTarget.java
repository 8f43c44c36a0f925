package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.DuplicateKeyErrors;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.LockWait;
import dev.mayfly.mongo.collection.NewDocument;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.collection.UniqueIndexErrors;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.net.work.Checkpoint;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The target collection of {@code $merge}. */
final class CollectionMergeTarget implements PipelineContext.MergeTarget {
  private final Reader reader;
  private final Collection target;
  private final boolean validated;
  private final Variables variables;
  private Item found;

  CollectionMergeTarget(
      Backend backend, Reader reader, Namespace target, boolean validated, Variables variables) {
    this.reader = reader;
    this.target = WriteCommand.writable(backend.collections().orCreate(target, reader.call()));
    TimeSeriesRules.refuse(this.target, "$merge");
    this.validated = validated;
    this.variables = variables;
    Checkpoint.mustFinish();
  }

  @Override
  public Uniqueness uniqueness(List<String> fields) {
    IndexSpec index = unique(new HashSet<>(fields));
    if (index == null) {
      return Uniqueness.NONE;
    }
    return index.isSparse() ? Uniqueness.SPARSE : Uniqueness.ALL;
  }

  /** A unique index on exactly these fields that has no filter, best one that is not sparse. */
  private IndexSpec unique(Set<String> fields) {
    IndexSpec found = null;
    for (IndexSpec index : target.spec().allIndexes()) {
      boolean serves =
          (index.isUnique() || index.equals(target.spec().idIndex()))
              && index.partialFilter() == null
              && index.key().keySet().equals(fields);
      if (serves && (found == null || found.isSparse())) {
        found = index;
      }
    }
    return found;
  }

  @Override
  public MongoException duplicate(BsonDocument values) {
    IndexSpec index = unique(values.keySet());
    BsonDocument ordered = new BsonDocument();
    index.key().keySet().forEach(path -> ordered.append(path, values.get(path)));
    return DuplicateKeyErrors.of(target.namespace(), index.name(), index.key(), ordered);
  }

  @Override
  public BsonDocument find(BsonDocument values) {
    BsonDocument filter = new BsonDocument();
    for (Map.Entry<String, BsonValue> each : values.entrySet()) {
      BsonValue value = each.getValue() == null ? BsonNull.VALUE : each.getValue();
      filter.append(each.getKey(), new BsonDocument("$eq", value));
    }
    Query query = Query.of(filter, null, Expressions.PLAIN, variables);
    ItemStream candidates = Candidates.of(target, query, new Reader(reader.call()), 1);
    while (candidates.next()) {
      if (query.matches(candidates.document(), null)) {
        found = candidates.item();
        return candidates.document();
      }
    }
    return null;
  }

  @Override
  public void insert(BsonDocument document) {
    new Inserts(reader.call(), target, validated, variables)
        .inOrder(
            List.of(document),
            (index, failure) -> {
              if (failure != null) {
                throw failure;
              }
            });
  }

  @Override
  public boolean replace(BsonDocument document) {
    NewDocument made = NewDocument.of(document);
    if (validated && target.validator() != null) {
      target
          .validator()
          .check(new LazyDocument(found.body()), new LazyDocument(made.body()), variables);
    }
    try {
      WriteOutcome outcome =
          LockWait.write(
              reader.call(),
              () ->
                  target
                      .container()
                      .write(
                          new WriteRequest.Replace(
                              made.key(), made.body(), found.etag(), target.ttlReading())));
      reader.call().wrote(outcome);
      return true;
    } catch (EngineException e) {
      if (e.code() == ErrorCode.PRECONDITION_FAILED || e.code() == ErrorCode.ITEM_NOT_FOUND) {
        return false;
      }
      throw UniqueIndexErrors.translate(e, target);
    }
  }
}
