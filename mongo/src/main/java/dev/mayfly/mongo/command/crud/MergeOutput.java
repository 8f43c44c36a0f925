package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.NewDocument;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.collection.UniqueFailures;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.net.work.Checkpoint;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $merge}: finds and writes single documents of the target. */
final class MergeOutput implements PipelineContext.MergeTarget {
  private final Reader reader;
  private final Collection target;
  private final boolean validated;
  private final Variables variables;
  private Item found;

  MergeOutput(
      Backend backend, Reader reader, Namespace target, boolean validated, Variables variables) {
    this.reader = requireNonNull(reader, "reader");
    this.target = WriteCommand.writable(backend.collections().orCreate(target));
    this.validated = validated;
    this.variables = requireNonNull(variables, "variables");
    Checkpoint.mustFinish();
  }

  @Override
  public boolean isUnique(List<String> fields) {
    if (fields.equals(List.of("_id"))) {
      return true;
    }
    for (IndexSpec index : target.spec().indexes()) {
      if (index.isUnique()
          && index.partialFilter() == null
          && index.key().keySet().equals(new HashSet<>(fields))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public BsonDocument find(BsonDocument values) {
    BsonDocument filter = new BsonDocument();
    for (Map.Entry<String, BsonValue> each : values.entrySet()) {
      BsonValue value = each.getValue() == null ? BsonNull.VALUE : each.getValue();
      filter.append(each.getKey(), new BsonDocument("$eq", value));
    }
    Query query = Query.of(filter, null, ParseContext.PLAIN, variables);
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
          target
              .container()
              .write(
                  new WriteRequest.Replace(
                      made.key(), made.body(), found.etag(), target.ttlReading()));
      reader.call().charge(outcome.chargeCentiRu());
      return true;
    } catch (EngineException e) {
      if (e.code() == ErrorCode.PRECONDITION_FAILED || e.code() == ErrorCode.ITEM_NOT_FOUND) {
        return false;
      }
      throw UniqueFailures.told(e, target);
    }
  }
}
