package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.Failures;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Deletes matching documents. Whether a document matches is checked again at commit. */
public final class Deletes {
  private static final int AT_ONCE = 100;

  /** Number of sorted candidates kept in case that the first of them change concurrently. */
  private static final int SORTED_KEPT = 100;

  private final CommandCall call;
  private final Collection collection;
  private final Query query;
  private final boolean heavy;

  public Deletes(CommandCall call, Collection collection, Query query) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    this.heavy = EvaluationCost.isExpensive(query.document());
    this.query = heavy ? query.with(call.watched(query.variables()), query.parsing()) : query;
  }

  /** Whether {@link #submit} applies: the query is an equality on {@code _id}. */
  public static boolean isNonBlocking(BsonDocument query, boolean multi) {
    Iterator<Map.Entry<String, BsonValue>> fields = LazyDocument.allFields(query).iterator();
    if (multi || !fields.hasNext()) {
      return false;
    }
    Map.Entry<String, BsonValue> first = fields.next();
    return !fields.hasNext() && first.getKey().equals("_id") && isPlain(first.getValue());
  }

  private static boolean isPlain(BsonValue id) {
    return switch (id.getBsonType()) {
      case DOCUMENT, REGULAR_EXPRESSION, NULL, UNDEFINED -> false;
      default -> true;
    };
  }

  /** Submits the delete of one document by id. */
  public static void submit(
      CommandCall call,
      Collection collection,
      BsonValue id,
      BiConsumer<WriteOutcome, Throwable> completion) {
    collection.uses().used();
    LockWait.submit(
        call,
        collection.container(),
        call.memory().of(WriteRequest.delete(Collection.key(id)), () -> false),
        (outcome, failure) -> {
          if (failure == null) {
            call.wrote(outcome);
            completion.accept(outcome, null);
          } else if (DocumentUpdate.isConflict(failure)) {
            completion.accept(null, null);
          } else {
            completion.accept(null, Failures.translate(failure));
          }
        });
  }

  /** Deletes the first match; null if there is none. */
  public WriteOutcome one() {
    BsonValue id = query.id();
    if (id != null) {
      collection.uses().used();
      return delete(Collection.key(id));
    }
    Reader reader = new Reader(call);
    ItemStream candidates =
        query.sort() == null
            ? Candidates.of(collection, query, reader, 1)
            : Candidates.sorted(collection, query, reader, SORTED_KEPT, 1);
    while (candidates.next()) {
      if (query.matches(candidates.document(), null)) {
        WriteOutcome outcome = delete(Updates.keyOf(candidates.document()));
        if (outcome != null) {
          return outcome;
        }
      }
    }
    return null;
  }

  /** The filter is evaluated again at commit. */
  private WriteRequest request(ItemKey key) {
    return remembered(
        new WriteRequest.Delete(
            key, null, item -> query.matches(new LazyDocument(item.document()), null)));
  }

  /** As {@link #request}, with the filter evaluated now; null if it does not match. */
  private WriteRequest deleting(ItemKey key, Item item) {
    return query.matches(new LazyDocument(item.document()), null)
        ? remembered(new WriteRequest.Delete(key, item.etag()))
        : null;
  }

  private WriteRequest remembered(WriteRequest request) {
    return call.memory().of(request, () -> false);
  }

  /** Null if it does not match. */
  private WriteOutcome delete(ItemKey key) {
    try {
      WriteOutcome outcome =
          heavy
              ? new OptimisticWrite(call, collection).write(key, item -> deleting(key, item))
              : LockWait.write(call, () -> collection.container().write(request(key)));
      if (outcome != null) {
        call.wrote(outcome);
      }
      return outcome;
    } catch (EngineException e) {
      if (DocumentUpdate.isConflict(e)) {
        return null;
      }
      throw Failures.translate(e);
    }
  }

  /** Deletes all matches and returns their number. */
  public long all() {
    ItemStream candidates = Candidates.of(collection, query, new Reader(call), Long.MAX_VALUE);
    long deleted = 0;
    List<WriteRequest> requests = new ArrayList<>();
    List<CompletableFuture<WriteOutcome>> pending = new ArrayList<>();
    boolean more = true;
    while (more) {
      more = candidates.next();
      if (more && query.matches(candidates.document(), null)) {
        ItemKey key = Updates.keyOf(candidates.document());
        if (heavy) {
          deleted += delete(key) == null ? 0 : 1;
        } else {
          WriteRequest request = request(key);
          requests.add(request);
          pending.add(collection.container().submit(request));
        }
      }
      if (!more || pending.size() >= AT_ONCE) {
        for (int i = 0; i < pending.size(); i++) {
          deleted += isDone(requests.get(i), pending.get(i)) ? 1 : 0;
        }
        requests.clear();
        pending.clear();
      }
    }
    return deleted;
  }

  private boolean isDone(WriteRequest request, CompletableFuture<WriteOutcome> pending) {
    try {
      call.wrote(LockWait.join(call, collection.container(), request, pending));
      return true;
    } catch (EngineException e) {
      if (DocumentUpdate.isConflict(e)) {
        return false;
      }
      throw Failures.translate(e);
    }
  }
}
