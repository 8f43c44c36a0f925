package dev.mayfly.mongo.sort;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The bytes of the rows of a sort: the arrival, a number of the caller's and the document. Its sort
 * key is found in the document again.
 */
public final class SortRowCodec<T> implements RowCodec<SortRow<T>> {
  private static final int HEADER_BYTES = 2 * Long.BYTES;
  private static final int INITIAL_BYTES = 512;

  private final Form<T> form;
  private final Function<BsonDocument, BsonValue[]> key;

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
  public byte[] encode(SortRow<T> row) {
    LittleEndianSink sink = new LittleEndianSink(INITIAL_BYTES);
    sink.putLong(row.arrival());
    sink.putLong(form.number(row.value()));
    BsonBytes.write(form.document(row.value()), sink);
    return sink.toByteArray();
  }

  @Override
  public SortRow<T> decode(byte[] bytes) {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long arrival = header.getLong();
    long number = header.getLong();
    BsonDocument document =
        new LazyDocument(RawBson.documentAt(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES));
    return new SortRow<>(key.apply(document), arrival, form.value(document, number));
  }
}
