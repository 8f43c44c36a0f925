package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it builds indexes and writes: after each start, queries that may
 * read an index, queries that can't and plain Java agree about the same items.
 */
@Timeout(120)
@LongTest
class IndexKillTest implements KilledContainer.Lives {
  private static final int LIVES = Rounds.of(2, 3);
  private static final int BATCH = 100;
  private static final int BATCHES = 15;
  private static final String DEFINITION =
      "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}}";

  @TempDir private Path temporary;
  private final long seed = Seeds.seedOfThreads(IndexKillTest.class);
  private final Random random = new Random(seed);
  private final Set<String> acknowledged = new HashSet<>();
  private int made;

  @Test
  void queriesAgreeAfterKillsDuringBuilds() throws Exception {
    KilledContainer.live(temporary, LIVES, seed, random, DEFINITION, this);
  }

  @Override
  public void begin(KilledContainer container) throws Exception {
    for (int i = 0; i < BATCHES; i++) {
      write(container);
    }
  }

  private void write(KilledContainer container) throws Exception {
    List<BsonDocument> items = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      String id = "i" + made++;
      ids.add(id);
      items.add(
          new BsonDocument("id", new BsonString(id))
              .append("n", new BsonInt32(random.nextInt(10_000)))
              .append("s", new BsonString("s" + random.nextInt(400))));
    }
    container.create("p" + random.nextInt(3), items);
    acknowledged.addAll(ids);
  }

  @Override
  public int killWithinMillis(int life) {
    return life == 0 ? 60 : 250;
  }

  /** Wants indexes, and writes. */
  @Override
  public void work(KilledContainer container) throws Exception {
    container.query("SELECT VALUE c.id FROM c WHERE c.n < 50");
    container.query("SELECT VALUE c.id FROM c WHERE c.s = 's" + random.nextInt(400) + "'");
    write(container);
  }

  @Override
  public void check(KilledContainer container, String when, boolean last) throws Exception {
    TreeMap<String, BsonDocument> items = new TreeMap<>();
    for (BsonValue item : container.query("SELECT * FROM c").results()) {
      items.put(item.asDocument().getString("id").getValue(), item.asDocument());
    }
    assertThat(items.keySet()).as(when).containsAll(acknowledged);
    assertThat(items.size() % BATCH).as("%s: all of a batch or none", when).isZero();
    for (int round = 0; round < 6; round++) {
      int low = random.nextInt(9_900);
      String text = "s" + random.nextInt(400);
      agree(
          container,
          items,
          when,
          "c.n >= " + low + " AND c.n < " + (low + 90),
          "c.n + 0 >= " + low + " AND c.n + 0 < " + (low + 90),
          item -> n(item) >= low && n(item) < low + 90);
      agree(
          container,
          items,
          when,
          "c.s = '" + text + "'",
          "CONCAT(c.s, '') = '" + text + "'",
          item -> item.getString("s").getValue().equals(text));
    }
    List<String> sorted = container.query("SELECT TOP 50 c.id, c.n FROM c ORDER BY c.n").ids();
    List<Integer> wanted =
        items.values().stream().map(IndexKillTest::n).sorted().limit(50).toList();
    assertThat(sorted.stream().map(id -> n(items.get(id))).toList()).as(when).isEqualTo(wanted);
    if (last) {
      // A test that never read an index would prove nothing.
      Await.until(
          "a query that reads an index",
          () -> container.query("SELECT VALUE c.id FROM c WHERE c.n < 20").indexed());
    }
  }

  private static int n(BsonDocument item) {
    return item.getNumber("n").intValue();
  }

  private static void agree(
      KilledContainer container,
      TreeMap<String, BsonDocument> items,
      String when,
      String indexed,
      String plain,
      Predicate<BsonDocument> filter)
      throws Exception {
    List<String> expected =
        items.values().stream().filter(filter).map(i -> i.getString("id").getValue()).toList();
    for (String where : List.of(indexed, plain)) {
      assertThat(container.query("SELECT c.id FROM c WHERE " + where).ids())
          .as("%s: %s", when, where)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
