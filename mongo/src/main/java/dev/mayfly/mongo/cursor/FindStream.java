package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.projection.Projection;
import dev.mayfly.net.work.Checkpoint;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** The results of a find: filter, skip, limit and projection over candidates. */
public final class FindStream implements DocumentStream {
  private static final int BETWEEN_CHECKPOINTS = 16;

  private final ItemStream candidates;
  private final Query query;
  private final Projection projection;
  private final Form form;
  private final MatchDetails details = new MatchDetails();
  private int untilCheckpoint = BETWEEN_CHECKPOINTS;
  private long toSkip;
  private long remaining;

  /** A transformation of what is shown of a document. */
  @FunctionalInterface
  public interface Form {
    /**
     * @param document the whole one
     * @param rid of its item
     */
    BsonDocument of(BsonDocument shown, BsonDocument document, long rid);
  }

  /**
   * @param projection null for whole documents
   * @param limit {@link Long#MAX_VALUE} for all
   */
  public FindStream(
      ItemStream candidates, Query query, Projection projection, long skip, long limit) {
    this(candidates, query, projection, skip, limit, null);
  }

  /**
   * @param form null for none
   */
  public FindStream(
      ItemStream candidates, Query query, Projection projection, long skip, long limit, Form form) {
    this.candidates = requireNonNull(candidates, "candidates");
    this.query = requireNonNull(query, "query");
    this.projection = projection;
    this.form = form;
    this.toSkip = skip;
    this.remaining = limit;
  }

  @Override
  public BsonDocument next() {
    while (remaining > 0 && candidates.next()) {
      checkpoint();
      BsonDocument document = candidates.document();
      details.reset();
      long mark = query.variables().mark();
      boolean matches = query.matches(document, details);
      boolean isShown = matches && toSkip == 0;
      BsonDocument shown = isShown ? shown(document) : null;
      query.variables().releaseTo(mark);
      if (isShown) {
        remaining--;
        return shown;
      }
      toSkip -= matches ? 1 : 0;
    }
    return null;
  }

  @Override
  public void forEachRemaining(Consumer<BsonDocument> consumer) {
    if (toSkip > 0 || remaining < Long.MAX_VALUE || projection != null || form != null) {
      DocumentStream.super.forEachRemaining(consumer);
      return;
    }
    candidates.forEachRemaining(
        document -> {
          checkpoint();
          details.reset();
          if (query.matches(document, details)) {
            consumer.accept(document);
          }
        });
  }

  private void checkpoint() {
    if (--untilCheckpoint == 0) {
      untilCheckpoint = BETWEEN_CHECKPOINTS;
      Checkpoint.pass();
    }
  }

  private BsonDocument shown(BsonDocument document) {
    BsonDocument shown =
        projection == null ? document : projection.apply(document, query.variables(), details);
    return form == null ? shown : form.of(shown, document, candidates.rid());
  }

  @Override
  public boolean isExhausted() {
    return remaining == 0;
  }

  @Override
  public boolean back() {
    remaining++;
    candidates.back();
    return true;
  }

  @Override
  public CompletableFuture<Void> change() {
    return candidates.change();
  }

  @Override
  public void close() {
    candidates.close();
  }
}
