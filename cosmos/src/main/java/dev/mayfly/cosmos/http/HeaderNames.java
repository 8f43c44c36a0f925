package dev.mayfly.cosmos.http;

import io.netty.util.AsciiString;

/** The headers that the service and its clients speak, beside those of HTTP. */
public final class HeaderNames {
  public static final AsciiString ACTIVITY_ID = name("x-ms-activity-id");
  public static final AsciiString ALT_CONTENT_PATH = name("x-ms-alt-content-path");
  public static final AsciiString AUTHORIZATION = name("authorization");
  public static final AsciiString A_IM = name("a-im");
  public static final AsciiString AUTOPILOT = name("x-ms-cosmos-offer-autopilot-settings");
  public static final AsciiString BATCH_ATOMIC = name("x-ms-cosmos-batch-atomic");
  public static final AsciiString BATCH_CONTINUE = name("x-ms-cosmos-batch-continue-on-error");
  public static final AsciiString CONTENT_PATH = name("x-ms-content-path");
  public static final AsciiString CONTINUATION = name("x-ms-continuation");
  public static final AsciiString CROSS_PARTITION =
      name("x-ms-documentdb-query-enablecrosspartition");
  public static final AsciiString DATE = name("x-ms-date");
  public static final AsciiString END_EPK = name("x-ms-end-epk");
  public static final AsciiString EXPIRY_SECONDS = name("x-ms-documentdb-expiry-seconds");
  public static final AsciiString FORCE = name("x-mayfly-force");
  public static final AsciiString INDEX_PROGRESS =
      name("x-ms-documentdb-collection-index-transformation-progress");
  public static final AsciiString INDEX_UTILIZATION = name("x-ms-cosmos-index-utilization");
  public static final AsciiString INTENDED_RID = name("x-ms-cosmos-intended-collection-rid");
  public static final AsciiString IS_BATCH = name("x-ms-cosmos-is-batch-request");
  public static final AsciiString IS_QUERY = name("x-ms-documentdb-isquery");
  public static final AsciiString IS_QUERY_PLAN = name("x-ms-cosmos-is-query-plan-request");
  public static final AsciiString IS_UPSERT = name("x-ms-documentdb-is-upsert");
  public static final AsciiString ITEM_COUNT = name("x-ms-item-count");
  public static final AsciiString ITEM_LSN = name("x-ms-item-lsn");
  public static final AsciiString LSN = name("lsn");
  public static final AsciiString MAX_ITEM_COUNT = name("x-ms-max-item-count");
  public static final AsciiString MIGRATE_TO_AUTOPILOT =
      name("x-ms-cosmos-migrate-offer-to-autopilot");
  public static final AsciiString MIGRATE_TO_MANUAL =
      name("x-ms-cosmos-migrate-offer-to-manual-throughput");
  public static final AsciiString MIN_THROUGHPUT = name("x-ms-cosmos-min-throughput");
  public static final AsciiString OFFER_REPLACE_PENDING = name("x-ms-offer-replace-pending");
  public static final AsciiString OFFER_THROUGHPUT = name("x-ms-offer-throughput");
  public static final AsciiString PARTITION_KEY = name("x-ms-documentdb-partitionkey");
  public static final AsciiString PARTITION_KEY_RANGE_ID =
      name("x-ms-documentdb-partitionkeyrangeid");
  public static final AsciiString POPULATE_INDEX_METRICS = name("x-ms-cosmos-populateindexmetrics");
  public static final AsciiString POPULATE_INDEX_METRICS_V2 =
      name("x-ms-cosmos-populateindexmetrics-v2");
  public static final AsciiString POPULATE_QUERY_METRICS =
      name("x-ms-documentdb-populatequerymetrics");
  public static final AsciiString POPULATE_QUOTA = name("x-ms-documentdb-populatequotainfo");
  public static final AsciiString POST_TRIGGERS = name("x-ms-documentdb-post-trigger-include");
  public static final AsciiString PREFER = name("prefer");
  public static final AsciiString PRE_TRIGGERS = name("x-ms-documentdb-pre-trigger-include");
  public static final AsciiString QUERY_METRICS = name("x-ms-documentdb-query-metrics");
  public static final AsciiString REQUEST_CHARGE = name("x-ms-request-charge");
  public static final AsciiString RESOURCE_QUOTA = name("x-ms-resource-quota");
  public static final AsciiString RESOURCE_USAGE = name("x-ms-resource-usage");
  public static final AsciiString RETRY_AFTER_MS = name("x-ms-retry-after-ms");
  public static final AsciiString SCRIPT_LOG = name("x-ms-documentdb-script-log-results");
  public static final AsciiString SCRIPT_LOGGING = name("x-ms-documentdb-script-enable-logging");
  public static final AsciiString SESSION_TOKEN = name("x-ms-session-token");
  public static final AsciiString CONSISTENCY_LEVEL = name("x-ms-consistency-level");
  public static final AsciiString START_EPK = name("x-ms-start-epk");
  public static final AsciiString SUB_STATUS = name("x-ms-substatus");
  public static final AsciiString TTL_REMAINING = name("x-mayfly-ttl-remaining-seconds");
  public static final AsciiString VERSION = name("x-ms-version");

  private HeaderNames() {}

  private static AsciiString name(String text) {
    return AsciiString.cached(text);
  }
}
