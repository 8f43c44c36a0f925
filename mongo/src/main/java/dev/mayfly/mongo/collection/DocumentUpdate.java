package dev.mayfly.mongo.collection;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.update.SystemFields;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** The update of one document, applied by the committing thread if the document still matches. */
final class DocumentUpdate implements UnaryOperator<byte[]> {
  private static final EngineException NO_MATCH =
      new EngineException(ErrorCode.PRECONDITION_FAILED, "The document does not match any more.");

  private final UpdateStatement statement;
  private final Collection collection;
  private boolean modified;

  DocumentUpdate(UpdateStatement statement, Collection collection) {
    this.statement = statement;
    this.collection = collection;
  }

  WriteRequest request(ItemKey key) {
    return patch(key, this, null);
  }

  /** As {@link #request}, computed now; null if the document does not match. */
  WriteRequest replacing(ItemKey key, Item item) {
    byte[] after;
    try {
      after = apply(item.body());
    } catch (EngineException e) {
      if (isConflict(e)) {
        return null;
      }
      throw e;
    }
    return patch(key, body -> after, item.etag());
  }

  private WriteRequest patch(ItemKey key, UnaryOperator<byte[]> change, Etag etag) {
    boolean replaces = statement.update().isReplacement();
    return new WriteRequest.Patch(key, change, 1, etag, null, collection.ttlReading(), replaces);
  }

  @Override
  public byte[] apply(byte[] body) {
    LazyDocument before = new LazyDocument(body);
    MatchDetails details = new MatchDetails();
    if (!statement.query().matches(before, details)) {
      throw NO_MATCH;
    }
    BsonDocument after = statement.update().apply(before, statement.query().variables(), details);
    byte[] bytes = after == before ? body : BsonBytes.of(after);
    modified = statement.update().alwaysModifies() || !Arrays.equals(body, bytes);
    if (!modified) {
      return body;
    }
    check(before, new LazyDocument(bytes), bytes.length);
    return bytes;
  }

  private void check(LazyDocument before, LazyDocument after, int bytes) {
    SystemFields.check(after);
    if (bytes > NewDocument.BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.BSON_OBJECT_TOO_LARGE,
          "Resulting document after update is larger than " + NewDocument.BYTES_MAX);
    }
    if (statement.validated() && collection.validator() != null) {
      collection.validator().check(before, after, statement.query().variables());
    }
  }

  /** Whether the document was modified rather than rewritten unchanged. */
  boolean modified() {
    return modified;
  }

  /** Whether a failure means that the document changed or no longer matches. */
  static boolean isConflict(Throwable failure) {
    return failure instanceof EngineException refused
        && (refused.code() == ErrorCode.PRECONDITION_FAILED
            || refused.code() == ErrorCode.ITEM_NOT_FOUND);
  }
}
