package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;

/** Items of 1 KB as a shop would have them: texts, numbers, lists, an object within. */
final class OrderItems {
  private static final int BYTES = 1024;
  private static final int PARTITIONS = 500;
  private static final String NOTE = "please leave it with the neighbours if nobody is at home, ";

  private OrderItems() {}

  static String id(int number) {
    return "order-" + (100_000_000 + number);
  }

  static String partition(int number) {
    return "customer-" + number % PARTITIONS;
  }

  static byte[] json(int number) {
    StringBuilder json = new StringBuilder(BYTES);
    json.append("{\"id\":\"").append(id(number));
    json.append("\",\"pk\":\"").append(partition(number));
    json.append("\",\"status\":\"shipped\",\"express\":false,\"coupon\":null,\"total\":");
    json.append(number % 900).append(".5,\"currency\":\"EUR\",\"weightGrams\":").append(number);
    json.append(",\"created\":\"2026-03-14T15:09:26Z\",\"lines\":[");
    for (int i = 0; i < 3; i++) {
      json.append(i == 0 ? "" : ",").append("{\"article\":\"A-").append(number % 777 + i);
      json.append("\",\"quantity\":").append(i + 1).append(",\"price\":").append(i).append(".25}");
    }
    json.append("],\"address\":{\"name\":\"Ada Lovelace\",\"street\":\"12 St James's Square\",");
    json.append("\"city\":\"London\",\"zip\":\"SW1Y 4JH\",\"country\":\"GB\",\"lat\":51.5,");
    json.append("\"lon\":-0.125},\"tags\":[\"gift\",\"fragile\",\"spring\"],\"note\":\"");
    while (json.length() < BYTES - 2) {
      json.append(NOTE, 0, Math.min(NOTE.length(), BYTES - 2 - json.length()));
    }
    return CosmosClient.utf8(json.append("\"}").toString());
  }

  /** Fails if an answer is not that item, with every property as it was sent. */
  static void check(Answer answer, byte[] json) {
    if (!answer.contains(json, 1, json.length - 2)) {
      throw new IllegalStateException("This is not the item: " + answer.body());
    }
  }
}
