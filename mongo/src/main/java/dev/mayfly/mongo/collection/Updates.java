package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Runs an update. Candidates are found first; whether one matches is decided at commit, or before
 * the commit where that is expensive.
 */
public final class Updates {
  private static final int ATTEMPTS_MAX = 100;
  private static final int SORTED_KEPT = 100;

  /** Documents of a multi-update that are written in one commit. */
  private static final int BATCH_DOCUMENTS = 100;

  private static final long BATCH_BYTES = 4L << 20;

  private final CommandCall call;
  private final Collection collection;
  private final UpdateStatement statement;
  private final boolean heavy;

  public Updates(CommandCall call, Collection collection, UpdateStatement statement) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    Query query = statement.query();
    this.heavy = isExpensive(statement, collection);
    this.statement =
        heavy
            ? statement.with(query.with(call.watched(query.variables()), query.parsing()))
            : statement;
  }

  private static boolean isExpensive(UpdateStatement statement, Collection collection) {
    return statement.update().isPipeline()
        || EvaluationCost.isExpensive(statement.query().document())
        || statement.validated()
            && collection.validator() != null
            && collection.validator().isExpensive();
  }

  /** Whether {@link #submit} may apply, as far as known before parsing. */
  public static boolean isNonBlocking(BsonDocument query, BsonValue change, Collection collection) {
    return change.isDocument()
        && collection.validator() == null
        && !collection.computesKeys()
        && collection.parsing().order().collation() == null
        && Filters.idOf(query) != null
        && !EvaluationCost.isExpensive(query);
  }

  /** Whether {@link #submit} applies. */
  public static boolean isNonBlocking(UpdateStatement statement, Collection collection) {
    return !statement.upsert()
        && !statement.multi()
        && statement.query().id() != null
        && !isExpensive(statement, collection);
  }

  /** Submits the update of the only document that can match. */
  public void submit(BiConsumer<UpdateResult, Throwable> completion) {
    DocumentUpdate update = new DocumentUpdate(statement, collection);
    collection.uses().used();
    LockWait.submit(
        call,
        collection.container(),
        remembered(update, update.request(Collection.key(statement.query().id()))),
        (outcome, failure) -> {
          if (failure == null) {
            completion.accept(written(update, outcome), null);
          } else if (DocumentUpdate.isConflict(failure)) {
            completion.accept(UpdateResult.NONE, null);
          } else {
            completion.accept(null, translate(failure));
          }
        });
  }

  private WriteRequest remembered(DocumentUpdate update, WriteRequest request) {
    return request == null ? null : call.memory().of(request, update::modified);
  }

  private UpdateResult written(DocumentUpdate update, WriteOutcome outcome) {
    call.wrote(outcome);
    return new UpdateResult(1, update.modified() ? 1 : 0, null, outcome);
  }

  /** Runs the update synchronously. */
  public UpdateResult run() {
    UpdateResult result = match();
    if (result.matched() > 0 || !statement.upsert()) {
      return result;
    }
    return LockWait.write(call, this::upsert);
  }

  /** Does not wait for a transaction that inserts the same: others would wait for the lock. */
  private UpdateResult upsert() {
    collection.upserts().lock();
    try {
      return Checkpoint.withoutPause(this::matchOrInsert);
    } finally {
      collection.upserts().unlock();
    }
  }

  private UpdateResult matchOrInsert() {
    MongoException conflict = null;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      UpdateResult result = match();
      if (result.matched() > 0) {
        return result;
      }
      if (conflict != null && attempt > 1) {
        throw conflict;
      }
      try {
        return insert();
      } catch (MongoException e) {
        if (e.code() != ErrorCodes.DUPLICATE_KEY) {
          throw e;
        }
        conflict = e;
      }
    }
    throw conflict;
  }

  private UpdateResult insert() {
    Query query = statement.query();
    BsonDocument made = statement.update().insert(query.document(), query.variables());
    NewDocument document = NewDocument.of(made);
    try {
      WriteRequest request = document.in(collection, statement.validated(), query.variables());
      WriteOutcome outcome =
          collection.container().write(call.memory().upsert(request, document.id()));
      call.wrote(outcome);
      return new UpdateResult(0, 0, document.id(), outcome);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.ALREADY_EXISTS) {
        throw DuplicateKeyErrors.ofId(collection.namespace(), document.id());
      }
      if (e.code() == ErrorCode.ITEM_LOCKED) {
        throw e;
      }
      throw UniqueIndexErrors.translate(e, collection);
    }
  }

  private UpdateResult match() {
    Query query = statement.query();
    Reader reader = new Reader(call);
    BsonValue id = query.id();
    if (id != null) {
      collection.uses().used();
      return one(Collection.key(id));
    }
    if (statement.multi()) {
      return all(reader);
    }
    // Some spare candidates, in case that the first of them change concurrently.
    return first(
        query.sort() == null
            ? Candidates.of(collection, query, reader, 1)
            : Candidates.sorted(collection, query, reader, SORTED_KEPT, 1));
  }

  private UpdateResult first(ItemStream candidates) {
    while (candidates.next()) {
      if (statement.query().matches(candidates.document(), null)) {
        UpdateResult result = one(keyOf(candidates.document()));
        if (result.matched() > 0) {
          return result;
        }
      }
    }
    return UpdateResult.NONE;
  }

  static ItemKey keyOf(BsonDocument document) {
    return Collection.key(document.get("_id"));
  }

  private UpdateResult one(ItemKey key) {
    if (heavy) {
      return computed(key);
    }
    DocumentUpdate update = new DocumentUpdate(statement, collection);
    try {
      WriteRequest request = remembered(update, update.request(key));
      return written(update, LockWait.write(call, () -> collection.container().write(request)));
    } catch (EngineException e) {
      if (DocumentUpdate.isConflict(e)) {
        return UpdateResult.NONE;
      }
      throw translate(e);
    }
  }

  private UpdateResult computed(ItemKey key) {
    DocumentUpdate update = new DocumentUpdate(statement, collection);
    try {
      WriteOutcome outcome =
          new OptimisticWrite(call, collection)
              .write(key, item -> remembered(update, update.replacing(key, item)));
      return outcome == null ? UpdateResult.NONE : written(update, outcome);
    } catch (EngineException e) {
      throw translate(e);
    }
  }

  private MongoException translate(Throwable failure) {
    return UniqueIndexErrors.translate(failure, collection);
  }

  private UpdateResult all(Reader reader) {
    ItemStream candidates = new DeduplicatedItems(collection, statement.query(), reader);
    Total total = new Total();
    List<ItemKey> keys = new ArrayList<>();
    long bytes = 0;
    while (candidates.next()) {
      if (statement.query().matches(candidates.document(), null)) {
        ItemKey key = keyOf(candidates.document());
        if (heavy) {
          total.add(one(key));
        } else {
          keys.add(key);
          bytes += candidates.item().sizeBytes();
        }
      }
      statement.query().variables().releaseTo(0);
      if (keys.size() == BATCH_DOCUMENTS || bytes > BATCH_BYTES) {
        together(keys, total);
        keys.clear();
        bytes = 0;
      }
    }
    together(keys, total);
    return total.result();
  }

  /** Counters of a multi-update. */
  private static final class Total {
    private long matched;
    private long modified;
    private WriteOutcome last;

    void add(UpdateResult result) {
      matched += result.matched();
      modified += result.modified();
      last = result.last() == null ? last : result.last();
    }

    UpdateResult result() {
      return new UpdateResult(matched, modified, null, last);
    }
  }

  /**
   * Updates documents in one commit. If one is rejected, they are updated one by one up to that
   * document.
   */
  private void together(List<ItemKey> keys, Total total) {
    if (keys.isEmpty()) {
      return;
    }
    call.check();
    List<DocumentUpdate> updates = new ArrayList<>(keys.size());
    List<WriteRequest> requests = new ArrayList<>(keys.size());
    for (ItemKey key : keys) {
      DocumentUpdate update = new DocumentUpdate(statement, collection);
      updates.add(update);
      requests.add(update.request(key));
    }
    List<WriteOutcome> outcomes;
    try {
      outcomes = collection.container().batch(requests);
    } catch (EngineException | MongoException e) {
      // The batch was not written.
      for (ItemKey key : keys) {
        total.add(one(key));
      }
      return;
    }
    for (int i = 0; i < outcomes.size(); i++) {
      total.add(written(updates.get(i), outcomes.get(i)));
    }
  }
}
