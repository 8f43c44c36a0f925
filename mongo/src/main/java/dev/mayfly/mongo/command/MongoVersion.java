package dev.mayfly.mongo.command;

import java.util.List;

/** The MongoDB version that the server reports. Clients branch on these values. */
public final class MongoVersion {
  public static final String TEXT = "8.0.0";
  public static final List<Integer> ARRAY = List.of(8, 0, 0, 0);
  public static final String FEATURE_COMPATIBILITY = "8.0";
  public static final int WIRE_MIN = 0;
  public static final int WIRE_MAX = 25;

  public static final int DOCUMENT_BYTES_MAX = 16 << 20;
  public static final int MESSAGE_BYTES_MAX = 48_000_000;
  public static final int WRITE_BATCH_MAX = 100_000;

  private MongoVersion() {}
}
