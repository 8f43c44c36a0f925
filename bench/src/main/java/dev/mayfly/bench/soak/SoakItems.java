package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.CosmosClient;

/** Items of about 1 KB: some that stay, and many that come and go. */
final class SoakItems {
  /** So many that they fill more than one page of 4 MB. */
  static final int STAYING = 6000;

  private static final String FILLER = "mayfly ".repeat(130);

  private SoakItems() {}

  static String stayingId(int number) {
    return "stay-" + number;
  }

  static String partition(int number) {
    return "p" + number % 100;
  }

  /**
   * @param ttlSeconds its own, or 0 for none
   */
  static String json(String id, String partition, int ttlSeconds) {
    return "{\"id\":\"%s\",\"pk\":\"%s\",\"counter\":0,%s\"filler\":\"%s\"}"
        .formatted(id, partition, ttlSeconds == 0 ? "" : "\"ttl\":" + ttlSeconds + ",", FILLER);
  }

  static byte[] staying(int number) {
    return CosmosClient.utf8(json(stayingId(number), partition(number), 0));
  }
}
