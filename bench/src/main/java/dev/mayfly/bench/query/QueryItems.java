package dev.mayfly.bench.query;

/**
 * Items of 1 KB by number. What is asked for is spread so evenly that the number of results of each
 * question is known, and so widely that neighbours by value are strangers by key.
 */
final class QueryItems {
  /** How many items each customer has. */
  static final int PER_CUSTOMER = 10;

  static final int CITIES = 50;
  static final int TAGS = 20;
  static final int TAGS_EACH = 3;

  /** How many different weights there are. */
  static final int WEIGHTS = 1000;

  /** How many different values a path has that is asked for once. */
  static final int FRESH_VALUES = 1000;

  static final int FRESH_PATHS = 8;

  private static final int BYTES = 1024;
  private static final int PARTITIONS = 1000;

  /** Primes, so that multiples of them modulo a power of ten pass through every number. */
  private static final long SPREAD = 48_271;

  private static final long OTHER_SPREAD = 7_919;
  private static final String NOTE = "please leave it with the neighbours if nobody is at home, ";

  private final int items;

  /**
   * @param items how many there are: a power of ten
   */
  QueryItems(int items) {
    this.items = items;
  }

  int count() {
    return items;
  }

  static String id(int number) {
    return "order-" + (100_000_000 + number);
  }

  static String partition(int number) {
    return "partition-" + number % PARTITIONS;
  }

  /** No two items have the same. */
  int amount(int number) {
    return (int) (number * SPREAD % items);
  }

  String customer(int number) {
    return customerOf((int) (number * OTHER_SPREAD % items));
  }

  /** The customer of an amount of items, that of any number. */
  String customerOf(int number) {
    return "customer-" + number / PER_CUSTOMER;
  }

  static String tag(int number) {
    return "tag-" + number % TAGS;
  }

  static String fresh(int path) {
    return "fresh" + path;
  }

  String json(int number) {
    int spread = amount(number);
    StringBuilder json = new StringBuilder(BYTES);
    json.append("{\"id\":\"").append(id(number));
    json.append("\",\"pk\":\"").append(partition(number));
    json.append("\",\"status\":\"shipped\",\"express\":false,\"coupon\":null,\"total\":");
    json.append(number % 900).append(".5,\"currency\":\"EUR\",\"customer\":\"");
    json.append(customer(number)).append("\",\"amount\":").append(spread);
    json.append(",\"city\":\"city-").append(number % CITIES);
    json.append("\",\"weight\":").append(spread / 10 % WEIGHTS);
    json.append(",\"created\":\"2026-03-14T15:09:26Z\",\"tags\":[");
    for (int i = 0; i < TAGS_EACH; i++) {
      json.append(i == 0 ? "\"" : ",\"").append(tag(number + i)).append('"');
    }
    json.append("],\"address\":{\"name\":\"Ada Lovelace\",\"street\":\"12 St James's Square\",");
    json.append("\"city\":\"London\",\"zip\":\"SW1Y 4JH\",\"country\":\"GB\",\"lat\":51.5,");
    json.append("\"lon\":-0.125}");
    for (int i = 0; i < FRESH_PATHS; i++) {
      json.append(",\"").append(fresh(i)).append("\":").append((spread / 100 + i) % FRESH_VALUES);
    }
    json.append(",\"note\":\"");
    while (json.length() < BYTES - 2) {
      json.append(NOTE, 0, Math.min(NOTE.length(), BYTES - 2 - json.length()));
    }
    return json.append("\"}").toString();
  }
}
