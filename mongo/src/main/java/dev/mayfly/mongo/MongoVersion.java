package dev.mayfly.mongo;

import java.util.List;

/** Which MongoDB this server presents itself as. Clients branch on these. */
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
