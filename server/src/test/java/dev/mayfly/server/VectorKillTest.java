package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it writes vectors and follows them with an index: after each start,
 * exact searches and plain Java agree, and the index finds what they find.
 */
@Timeout(300)
@LongTest
class VectorKillTest implements KilledContainer.Lives {
  private static final int LIVES = Rounds.of(2, 4);
  private static final int DIMENSIONS = 8;
  private static final int BATCH = 100;
  private static final int BATCHES = 15;
  private static final String DEFINITION =
      "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2},"
          + "'vectorEmbeddingPolicy':{'vectorEmbeddings':[{'path':'/v','dataType':'float32',"
          + "'distanceFunction':'euclidean','dimensions':8}]},"
          + "'indexingPolicy':{'vectorIndexes':[{'path':'/v','type':'diskANN'}]}}";

  @TempDir private Path temporary;
  private final long seed = Seeds.seedOfThreads(VectorKillTest.class);
  private final Random random = new Random(seed);
  private final Map<String, double[]> written = new TreeMap<>();
  private int made;

  @Test
  void searchesAgreeAfterKills() throws Exception {
    KilledContainer.live(temporary, LIVES, seed, random, DEFINITION, this);
  }

  @Override
  public void begin(KilledContainer container) throws Exception {
    for (int i = 0; i < BATCHES; i++) {
      write(container);
    }
  }

  private double[] vector() {
    return random.doubles(DIMENSIONS, -1, 1).toArray();
  }

  private void write(KilledContainer container) throws Exception {
    Map<String, double[]> batch = new TreeMap<>();
    List<BsonDocument> items = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      String id = "i" + made++;
      batch.put(id, vector());
      List<BsonDouble> elements = Arrays.stream(batch.get(id)).mapToObj(BsonDouble::new).toList();
      items.add(new BsonDocument("id", new BsonString(id)).append("v", new BsonArray(elements)));
    }
    // It may be there although the answer was lost.
    written.putAll(batch);
    container.create("p" + random.nextInt(3), items);
  }

  @Override
  public int killWithinMillis(int life) {
    return 400;
  }

  @Override
  public void work(KilledContainer container) throws Exception {
    container.query(query(vector(), false));
    write(container);
  }

  @Override
  public void check(KilledContainer container, String when, boolean last) throws Exception {
    check(container, when);
    // It would prove nothing without an index, with which a search reads few of the items.
    double[] target = vector();
    Await.until(
        "a search by an index",
        () -> container.query(query(target, false)).retrieved() < BATCHES * BATCH / 2);
    assertThat(container.query(query(target, false)).indexed()).isTrue();
    check(container, "with an index, " + when);
  }

  private void check(KilledContainer container, String when) throws Exception {
    List<String> there = container.query("SELECT VALUE c.id FROM c").ids();
    assertThat(there.size() % BATCH).as("%s: all of a batch or none", when).isZero();
    written.keySet().retainAll(there);
    int found = 0;
    int all = 0;
    for (int i = 0; i < 10; i++) {
      double[] target = vector();
      Comparator<String> near = Comparator.comparingDouble(id -> distance(written.get(id), target));
      List<String> nearest = written.keySet().stream().sorted(near).limit(10).toList();
      assertThat(container.query(query(target, true)).ids()).as(when).isEqualTo(nearest);
      List<String> approximate = container.query(query(target, false)).ids();
      assertThat(approximate).as(when).hasSize(10).isSortedAccordingTo(near);
      found += (int) approximate.stream().filter(nearest::contains).count();
      all += nearest.size();
    }
    assertThat((double) found / all).as(when).isGreaterThanOrEqualTo(0.95);
  }

  private static double distance(double[] left, double[] right) {
    double squares = 0;
    for (int i = 0; i < DIMENSIONS; i++) {
      squares += (left[i] - right[i]) * (left[i] - right[i]);
    }
    return squares;
  }

  private static String query(double[] target, boolean exact) {
    return "SELECT TOP 10 VALUE c.id FROM c ORDER BY VectorDistance(c.v, "
        + Arrays.toString(target)
        + ", "
        + exact
        + ")";
  }
}
