package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ttl.TtlValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * What a container is asked to be.
 *
 * @param defaultTtl null = TTL off, -1 = on without a default, else seconds (A1)
 * @param analyticalStorageTtl kept and returned
 * @param allVersions keeps all versions and deletes; null = off
 * @param expiryEvents keeps an event for each expiry (F3); null = off
 * @param quotaBytes live bytes that the container may hold; 0 = no quota
 * @param partitionQuotaBytes live bytes that a logical partition may hold; 0 = no quota
 * @param opaque for the front ends; the engine keeps and returns it
 */
public record ContainerDefinition(
    String name,
    PartitionKeyDefinition partitionKey,
    Integer defaultTtl,
    List<DateTtl> dateTtls,
    IndexingPolicy indexing,
    List<UniqueKey> uniqueKeys,
    List<PathIndex> pathIndexes,
    Throughput throughput,
    Integer analyticalStorageTtl,
    Retention allVersions,
    Retention expiryEvents,
    long quotaBytes,
    long partitionQuotaBytes,
    BsonDocument opaque) {

  public static final int NAME_CHARACTERS_MAX = 255;
  public static final int UNIQUE_KEYS_MAX = 10;
  public static final int DATE_TTLS_MAX = 32;
  public static final int PATH_INDEXES_MAX = 64;

  public ContainerDefinition {
    checkName("container", name);
    requireNonNull(partitionKey, "partitionKey");
    TtlValue.checkDefault(defaultTtl);
    dateTtls = List.copyOf(dateTtls);
    requireNonNull(indexing, "indexing");
    uniqueKeys = List.copyOf(uniqueKeys);
    pathIndexes = List.copyOf(pathIndexes);
    requireNonNull(throughput, "throughput");
    requireNonNull(opaque, "opaque");
    limit("unique keys", uniqueKeys.size(), UNIQUE_KEYS_MAX);
    limit("date TTLs", dateTtls.size(), DATE_TTLS_MAX);
    limit("path indexes", pathIndexes.size(), PATH_INDEXES_MAX);
    differ("date TTLs", dateTtls.stream().map(DateTtl::name).toList());
    differ("path indexes", pathIndexes.stream().map(PathIndex::name).toList());
    if (defaultTtl != null && indexing.mode() == IndexingPolicy.Mode.NONE) {
      throw bad(
          "A default TTL needs an indexing policy of mode 'consistent': set the mode, or remove"
              + " defaultTtl.");
    }
    if (analyticalStorageTtl != null && analyticalStorageTtl < -1) {
      throw TtlValue.refuse("analyticalStorageTtl", analyticalStorageTtl);
    }
    if (quotaBytes < 0 || partitionQuotaBytes < 0) {
      throw bad("A quota must not be negative.");
    }
  }

  static void checkName(String what, String name) {
    requireNonNull(name, "name");
    if (name.isEmpty() || name.length() > NAME_CHARACTERS_MAX) {
      throw bad(
          "The name of a " + what + " must have 1 to " + NAME_CHARACTERS_MAX + " characters.");
    }
  }

  private static void limit(String what, int size, int max) {
    if (size > max) {
      throw bad("A container has at most " + max + " " + what + ", not " + size + ".");
    }
  }

  private static void differ(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw bad("Two " + what + " are named '" + name + "'.");
      }
    }
  }

  private static EngineException bad(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  public static Builder named(String name) {
    return new Builder(name);
  }

  public Builder toBuilder() {
    Builder builder = new Builder(name);
    builder.partitionKey = partitionKey;
    builder.defaultTtl = defaultTtl;
    builder.dateTtls = dateTtls;
    builder.indexing = indexing;
    builder.uniqueKeys = uniqueKeys;
    builder.pathIndexes = pathIndexes;
    builder.throughput = throughput;
    builder.analyticalStorageTtl = analyticalStorageTtl;
    builder.allVersions = allVersions;
    builder.expiryEvents = expiryEvents;
    builder.quotaBytes = quotaBytes;
    builder.partitionQuotaBytes = partitionQuotaBytes;
    builder.opaque = opaque;
    return builder;
  }

  /** Builds a definition; everything but the name has a default. */
  public static final class Builder {
    private String name;
    private PartitionKeyDefinition partitionKey = PartitionKeyDefinition.NONE;
    private Integer defaultTtl;
    private List<DateTtl> dateTtls = List.of();
    private IndexingPolicy indexing = IndexingPolicy.ALL;
    private List<UniqueKey> uniqueKeys = List.of();
    private List<PathIndex> pathIndexes = List.of();
    private Throughput throughput = Throughput.NONE;
    private Integer analyticalStorageTtl;
    private Retention allVersions;
    private Retention expiryEvents;
    private long quotaBytes;
    private long partitionQuotaBytes;
    private BsonDocument opaque = new BsonDocument();

    private Builder(String name) {
      this.name = name;
    }

    public Builder name(String value) {
      name = value;
      return this;
    }

    public Builder partitionKey(PartitionKeyDefinition value) {
      partitionKey = value;
      return this;
    }

    /** Hash partitioning, version 2: one path, or up to three hierarchical ones. */
    public Builder partitionKey(String... slashedPaths) {
      return partitionKey(
          slashedPaths.length == 1
              ? PartitionKeyDefinition.hash(slashedPaths[0])
              : PartitionKeyDefinition.multiHash(slashedPaths));
    }

    public Builder defaultTtl(Integer seconds) {
      defaultTtl = seconds;
      return this;
    }

    public Builder dateTtls(DateTtl... values) {
      dateTtls = List.of(values);
      return this;
    }

    public Builder indexing(IndexingPolicy value) {
      indexing = value;
      return this;
    }

    public Builder uniqueKeys(UniqueKey... values) {
      uniqueKeys = List.of(values);
      return this;
    }

    public Builder pathIndexes(PathIndex... values) {
      pathIndexes = List.of(values);
      return this;
    }

    public Builder throughput(Throughput value) {
      throughput = value;
      return this;
    }

    public Builder analyticalStorageTtl(Integer seconds) {
      analyticalStorageTtl = seconds;
      return this;
    }

    public Builder allVersions(Retention value) {
      allVersions = value;
      return this;
    }

    public Builder expiryEvents(Retention value) {
      expiryEvents = value;
      return this;
    }

    public Builder quotaBytes(long value) {
      quotaBytes = value;
      return this;
    }

    public Builder partitionQuotaBytes(long value) {
      partitionQuotaBytes = value;
      return this;
    }

    public Builder opaque(BsonDocument value) {
      opaque = value;
      return this;
    }

    public ContainerDefinition build() {
      return new ContainerDefinition(
          name,
          partitionKey,
          defaultTtl,
          dateTtls,
          indexing,
          uniqueKeys,
          pathIndexes,
          throughput,
          analyticalStorageTtl,
          allVersions,
          expiryEvents,
          quotaBytes,
          partitionQuotaBytes,
          opaque);
    }
  }
}
