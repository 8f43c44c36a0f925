package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.EventPlace;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.catalog.Progress;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.Mark;
import dev.mayfly.engine.ttl.Marks;
import dev.mayfly.engine.ttl.PastPolicy;
import dev.mayfly.engine.ttl.RecordedExpiries;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Databases and containers as BSON rows. */
public final class CatalogCodec {
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private CatalogCodec() {}

  public static byte[] encode(Database database) {
    return bytes(
        new BsonDocument("name", new BsonString(database.name()))
            .append("throughput", throughput(database.throughput()))
            .append("ts", new BsonInt64(database.tsSecond()))
            .append("lsn", new BsonInt64(database.lsn()))
            .append("opaque", database.opaque()));
  }

  /**
   * A database as stored.
   *
   * @throws EngineException CORRUPTED if the row is not what {@link #encode} wrote
   */
  public static Database decodeDatabase(int number, byte[] row) {
    return decoded("database", number, () -> database(number, document(row)));
  }

  private static Database database(int number, BsonDocument document) {
    return new Database(
        number,
        document.getString("name").getValue(),
        throughput(document.getDocument("throughput")),
        document.getInt64("ts").getValue(),
        document.getInt64("lsn").getValue(),
        document.getDocument("opaque"));
  }

  public static byte[] encode(ContainerState state) {
    BsonDocument document =
        new BsonDocument("database", new BsonInt32(state.database()))
            .append("definition", definition(state.definition()))
            .append("sources", policy(state.policy()))
            .append("dates", array(state.dateSources(), CatalogCodec::dateSource))
            .append("nextSource", new BsonInt32(state.nextSource()))
            .append("indexes", IndexCodec.encode(state.indexes()))
            .append("ts", new BsonInt64(state.tsSecond()))
            .append("lsn", new BsonInt64(state.lsn()))
            .append("logTrimmedTo", new BsonInt64(state.logTrimmedTo()))
            .append("eventsRecordedTo", new BsonInt64(state.expiries().toSecond()))
            .append("recordedKeys", recordedKeys(state.expiries().keys()))
            .append("purgeHeld", BsonBoolean.valueOf(state.purgeHeld()));
    if (!state.eventsTrimmedTo().equals(EventPlace.FIRST)) {
      document.append(
          "eventsTrimmedTo",
          new BsonDocument("second", new BsonInt64(state.eventsTrimmedTo().second()))
              .append("lsn", new BsonInt64(state.eventsTrimmedTo().lsn())));
    }
    if (!state.expiries().past().isEmpty()) {
      document.append("pastPolicies", array(state.expiries().past(), CatalogCodec::pastPolicy));
    }
    if (!state.ranges().equals(PartitionKeyRanges.ONE)) {
      document.append("ranges", RangesCodec.encode(state.ranges()));
    }
    return bytes(document);
  }

  /**
   * A container as stored.
   *
   * @throws EngineException CORRUPTED if the row is not what {@link #encode} wrote
   */
  public static ContainerState decodeContainer(int number, byte[] row) {
    return decoded("container", number, () -> container(number, document(row)));
  }

  private static ContainerState container(int number, BsonDocument document) {
    return new ContainerState(
        number,
        document.getInt32("database").getValue(),
        definition(document.getDocument("definition")),
        policy(document.getArray("sources")),
        list(document.getArray("dates"), CatalogCodec::dateSource),
        document.getInt32("nextSource").getValue(),
        IndexCodec.sources(document.getDocument("indexes", new BsonDocument())),
        RangesCodec.ranges(document.get("ranges")),
        document.getInt64("ts").getValue(),
        document.getInt64("lsn").getValue(),
        progress(document));
  }

  private static Progress progress(BsonDocument document) {
    return new Progress(
        document.getInt64("logTrimmedTo").getValue(),
        eventsTrimmedTo(document.get("eventsTrimmedTo")),
        new RecordedExpiries(
            document.getInt64("eventsRecordedTo").getValue(),
            recordedKeys(document.getDocument("recordedKeys")),
            list(document.getArray("pastPolicies", new BsonArray()), CatalogCodec::pastPolicy)),
        document.getBoolean("purgeHeld").getValue());
  }

  /** Earlier versions of Mayfly did not write it down. */
  private static EventPlace eventsTrimmedTo(BsonValue value) {
    return value == null
        ? EventPlace.FIRST
        : new EventPlace(
            value.asDocument().getInt64("second").getValue(),
            value.asDocument().getInt64("lsn").getValue());
  }

  public static byte[] encode(DeletedPartition deleted) {
    return Bytes.concat(Bytes.ofLong(deleted.lsn()), Bytes.ofLong(deleted.second()));
  }

