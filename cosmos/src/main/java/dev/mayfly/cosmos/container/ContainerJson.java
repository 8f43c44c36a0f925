package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourceName;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.item.Etag;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Definitions of containers as clients write and read them. What the engine does not understand is
 * checked, kept in the definition's opaque part and returned; unknown properties are dropped.
 *
 * <p>A replacement is the whole new definition: what it leaves out is off, or as it is by default.
 * Only what cannot be changed stays (partition key, unique keys, client encryption), and what a
 * client that knows nothing of it must not switch off by chance: the time to live in the analytical
 * store, kept versions, expiry events, conflict resolution and the kind of geometry.
 */
public final class ContainerJson {
  private static final String CLIENT_ENCRYPTION = "clientEncryptionPolicy";
  private static final String[] LINKS = {"docs", "sprocs", "triggers", "udfs", "conflicts"};

  private ContainerJson() {}

  /** The definition that a body asks for, without throughput. */
  public static ContainerDefinition create(byte[] json) {
    BsonDocument body = Json.parse(json);
    return define(body, json, null, ContainerDefinition.named(ResourceName.of(body)));
  }

  /** What a body makes of a definition. */
  static ContainerDefinition replace(byte[] json, ContainerDefinition before) {
    BsonDocument body = Json.parse(json);
    String name = ResourceName.of(body);
    if (!name.equals(before.name())) {
      throw PropertyReader.invalid(
          "The id '"
              + name
              + "' in the body is not that of the container, '"
              + before.name()
              + "': a container cannot be renamed.");
    }
    return define(body, json, before, before.toBuilder());
  }

  private static ContainerDefinition define(
      BsonDocument body,
      byte[] json,
      ContainerDefinition before,
      ContainerDefinition.Builder builder) {
    BsonDocument kept = before == null ? new BsonDocument() : DefinitionParts.of(before);
    Integer defaultTtl = TtlJson.readDefault(body, json);
    BsonDocument vectors = VectorPolicyJson.read(body);
    IndexingPolicyJson indexing = IndexingPolicyJson.read(body, vectors);
    if (defaultTtl != null && indexing.policy().mode() == IndexingPolicy.Mode.NONE) {
      throw PropertyReader.invalid(
          "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection");
    }
    BsonDocument texts = FullTextPolicyJson.read(body);
    FullTextPolicyJson.requireNamed(texts, indexing.json());
    VectorPolicyJson.requireSame(vectors, kept);
    VectorIndexesJson.requireSame(
        PropertyReader.document(kept, IndexingPolicyJson.PROPERTY), indexing.json());
    BsonDocument geometry = GeospatialJson.read(body);
    IndexesJson.checkBoundingBoxes(
        indexing.json(),
        GeospatialJson.isGeometry(
            geometry == null ? PropertyReader.document(kept, GeospatialJson.PROPERTY) : geometry));

    BsonDocument parts = new BsonDocument(IndexingPolicyJson.PROPERTY, indexing.json());
    put(
        parts,
        ConflictPolicyJson.PROPERTY,
        ConflictPolicyJson.read(body),
        kept.get(ConflictPolicyJson.PROPERTY));
    put(parts, GeospatialJson.PROPERTY, geometry, kept.get(GeospatialJson.PROPERTY));
    put(parts, ComputedPropertiesJson.PROPERTY, ComputedPropertiesJson.read(body), null);
    put(parts, VectorPolicyJson.PROPERTY, vectors, null);
    put(parts, FullTextPolicyJson.PROPERTY, texts, null);
    put(
        parts,
        CLIENT_ENCRYPTION,
        clientEncryption(body, kept.get(CLIENT_ENCRYPTION), before == null),
        null);
    return builder
        .partitionKey(PartitionKeyJson.read(body, before == null ? null : before.partitionKey()))
        .defaultTtl(defaultTtl)
        .analyticalStorageTtl(
            TtlJson.readAnalytical(
                body, json, before == null ? null : before.analyticalStorageTtl()))
        .indexing(indexing.policy())
        .uniqueKeys(
            UniqueKeyPolicyJson.read(body, before == null ? null : before.uniqueKeys())
                .toArray(UniqueKey[]::new))
        .allVersions(ChangeFeedPolicyJson.read(body, before == null ? null : before.allVersions()))
        .expiryEvents(ExpiryEventsJson.read(body, before == null ? null : before.expiryEvents()))
        .pathIndexes(FullTextPolicyJson.indexes(before, parts))
        .opaque(DefinitionParts.with(before == null ? new BsonDocument() : before.opaque(), parts))
        .build();
  }

  private static void put(
      BsonDocument parts, String property, BsonValue value, BsonValue otherwise) {
    if (value != null) {
      parts.append(property, value);
    } else if (otherwise != null) {
      parts.append(property, otherwise);
    }
  }

  private static BsonValue clientEncryption(BsonDocument body, BsonValue before, boolean isNew) {
    BsonDocument wanted = PropertyReader.document(body, CLIENT_ENCRYPTION);
    if (wanted == null) {
      return before;
    }
    if (!isNew && !wanted.equals(before)) {
      throw PropertyReader.invalid(
          "The client encryption policy of a container cannot be changed.");
    }
    return wanted;
  }

  /** A container as clients read it. */
  public static BsonDocument write(ContainerState state, Etag etag) {
    ContainerDefinition definition = state.definition();
    BsonDocument json = new BsonDocument("id", new BsonString(definition.name()));
    BsonDocument parts = DefinitionParts.of(definition);
    json.append(
        IndexingPolicyJson.PROPERTY,
        parts.containsKey(IndexingPolicyJson.PROPERTY)
            ? parts.get(IndexingPolicyJson.PROPERTY)
            : IndexingPolicyJson.write(definition.indexing()));
    PartitionKeyJson.write(definition.partitionKey(), json);
    writeSeconds("defaultTtl", definition.defaultTtl(), json);
    writeSeconds("analyticalStorageTtl", definition.analyticalStorageTtl(), json);
    UniqueKeyPolicyJson.write(definition.uniqueKeys(), json);
    json.append(ConflictPolicyJson.PROPERTY, ConflictPolicyJson.standard());
    json.append(GeospatialJson.PROPERTY, GeospatialJson.standard());
    ChangeFeedPolicyJson.write(definition.allVersions(), json);
    ExpiryEventsJson.write(definition.expiryEvents(), json);
    json.putAll(parts);
    writeSystemProperties(state, etag, json);
    return json;
  }

  private static void writeSeconds(String property, Integer seconds, BsonDocument into) {
    if (seconds != null) {
      into.append(property, new BsonInt32(seconds));
    }
  }

  private static void writeSystemProperties(ContainerState state, Etag etag, BsonDocument into) {
    String rid = ResourceId.container(state.database(), state.number());
    into.append("_rid", new BsonString(rid))
        .append("_ts", new BsonInt64(state.tsSecond()))
        .append("_self", new BsonString(self(state)))
        .append("_etag", new BsonString(EtagText.of(etag)));
    for (String link : LINKS) {
      into.append("_" + link, new BsonString(link + "/"));
    }
  }

  /** The path of resource ids, with a slash at its end. */
  public static String self(ContainerState state) {
    return "dbs/"
        + ResourceId.database(state.database())
        + "/colls/"
        + ResourceId.container(state.database(), state.number())
        + "/";
  }
}
