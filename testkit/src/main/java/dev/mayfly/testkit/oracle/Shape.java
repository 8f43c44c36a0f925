package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What stays the same about a container of a history, and the few keys its items may have. */
record Shape(
    String name,
    PartitionKeyDefinition partitionKey,
    boolean unique,
    boolean dates,
    boolean indexes,
    boolean log,
    boolean events,
    long quotaBytes,
    long partitionQuotaBytes,
    List<PartitionKey> partitions,
    List<ItemKey> keys) {
  private static final Retention FOREVER = new Retention(1L << 40, 1L << 40);

  private static final Object[] VALUES = {"a", "b", 7, null, true, PartitionKey.UNDEFINED};

  static Shape random(String name, Random random) {
    PartitionKeyDefinition definition = partitionKey(random);
    List<PartitionKey> partitions = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Object[] values = new Object[definition.paths().size()];
      for (int level = 0; level < values.length; level++) {
        values[level] = VALUES[random.nextInt(VALUES.length)];
      }
      PartitionKey partition = PartitionKey.of(values);
      if (!partitions.contains(partition)) {
        partitions.add(partition);
      }
    }
    List<ItemKey> keys = new ArrayList<>();
    for (PartitionKey partition : partitions) {
      for (int id = 0; id < (partitions.size() == 1 ? 8 : 4); id++) {
        BsonValue value = id % 2 == 0 ? new BsonString("i" + id) : new BsonInt32(id);
        keys.add(new ItemKey(partition, ItemId.of(value)));
      }
    }
    return new Shape(
        name,
        definition,
        random.nextInt(3) == 0,
        random.nextInt(2) == 0,
        random.nextInt(2) == 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        random.nextInt(6) == 0 ? 200 + random.nextInt(600) : 0,
        random.nextInt(6) == 0 ? 150 + random.nextInt(300) : 0,
        partitions,
        keys);
  }

  private static PartitionKeyDefinition partitionKey(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> PartitionKeyDefinition.NONE;
      case 1 -> PartitionKeyDefinition.multiHash("/p0", "/p1");
      case 2 ->
          new PartitionKeyDefinition(
              PartitionKeyDefinition.Kind.HASH, PartitionKeyDefinition.hash("/p0").paths(), 1);
      default -> PartitionKeyDefinition.hash("/p0");
    };
  }

  /** A definition for the first time. */
  ContainerDefinition definition(
      Integer defaultTtl, List<DateRule> rules, List<PathIndex> pathIndexes) {
    ContainerDefinition.Builder builder =
        ContainerDefinition.named(name)
            .partitionKey(partitionKey)
            .defaultTtl(defaultTtl)
            .dateTtls(dateTtls(rules))
            .pathIndexes(pathIndexes.toArray(PathIndex[]::new))
            .quotaBytes(quotaBytes)
            .partitionQuotaBytes(partitionQuotaBytes);
    if (unique) {
      builder.uniqueKeys(UniqueKey.of("/u"));
    }
    if (log) {
      builder.allVersions(FOREVER);
    }
    if (events) {
      builder.expiryEvents(FOREVER);
    }
    return builder.build();
  }

  private static DateTtl[] dateTtls(List<DateRule> rules) {
    return rules.stream()
        .map(
            rule ->
                new DateTtl(
                    rule.name(), FieldPath.ofDotted(rule.field()), rule.seconds(), rule.filter()))
        .toArray(DateTtl[]::new);
  }

  /** A body with nothing but the key in it. */
  BsonDocument body(ItemKey key) {
    BsonDocument body = new BsonDocument("id", new BsonString(key.id().toString()));
    for (int level = 0; level < partitionKey.paths().size(); level++) {
      Object value = value(key.partitionKey(), level);
      if (value != PartitionKey.UNDEFINED) {
        body.put("p" + level, bson(value));
      }
    }
    return body;
  }

  private static Object value(PartitionKey partition, int level) {
    for (Object value : VALUES) {
      if (PartitionKey.of(value).components().get(0).equals(partition.components().get(level))) {
        return value;
      }
    }
    throw new IllegalArgumentException("no value of this shape: " + partition);
  }

  private static BsonValue bson(Object value) {
    if (value == null) {
      return BsonNull.VALUE;
    }
    if (value instanceof Integer number) {
      return new BsonInt32(number);
    }
    return value instanceof Boolean flag
        ? BsonBoolean.valueOf(flag)
        : new BsonString((String) value);
  }
}
