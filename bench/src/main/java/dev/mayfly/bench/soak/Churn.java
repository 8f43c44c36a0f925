package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates items that expire soon, and reads some of them afterwards: they must be gone. */
final class Churn implements Task {
  private static final Pattern TS = Pattern.compile("\"_ts\":([0-9]+)");
  private static final int TTL_SECONDS_MAX = 5;
  private static final int WATCHED_MAX = 64;

  private record Watched(String id, String partition, long deadlineSecond) {}

  private final AtomicLong numbers;
  private final ArrayDeque<Watched> watched = new ArrayDeque<>();

  /**
   * @param numbers of items that were never there before
   */
  Churn(AtomicLong numbers) {
    this.numbers = numbers;
  }

  @Override
  public void once(CosmosClient client, SplittableRandom random) throws IOException {
    long number = numbers.incrementAndGet();
    String id = "churn-" + number;
    String partition = SoakItems.partition((int) (number % 1000));
    int ttl = 1 + random.nextInt(TTL_SECONDS_MAX);
    Answer made =
        CosmosClient.expect(
            201, client.create(partition, CosmosClient.utf8(SoakItems.json(id, partition, ttl))));
    if (watched.size() < WATCHED_MAX) {
      watched.add(new Watched(id, partition, ts(made) + ttl));
    }
    look(client);
  }

  private static long ts(Answer answer) {
    Matcher ts = TS.matcher(answer.body());
    if (!ts.find()) {
      throw new IllegalStateException("There is no _ts: " + answer.body());
    }
    return Long.parseLong(ts.group(1));
  }

  private void look(CosmosClient client) throws IOException {
    Watched oldest = watched.peek();
    long second = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
    if (oldest != null && second >= oldest.deadlineSecond) {
      watched.remove();
      CosmosClient.expect(404, client.read(oldest.id, oldest.partition));
    }
  }
}
