package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.update.EmptyTimestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Inserts documents into a collection, many of them in few commits. */
public final class Inserts {
  private static final int CHUNK_DOCUMENTS = 1000;
  private static final int CHUNK_BYTES = 4 << 20;

  private final CommandCall call;
  private final Collection collection;
  private final boolean validated;
  private final Variables variables;

  /** Told what became of each document: null, or why it was not inserted. */
  public interface Listener {
    void inserted(int index, MongoException failure);
  }

  /**
   * @param validated whether the collection's rules count
   */
  public Inserts(CommandCall call, Collection collection, boolean validated, Variables variables) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    this.validated = validated;
    this.variables = requireNonNull(variables, "variables");
  }

  private record Prepared(int index, NewDocument document, WriteRequest.Create request) {}

  private Prepared prepare(int index, BsonDocument document) {
    NewDocument made = NewDocument.of(EmptyTimestamps.filled(document, variables.nowMillis()));
    return new Prepared(index, made, made.in(collection, validated, variables));
  }

  /** Hands one document over. */
  public void submit(BsonDocument document, BiConsumer<WriteOutcome, MongoException> completion) {
    Prepared prepared = prepare(0, document);
    collection
        .container()
        .submitAlone(
            call.memory().of(prepared.request(), () -> false),
            (outcome, failure) -> {
              if (failure == null) {
                call.charge(outcome.chargeCentiRu());
                completion.accept(outcome, null);
              } else {
                completion.accept(null, told(prepared, failure));
              }
            });
  }

  private MongoException told(Prepared prepared, Throwable failure) {
    if (failure instanceof EngineException refused && refused.code() == ErrorCode.ALREADY_EXISTS) {
      return DuplicateKey.ofId(collection.namespace(), prepared.document().id());
    }
    return UniqueFailures.told(failure, collection);
  }

  /** Inserts until one fails. */
  public void inOrder(List<BsonValue> documents, Listener listener) {
    int following = 0;
    boolean failed = false;
    while (following < documents.size() && !failed) {
      call.check();
      List<Prepared> chunk = new ArrayList<>();
      MongoException refused = null;
      long bytes = 0;
      while (refused == null
          && following < documents.size()
          && chunk.size() < CHUNK_DOCUMENTS
          && bytes < CHUNK_BYTES) {
        try {
          Prepared prepared = prepare(following, documents.get(following).asDocument());
          chunk.add(prepared);
          bytes += prepared.document().body().length;
          following++;
        } catch (RuntimeException e) {
          refused = Failures.translate(e);
        }
      }
      failed = !write(chunk, listener);
      keepWithinLimit();
      if (!failed && refused != null) {
        listener.inserted(following, refused);
        failed = true;
      }
    }
  }

  /** Writes a chunk until one fails; false if one did. */
  private boolean write(List<Prepared> chunk, Listener listener) {
    List<Prepared> rest = chunk;
    Prepared failed = null;
    MongoException why = null;
    while (!rest.isEmpty()) {
      try {
        batch(rest);
        rest.forEach(each -> listener.inserted(each.index(), null));
        break;
      } catch (BatchRejectedException e) {
        // Nothing of it was written: those before the failure are tried again without it.
        failed = rest.get(e.failedIndex());
        why = told(failed, e.failure());
        rest = rest.subList(0, e.failedIndex());
      } catch (EngineException e) {
        failed = rest.get(0);
        why = told(failed, e);
        rest = List.of();
      }
    }
    if (failed != null) {
      listener.inserted(failed.index(), why);
    }
    return failed == null;
  }

  private void keepWithinLimit() {
    if (collection.spec().isCapped()) {
      CappedLimit.enforce(call, collection);
    }
  }

  private void batch(List<Prepared> chunk) {
    List<WriteRequest> requests = new ArrayList<>(chunk.size());
    for (Prepared each : chunk) {
      requests.add(each.request());
    }
    int last = chunk.size() - 1;
    requests.set(
        last, call.memory().inserts(chunk.get(0).index(), chunk.size(), requests.get(last)));
    for (WriteOutcome outcome : collection.container().batch(requests)) {
      call.charge(outcome.chargeCentiRu());
    }
  }

  /** Inserts all that can be. */
  public void inAnyOrder(List<BsonValue> documents, Listener listener) {
    List<CompletableFuture<WriteOutcome>> pending = new ArrayList<>();
    List<Prepared> prepared = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      try {
        Prepared each = prepare(i, documents.get(i).asDocument());
        call.memory().begin(i);
        pending.add(collection.container().submit(call.memory().of(each.request(), () -> false)));
        prepared.add(each);
      } catch (RuntimeException e) {
        listener.inserted(i, Failures.translate(e));
      }
      if (pending.size() == CHUNK_DOCUMENTS) {
        await(prepared, pending, listener);
      }
    }
    await(prepared, pending, listener);
    keepWithinLimit();
  }

  private void await(
      List<Prepared> prepared, List<CompletableFuture<WriteOutcome>> pending, Listener listener) {
    for (int i = 0; i < pending.size(); i++) {
      try {
        call.charge(pending.get(i).join().chargeCentiRu());
        listener.inserted(prepared.get(i).index(), null);
      } catch (CompletionException e) {
        listener.inserted(prepared.get(i).index(), told(prepared.get(i), e.getCause()));
      }
    }
    prepared.clear();
    pending.clear();
    call.check();
  }
}
