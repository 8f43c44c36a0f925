package dev.mayfly.mongo.sort;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.mongo.bson.ReusedSink;
import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The bytes of the rows of a sort: the prefix of the key, the arrival, a number of the caller's,
 * the remaining seconds of the document, and the document. Its sort key is found in the document
 * again if the prefix does not decide.
 */
public final class SortRowCodec<T> implements RowCodec<SortRow<T>> {
  private static final int HEADER_BYTES = 5 * Long.BYTES;

  private final Form<T> form;
  private final Function<BsonDocument, BsonValue[]> key;
  private final ReusedSink sinks = new ReusedSink();

  /** A value as a document with a number. */
  public interface Form<T> {
    BsonDocument document(T value);

    long number(T value);

    T value(BsonDocument document, long number);
  }

  /**
   * @param key of a document
   */
  public SortRowCodec(Form<T> form, Function<BsonDocument, BsonValue[]> key) {
    this.form = requireNonNull(form, "form");
    this.key = requireNonNull(key, "key");
  }

  /** For rows that are documents. */
  public static SortRowCodec<BsonDocument> ofDocuments(Function<BsonDocument, BsonValue[]> key) {
    return new SortRowCodec<>(
        new Form<BsonDocument>() {
          @Override
          public BsonDocument document(BsonDocument value) {
            return value;
          }

          @Override
          public long number(BsonDocument value) {
            return 0;
          }

          @Override
          public BsonDocument value(BsonDocument document, long number) {
            return document;
          }
        },
        key);
  }

  @Override
  public ByteBuffer encode(SortRow<T> row) {
    LittleEndianSink sink = sinks.empty();
    sink.putLong(row.prefix());
    sink.putLong(row.rest());
    sink.putLong(row.arrival());
    sink.putLong(form.number(row.value()));
    BsonDocument document = form.document(row.value());
    sink.putLong(
        document instanceof LazyDocument read
            ? read.remainingSeconds()
            : LazyDocument.REMAINING_UNKNOWN);
    BsonBytes.write(document, sink);
    return sink.toBuffer();
  }

  @Override
  public SortRow<T> decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public SortRow<T> decode(byte[] bytes, int offset, int length) {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(offset);
    long prefix = header.getLong();
    long rest = header.getLong();
    long arrival = header.getLong();
    long number = header.getLong();
    long remainingSeconds = header.getLong();
    BsonDocument document =
        new LazyDocument(
            RawBson.documentAt(bytes, offset + HEADER_BYTES, length - HEADER_BYTES),
            remainingSeconds);
    return new SortRow<>(
        () -> key.apply(document), prefix, rest, arrival, form.value(document, number));
  }
}
