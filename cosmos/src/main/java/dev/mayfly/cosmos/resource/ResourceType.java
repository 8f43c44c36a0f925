package dev.mayfly.cosmos.resource;

/** The kinds of resources, as paths and signatures name them. */
public enum ResourceType {
  ACCOUNT("", ""),
  DATABASE("dbs", "Databases"),
  CONTAINER("colls", "DocumentCollections"),
  ITEM("docs", "Documents"),
  STORED_PROCEDURE("sprocs", "StoredProcedures"),
  TRIGGER("triggers", "Triggers"),
  FUNCTION("udfs", "UserDefinedFunctions"),
  CONFLICT("conflicts", "Conflicts"),
  PARTITION_KEY_RANGE("pkranges", "PartitionKeyRanges"),
  USER("users", "Users"),
  PERMISSION("permissions", "Permissions"),
  ENCRYPTION_KEY("clientencryptionkeys", "ClientEncryptionKeys"),
  OFFER("offers", "Offers"),
  /** Where clients in direct mode connect to; the array is spelt as the service spells it. */
  ADDRESS("addresses", "Addresss");

  private final String segment;
  private final String feedName;

  ResourceType(String segment, String feedName) {
    this.segment = segment;
    this.feedName = feedName;
  }

  /** The name in paths. */
  public String segment() {
    return segment;
  }

  /** The name of the array in which a feed of them comes. */
  public String feedName() {
    return feedName;
  }

  /** The type with that segment, or null. */
  public static ResourceType ofSegment(String segment) {
    for (ResourceType type : values()) {
      if (type.segment.equals(segment) && type != ACCOUNT) {
        return type;
      }
    }
    return null;
  }
}
