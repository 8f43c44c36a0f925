package dev.mayfly.bench.all;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which benchmarks a run is made of, in which order. */
final class Plan {
  private static final Duration FULL_LIMIT = Duration.ofHours(2);
  private static final int SOAK_MINUTES = 30;

  private final boolean quick;
  private final List<Part> parts = new ArrayList<>();

  private Plan(boolean quick) {
    this.quick = quick;
  }

  static List<Part> parts(boolean quick) {
    Plan plan = new Plan(quick);
    plan.add("engine", 4, "Engine", "The engine beside bare RocksDB, in one process.");
    plan.add(
        "dead-rows",
        5,
        "Reads past dead items",
        "Reads in a container with dead items that are not purged, beside the same without them.");
    plan.add(
        "query",
        9,
        "Queries",
        "Queries beside PostgreSQL with the same items as jsonb; bytes on disk of both.");
    plan.add("spill", 6, "Sorts and groups that spill", "As large as several times their memory.");
    plan.add(
        "mongo",
        12,
        "MongoDB port",
        "The Java driver on Mayfly with its data on disk, beside a server that keeps all in"
            + " memory, and beside the least that a server can do.");
    plan.add(
        "cosmos",
        8,
        "Cosmos endpoint",
        "Processor time and latencies beside another server, an empty handler, and direct mode.");
    plan.add("cluster", 6, "Cluster", "Three nodes beside one server, on the same cores.");
    plan.add("vector", 5, "Vector search", "An index of vectors beside Lucene used directly.");
    plan.add("fulltext", 5, "Full-text search", "Searches beside Lucene used directly.");
    plan.add(
        "scripts",
        3,
        "User-defined functions",
        "Calls in queries beside the same arithmetic in the query, and beside one at a time.");
    plan.add(
        "events",
        5,
        "Expiry events",
        "From the deadline to the delivered event: 1,000 due among many that are not, beside"
            + " Redis with keyspace events.");
    plan.add(
        "growth",
        6,
        "Growth",
        "Operations in stores of three sizes: all but scans should take the same time.");
    plan.alone("prepare", 2, "Prepared queries", "Binding a query beside compiling it.");
    plan.alone("start", 6, "Start", "Time to the first answer, and memory of an idle server.");
    plan.soak();
    return List.copyOf(plan.parts);
  }

  private void add(String name, int minutesMax, String title, String about) {
    parts.add(
        new Part(
            name,
            title,
            about,
            quick ? List.of(name, "--quick") : List.of(name),
            limit(minutesMax)));
  }

  /** A benchmark that has no quick form, because it is quick. */
  private void alone(String name, int minutesMax, String title, String about) {
    parts.add(new Part(name, title, about, List.of(name), limit(minutesMax)));
  }

  private void soak() {
    parts.add(
        new Part(
            "soak",
            "Load that lasts",
            "Both APIs with items that come and go: latencies and what the server holds over time.",
            quick
                ? List.of("soak", "--quick")
                : List.of("soak", "--minutes", Integer.toString(SOAK_MINUTES)),
            limit(5)));
  }

  private Duration limit(int minutesMax) {
    return quick ? Duration.ofMinutes(minutesMax) : FULL_LIMIT;
  }
}
