package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
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

/**
 * An update as the committing thread does it to one document, if the document still matches when
 * its turn comes.
 */
final class DocumentUpdate implements UnaryOperator<byte[]> {
  private static final EngineException NO_MATCH =
      new EngineException(ErrorCode.PRECONDITION_FAILED, "The document does not match any more.");

  private final UpdateStatement statement;
  private final Collection collection;
  private boolean modified;

  DocumentUpdate(UpdateStatement statement, Collection collection) {
    this.statement = requireNonNull(statement, "statement");
    this.collection = requireNonNull(collection, "collection");
  }

  WriteRequest request(ItemKey key) {
    return new WriteRequest.Patch(key, this, 1, null, collection.ttlReading());
  }

  /** The same as {@link #request}, worked out now; null if the document does not match. */
  WriteRequest replacing(ItemKey key, Item item) {
    byte[] after;
    try {
      after = apply(item.body());
    } catch (EngineException e) {
      if (isMiss(e)) {
        return null;
      }
      throw e;
    }
    return new WriteRequest.Replace(key, after, item.etag(), collection.ttlReading());
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
    modified = !Arrays.equals(body, bytes);
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

  /** Whether the document was changed by it, and not only written anew. */
  boolean modified() {
    return modified;
  }

  /** Whether a failure only says that another document must be looked for. */
  static boolean isMiss(Throwable failure) {
    return failure instanceof EngineException refused
        && (refused.code() == ErrorCode.PRECONDITION_FAILED
            || refused.code() == ErrorCode.ITEM_NOT_FOUND);
  }
}
