package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Inserts documents in batches. */
public final class Inserts {
  private static final int CHUNK_DOCUMENTS = 1000;
  private static final int CHUNK_BYTES = 4 << 20;

  private final CommandCall call;
  private final Collection collection;
  private final boolean validated;
  private final Variables variables;
  private final int firstStatement;

  /** Called with the result of each document: null, or the error. */
  public interface Listener {
    void inserted(int index, MongoException failure);
  }

  /** For a call whose statements are the documents. */
  public Inserts(CommandCall call, Collection collection, boolean validated, Variables variables) {
    this(call, collection, validated, variables, 0);
  }

  /**
   * @param validated whether document validation applies
   * @param firstStatement statement index of the first document
   */
  public Inserts(
      CommandCall call,
      Collection collection,
      boolean validated,
      Variables variables,
      int firstStatement) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
    this.validated = validated;
    this.variables = requireNonNull(variables, "variables");
    this.firstStatement = firstStatement;
  }

  /**
   * Reports the errors of documents none of which can be inserted into any collection, so that none
   * is created for them; false if one can be.
   */
  public static boolean areRefused(List<BsonValue> documents, boolean ordered, Listener listener) {
    List<MongoException> refusals = new ArrayList<>();
    for (BsonValue each : ordered ? documents.subList(0, 1) : documents) {
      try {
        NewDocument.of(each.asDocument());
        return false;
      } catch (MongoException e) {
        refusals.add(e);
      }
    }
    for (int i = 0; i < refusals.size(); i++) {
      listener.inserted(i, refusals.get(i));
    }
    return true;
  }

  private record Prepared(int index, NewDocument document, WriteRequest.Create request) {}

  private Prepared prepare(int index, BsonDocument document) {
    NewDocument made = NewDocument.at(document, variables);
    return new Prepared(index, made, made.in(collection, validated, variables));
  }

  /** Submits one document. */
  public void submit(BsonDocument document, BiConsumer<WriteOutcome, MongoException> completion) {
    Prepared prepared = prepare(0, document);
    LockWait.submit(
        call,
        collection.container(),
        call.memory().of(prepared.request(), () -> false),
        (outcome, failure) -> {
          if (failure == null) {
            call.wrote(outcome);
            completion.accept(outcome, null);
          } else {
            completion.accept(null, translate(prepared, failure));
          }
        });
  }

  private MongoException translate(Prepared prepared, Throwable failure) {
    if (failure instanceof EngineException refused && refused.code() == ErrorCode.ALREADY_EXISTS) {
      return DuplicateKeyErrors.ofId(collection.namespace(), prepared.document().id());
    }
    return UniqueIndexErrors.translate(failure, collection);
  }

  /** Ordered insert: stops at the first error. */
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

  /** Writes a batch up to the first error; false if there was one. */
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
        // The batch was not written: documents before the failed one are written again without it.
        failed = rest.get(e.failedIndex());
        why = translate(failed, e.failure());
        rest = rest.subList(0, e.failedIndex());
      } catch (EngineException e) {
        failed = rest.get(0);
        why = translate(failed, e);
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
    int first = firstStatement + chunk.get(0).index();
    requests.set(last, call.memory().inserts(first, chunk.size(), requests.get(last)));
    List<WriteOutcome> outcomes =
        LockWait.write(call, () -> collection.container().batch(requests));
    outcomes.forEach(outcome -> call.wrote(outcome));
  }

  /** Unordered insert: continues after errors. */
  public void inAnyOrder(List<BsonValue> documents, Listener listener) {
    List<CompletableFuture<WriteOutcome>> pending = new ArrayList<>();
    List<Prepared> prepared = new ArrayList<>();
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      try {
        Prepared each = prepare(i, documents.get(i).asDocument());
        call.memory().begin(firstStatement + i);
        WriteRequest request = call.memory().of(each.request(), () -> false);
        requests.add(request);
        pending.add(collection.container().submit(request));
        prepared.add(each);
      } catch (RuntimeException e) {
        listener.inserted(i, Failures.translate(e));
      }
      if (pending.size() == CHUNK_DOCUMENTS) {
        await(prepared, requests, pending, listener);
      }
    }
    await(prepared, requests, pending, listener);
    keepWithinLimit();
  }

  private void await(
      List<Prepared> prepared,
      List<WriteRequest> requests,
      List<CompletableFuture<WriteOutcome>> pending,
      Listener listener) {
    for (int i = 0; i < pending.size(); i++) {
      try {
        WriteOutcome outcome =
            LockWait.join(call, collection.container(), requests.get(i), pending.get(i));
        call.wrote(outcome);
        listener.inserted(prepared.get(i).index(), null);
      } catch (EngineException | MongoException e) {
        listener.inserted(prepared.get(i).index(), translate(prepared.get(i), e));
      }
    }
    prepared.clear();
    requests.clear();
    pending.clear();
    call.check();
  }
}
