package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Deletes documents that match when their turn comes. */
public final class Deletes {
  private static final int AT_ONCE = 100;

  private final CommandCall call;
  private final Collection collection;
  private final Query query;

  public Deletes(CommandCall call, Collection collection, Query query) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    this.query = requireNonNull(query, "query");
  }

  /** Whether {@link #submit} can do it: nothing counts but the id. */
  public static boolean isQuick(BsonDocument query, boolean multi) {
    if (multi || query.size() != 1) {
      return false;
    }
    BsonValue id = query.get("_id");
    return id != null && !id.isDocument() && !id.isRegularExpression() && !id.isNull();
  }

  /** Hands over the delete of the one document that has the id. */
  public static void submit(
      CommandCall call,
      Collection collection,
      BsonValue id,
      BiConsumer<WriteOutcome, Throwable> completion) {
    collection
        .container()
        .submitAlone(
            WriteRequest.delete(Collection.key(id)),
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
    ItemStream candidates =
        Candidates.of(collection, query.document(), query.order(), new Reader(call), 1);
    if (query.sort() != null) {
      for (SortedCandidates.Entry each : SortedCandidates.of(candidates, query, 100)) {
        WriteOutcome outcome = delete(each.item(), each.document());
        if (outcome != null) {
          return outcome;
        }
      }
      return null;
    }
    while (candidates.next()) {
      if (query.matches(candidates.document(), null)) {
        WriteOutcome outcome = delete(candidates.item(), candidates.document());
        if (outcome != null) {
          return outcome;
        }
      }
    }
    return null;
  }

  /** Deletes that version, or a later one that still matches; null if there is none. */
  private WriteOutcome delete(Item seen, BsonDocument document) {
    ItemKey key = Updates.keyOf(document);
    Item item = seen;
    while (item != null) {
      try {
        WriteOutcome outcome =
            collection.container().write(new WriteRequest.Delete(key, item.etag()));
        call.charge(outcome.chargeCentiRu());
        return outcome;
      } catch (EngineException e) {
        item = again(key, e);
      }
    }
    return null;
  }

  /** The item as it is now, if it changed and still matches. */
  private Item again(ItemKey key, Throwable failure) {
    if (!DocumentUpdate.isMiss(failure)) {
      throw Failures.translate(failure);
    }
    call.check();
    boolean changed = ((EngineException) failure).code() == ErrorCode.PRECONDITION_FAILED;
    Item now = changed ? new Reader(call).read(collection.container(), key) : null;
    return now != null && query.matches(new LazyDocument(now.body()), null) ? now : null;
  }

  /** Deletes all that match; how many that were. */
  public long all() {
    ItemStream candidates =
        Candidates.of(
            collection, query.document(), query.order(), new Reader(call), Long.MAX_VALUE);
    long deleted = 0;
    List<Pending> pending = new ArrayList<>();
    boolean more = true;
    while (more) {
      more = candidates.next();
      if (more && query.matches(candidates.document(), null)) {
        pending.add(submit(candidates.item(), candidates.document()));
      }
      if (!more || pending.size() >= AT_ONCE) {
        for (Pending each : pending) {
          deleted += ended(each) ? 1 : 0;
        }
        pending.clear();
      }
    }
    return deleted;
  }

  private record Pending(BsonDocument document, CompletableFuture<WriteOutcome> future) {}

  private Pending submit(Item item, BsonDocument document) {
    WriteRequest request = new WriteRequest.Delete(Updates.keyOf(document), item.etag());
    return new Pending(document, collection.container().submit(request));
  }

  private boolean ended(Pending each) {
    try {
      call.charge(each.future().join().chargeCentiRu());
      return true;
    } catch (CompletionException e) {
      Item changed = again(Updates.keyOf(each.document()), e.getCause());
      return changed != null && delete(changed, each.document()) != null;
    }
  }
}
