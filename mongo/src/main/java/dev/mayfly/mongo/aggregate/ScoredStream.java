package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.text.DocumentSearch;
import org.bson.BsonDocument;

/** What a search found, for a pipeline that may ask for the scores later. */
public final class ScoredStream extends DerivedStream {
  private final DocumentSearch search;

  public ScoredStream(DocumentStream found, DocumentSearch search) {
    super(found);
    this.search = search;
  }

  @Override
  public BsonDocument next() {
    BsonDocument next = source.next();
    if (next != null) {
      search.enter(next);
    }
    return next;
  }

  @Override
  public boolean isExhausted() {
    return source.isExhausted();
  }

  @Override
  public boolean back() {
    return source.back();
  }
}