  public static DeletedPartition decodeDeletedPartition(byte[] key, byte[] row) {
    if (row.length != 2 * Long.BYTES) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "The row of a deleted partition does not hold what it must.");
    }
    return new DeletedPartition(
        MetaKeys.partitionOf(key), Bytes.getLong(row, 0), Bytes.getLong(row, Long.BYTES));
  }

  /** A damaged row fails in as many ways as there are fields. */
  private static <T> T decoded(String what, int number, Supplier<T> decoding) {
    try {
      return decoding.get();
    } catch (RuntimeException e) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The definition of " + what + " " + number + " is damaged: restore it from a backup.",
          e);
    }
  }

  private static BsonDocument recordedKeys(Map<Integer, Long> keys) {
    BsonDocument document = new BsonDocument();
    keys.forEach((source, key) -> document.append(source.toString(), new BsonInt64(key)));
    return document;
  }

  private static Map<Integer, Long> recordedKeys(BsonDocument document) {
    Map<Integer, Long> keys = new HashMap<>();
    document.forEach((source, key) -> keys.put(Integer.valueOf(source), key.asInt64().getValue()));
    return keys;
  }

  private static BsonDocument definition(ContainerDefinition definition) {
    return new BsonDocument("name", new BsonString(definition.name()))
        .append("partitionKey", partitionKey(definition.partitionKey()))
        .append("defaultTtl", optional(definition.defaultTtl()))
        .append("dateTtls", array(definition.dateTtls(), CatalogCodec::dateTtl))
        .append("indexing", indexing(definition.indexing()))
        .append(
            "uniqueKeys",
            array(definition.uniqueKeys(), key -> array(key.paths(), CatalogCodec::path)))
        .append("pathIndexes", array(definition.pathIndexes(), IndexCodec::encode))
        .append("throughput", throughput(definition.throughput()))
        .append("analyticalStorageTtl", optional(definition.analyticalStorageTtl()))
        .append("allVersions", retention(definition.allVersions()))
        .append("expiryEvents", retention(definition.expiryEvents()))
        .append("quotaBytes", new BsonInt64(definition.quotaBytes()))
        .append("partitionQuotaBytes", new BsonInt64(definition.partitionQuotaBytes()))
        .append("opaque", definition.opaque());
  }

  private static ContainerDefinition definition(BsonDocument document) {
    return new ContainerDefinition(
        document.getString("name").getValue(),
        partitionKey(document.getDocument("partitionKey")),
        optional(document.get("defaultTtl")),
        list(document.getArray("dateTtls"), CatalogCodec::dateTtl),
        indexing(document.getDocument("indexing")),
        list(
            document.getArray("uniqueKeys"),
            paths -> new UniqueKey(list(paths.asArray(), CatalogCodec::path))),
        list(document.getArray("pathIndexes", new BsonArray()), IndexCodec::index),
        throughput(document.getDocument("throughput")),
        optional(document.get("analyticalStorageTtl")),
        retention(document.get("allVersions")),
        retention(document.get("expiryEvents")),
        document.getInt64("quotaBytes").getValue(),
        document.getInt64("partitionQuotaBytes").getValue(),
        document.getDocument("opaque"));
  }

  static BsonValue path(FieldPath path) {
    return new BsonString(path.toString());
  }

  static FieldPath path(BsonValue value) {
    return FieldPath.ofSlashed(value.asString().getValue());
  }

  private static BsonDocument partitionKey(PartitionKeyDefinition key) {
    return new BsonDocument("kind", new BsonString(key.kind().name()))
        .append("paths", array(key.paths(), CatalogCodec::path))
        .append("version", new BsonInt32(key.version()));
  }

  private static PartitionKeyDefinition partitionKey(BsonDocument document) {
    return new PartitionKeyDefinition(
        PartitionKeyDefinition.Kind.valueOf(document.getString("kind").getValue()),
        list(document.getArray("paths"), CatalogCodec::path),
        document.getInt32("version").getValue());
  }

  private static BsonDocument dateTtl(DateTtl date) {
    return new BsonDocument("name", new BsonString(date.name()))
        .append("path", path(date.path()))
        .append("seconds", new BsonInt64(date.expireAfterSeconds()))
        .append("filter", date.filter() == null ? BsonNull.VALUE : date.filter());
  }

  private static DateTtl dateTtl(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new DateTtl(
        document.getString("name").getValue(),
        path(document.get("path")),
        document.getInt64("seconds").getValue(),
        document.isNull("filter") ? null : document.getDocument("filter"));
  }

  private static BsonDocument dateSource(DateSource source) {
    return new BsonDocument("id", new BsonInt32(source.id()))
        .append("ttl", dateTtl(source.ttl()))
        .append("ready", BsonBoolean.valueOf(source.ready()));
  }

  private static DateSource dateSource(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new DateSource(
        document.getInt32("id").getValue(),
        dateTtl(document.get("ttl")),
        document.getBoolean("ready").getValue());
  }

  private static BsonArray policy(TtlPolicy policy) {
    return array(policy.sources(), CatalogCodec::source);
  }

  private static TtlPolicy policy(BsonArray array) {
    List<ExpirySource> sources = list(array, CatalogCodec::source);
    return new TtlPolicy(sources.get(0), sources.get(1), sources.subList(2, sources.size()));
  }

  private static BsonDocument pastPolicy(PastPolicy past) {
    return new BsonDocument("sources", policy(past.policy()))
        .append("until", new BsonInt64(past.untilSecond()))
        .append("lsn", new BsonInt64(past.lsn()));
  }

  private static PastPolicy pastPolicy(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new PastPolicy(
        policy(document.getArray("sources")),
        document.getInt64("until").getValue(),
        document.getInt64("lsn").getValue());
  }

  private static BsonDocument source(ExpirySource source) {
    return new BsonDocument("id", new BsonInt32(source.id()))
        .append("inForce", BsonBoolean.valueOf(source.inForce()))
        .append("seconds", new BsonInt64(source.seconds()))
        .append("since", new BsonInt64(source.sinceSecond()))
        .append(
            "marks",
            array(
                source.marks().steps(),
                mark ->
                    new BsonDocument("upTo", new BsonInt64(mark.upTo()))
                        .append("lsn", new BsonInt64(mark.lsn()))));
  }

  private static ExpirySource source(BsonValue value) {
    BsonDocument document = value.asDocument();
    List<Mark> marks =
        list(
            document.getArray("marks"),
            mark ->
                new Mark(
                    mark.asDocument().getInt64("upTo").getValue(),
                    mark.asDocument().getInt64("lsn").getValue()));
    return new ExpirySource(
        document.getInt32("id").getValue(),
        document.getBoolean("inForce").getValue(),
        document.getInt64("seconds").getValue(),
        document.getInt64("since").getValue(),
        new Marks(marks));
  }

  private static BsonDocument indexing(IndexingPolicy policy) {
    return new BsonDocument("mode", new BsonString(policy.mode().name()))
        .append("included", array(policy.included(), BsonString::new))
        .append("excluded", array(policy.excluded(), BsonString::new));
  }

  private static IndexingPolicy indexing(BsonDocument document) {
    return new IndexingPolicy(
        IndexingPolicy.Mode.valueOf(document.getString("mode").getValue()),
        list(document.getArray("included"), path -> path.asString().getValue()),
        list(document.getArray("excluded"), path -> path.asString().getValue()));
  }

  private static BsonDocument throughput(Throughput throughput) {
    return new BsonDocument("kind", new BsonString(throughput.kind().name()))
        .append("ruPerSecond", new BsonInt64(throughput.ruPerSecond()));
  }

  private static Throughput throughput(BsonDocument document) {
    return new Throughput(
        Throughput.Kind.valueOf(document.getString("kind").getValue()),
        document.getInt64("ruPerSecond").getValue());
  }

  private static BsonValue retention(Retention retention) {
    return retention == null
        ? BsonNull.VALUE
        : new BsonDocument("seconds", new BsonInt64(retention.seconds()))
            .append("bytes", new BsonInt64(retention.bytes()));
  }

  private static Retention retention(BsonValue value) {
    return value.isNull()
        ? null
        : new Retention(
            value.asDocument().getInt64("seconds").getValue(),
            value.asDocument().getInt64("bytes").getValue());
  }

  private static BsonValue optional(Integer number) {
    return number == null ? BsonNull.VALUE : new BsonInt32(number);
  }

  private static Integer optional(BsonValue value) {
    return value.isNull() ? null : Integer.valueOf(value.asInt32().getValue());
  }

  static <T> BsonArray array(Collection<T> values, Function<T, BsonValue> encode) {
    List<BsonValue> encoded = new ArrayList<>(values.size());
    for (T value : values) {
      encoded.add(encode.apply(value));
    }
    return new BsonArray(encoded);
  }

  static <T> List<T> list(BsonArray array, Function<BsonValue, T> decode) {
    List<T> decoded = new ArrayList<>(array.size());
    for (BsonValue value : array) {
      decoded.add(decode.apply(value));
    }
    return decoded;
  }

  private static byte[] bytes(BsonDocument document) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      CODEC.encode(writer, document, EncoderContext.builder().build());
      return out.toByteArray();
    }
  }

  private static BsonDocument document(byte[] row) {
    // Decoded eagerly: a raw document would keep the row and parse it on each access.
    return new RawBsonDocument(row).decode(CODEC);
  }
}
