package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.read.Tally;

/** How much a container holds and may hold. What has expired does not count (C3). */
final class Quota {
  private static final long KB = 1024;
  // What the service allows a physical partition, for containers that have no quota of their own.
  private static final long SERVICE_QUOTA_KB = 50 * KB * KB;

  private Quota() {}

  static void write(Container container, Response response) {
    Tally live = container.live();
    long usedKb = (live.bytes() + KB - 1) / KB;
    long quotaBytes = container.definition().quotaBytes();
    long quotaKb = quotaBytes > 0 ? quotaBytes / KB : SERVICE_QUOTA_KB;
    response
        .header(HeaderNames.RESOURCE_QUOTA, sizes(KB * 50, quotaKb, -1))
        .header(HeaderNames.RESOURCE_USAGE, sizes(usedKb, usedKb, live.items()));
  }

  private static String sizes(long documentKb, long documentsKb, long count) {
    return "documentSize="
        + documentKb
        + ";documentsSize="
        + documentsKb
        + ";documentsCount="
        + count
        + ";collectionSize="
        + documentsKb
        + ";";
  }
}
