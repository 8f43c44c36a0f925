package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.Failures;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Deletes documents that match when their turn comes. */
public final class Deletes {
  private static final int AT_ONCE = 100;

  /** Of sorted ones so many are remembered, in case that the first of them change meanwhile. */
  private static final int SORTED_KEPT = 100;

  private final CommandCall call;
  private final Collection collection;
  private final Query query;
  private final boolean heavy;

  public Deletes(CommandCall call, Collection collection, Query query) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    this.heavy = Weight.isHeavy(query.document());
    this.query = heavy ? query.with(call.watched(query.variables()), query.parsing()) : query;
  }

  /** Whether {@link #submit} can do it: nothing counts but the id. */
  public static boolean isQuick(BsonDocument query, boolean multi) {
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

  /** Hands over the delete of the one document that has the id. */
  public static void submit(
      CommandCall call,
      Collection collection,
      BsonValue id,
      BiConsumer<WriteOutcome, Throwable> completion) {
    collection.uses().used();
    collection
        .container()
        .submitAlone(
            call.memory().of(WriteRequest.delete(Collection.key(id)), () -> false),
            (outcome, failure) -> {
              if (failure == null) {
                call.charge(outcome.chargeCentiRu());
                completion.accept(outcome, null);
              } else if (DocumentUpdate.isMiss(failure)) {
                completion.accept(null, null);
              } else {
                completion.accept(null, Failures.translate(failure));
              }
            });
  }

  /** Deletes the first that matches; null if none does. */
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

  /** Whether the document matches is asked again when its turn comes. */
  private WriteRequest request(ItemKey key) {
    return remembered(
        new WriteRequest.Delete(
            key, null, item -> query.matches(new LazyDocument(item.document()), null)));
  }

  /** The same, worked out now; null if the document does not match. */
  private WriteRequest deleting(ItemKey key, Item item) {
    return query.matches(new LazyDocument(item.document()), null)
        ? remembered(new WriteRequest.Delete(key, item.etag()))
        : null;
  }

  private WriteRequest remembered(WriteRequest request) {
    return call.memory().of(request, () -> false);
  }

  /** Null if there is none that matches. */
  private WriteOutcome delete(ItemKey key) {
    try {
      WriteOutcome outcome =
          heavy
              ? new ComputedWrite(call, collection).write(key, item -> deleting(key, item))
              : collection.container().write(request(key));
      if (outcome != null) {
        call.charge(outcome.chargeCentiRu());
      }
      return outcome;
    } catch (EngineException e) {
      if (DocumentUpdate.isMiss(e)) {
        return null;
      }
      throw Failures.translate(e);
    }
  }

  /** Deletes all that match; how many that were. */
  public long all() {
    ItemStream candidates = Candidates.of(collection, query, new Reader(call), Long.MAX_VALUE);
    long deleted = 0;
    List<CompletableFuture<WriteOutcome>> pending = new ArrayList<>();
    boolean more = true;
    while (more) {
      more = candidates.next();
      if (more && query.matches(candidates.document(), null)) {
        ItemKey key = Updates.keyOf(candidates.document());
        if (heavy) {
          deleted += delete(key) == null ? 0 : 1;
        } else {
          pending.add(collection.container().submit(request(key)));
        }
      }
      if (!more || pending.size() >= AT_ONCE) {
        for (CompletableFuture<WriteOutcome> each : pending) {
          deleted += isDone(each) ? 1 : 0;
        }
        pending.clear();
      }
    }
    return deleted;
  }

  private boolean isDone(CompletableFuture<WriteOutcome> pending) {
    try {
      call.charge(pending.join().chargeCentiRu());
      return true;
    } catch (CompletionException e) {
      if (DocumentUpdate.isMiss(e.getCause())) {
        return false;
      }
      throw Failures.translate(e.getCause());
    }
  }
}
