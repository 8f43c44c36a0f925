package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.IndexRequest;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Indexes that come when a query asks for them, and go when none does. */
class AutomaticIndexTest extends EachStorageTest {
  private static final int INDEXES_MAX = 16;
  private static final long TEN_MINUTES = 600;
  private static final long SEVEN_DAYS = 7 * 86_400;

  private static FieldPath path(String slashed) {
    return FieldPath.ofSlashed(slashed);
  }

  private static IndexRequest.Outcome want(Container container, String slashed) {
    return container.requestIndex(path(slashed)).outcome();
  }

  private void assertMade(Container container, String slashed) {
    assertThat(want(container, slashed)).isEqualTo(IndexRequest.Outcome.BUILDING);
    engine.background().catchUp();
    assertThat(want(container, slashed)).isEqualTo(IndexRequest.Outcome.READY);
  }

  private static List<String> read(Container container, String slashed, IndexRange range) {
    String name = container.requestIndex(path(slashed)).name();
    return ids(
        container
            .scanIndex(new IndexQuery(name, range), null, ReadLimits.DEFAULT)
            .entries()
            .stream()
            .map(IndexEntry::item)
            .toList());
  }

  private static List<IndexStatus> inPhase(Container container, IndexStatus.Phase phase) {
    return container.indexes().stream().filter(status -> status.phase() == phase).toList();
  }

  @Test
  void theFirstToAskGetsAnIndexLaterAndTheDefinitionStaysWhatItIs() {
    Container c = container(null);
    Etag etag = engine.etag(c.state());
    put(c, "b", "n", 2);
    put(c, "a", "n", 1);
    put(c, "none");
    assertMade(c, "/n");
    put(c, "c", "n", 0);
    assertThat(read(c, "/n", IndexRange.ALL)).containsExactly("none", "c", "a", "b");
    assertThat(read(c, "/n", IndexRange.equalTo(new BsonInt32(2)))).containsExactly("b");
    assertThat(engine.etag(c.state())).isEqualTo(etag);
    assertThat(c.definition().pathIndexes()).isEmpty();
    IndexStatus status = c.indexes().get(0);
    assertThat(status.source().automatic()).isTrue();
    assertThat(status.reason()).contains("query");
    reopen();
    assertThat(read(again(c), "/n", IndexRange.ALL)).containsExactly("none", "c", "a", "b");
  }

  @Test
  void whatThePolicyExcludesGetsNoneAndLosesTheOneItHad() {
    Container c =
        create(
            named("c")
                .indexing(
                    new IndexingPolicy(
                        IndexingPolicy.Mode.CONSISTENT, List.of("/*"), List.of("/big/*"))));
    put(c, "a", "n", 1);
    IndexRequest refused = c.requestIndex(path("/big/text"));
    assertThat(refused.outcome()).isEqualTo(IndexRequest.Outcome.REFUSED);
    assertThat(refused.reason()).contains("/big/text");
    assertMade(c, "/n");
    change(
        c,
        definition ->
            definition.indexing(
                new IndexingPolicy(
                    IndexingPolicy.Mode.CONSISTENT, List.of("/*"), List.of("/n/?"))));
    assertThat(want(c, "/n")).isEqualTo(IndexRequest.Outcome.REFUSED);
    assertThat(c.indexes()).isEmpty();
    change(c, definition -> definition.indexing(IndexingPolicy.OFF));
    assertThat(want(c, "/m")).isEqualTo(IndexRequest.Outcome.REFUSED);
  }

  @Test
  void aChangeOfTheDefinitionKeepsThem() {
    Container c = container(null);
    put(c, "a", "n", 1);
    assertMade(c, "/n");
    changeDefault(c, 100);
    assertThat(want(c, "/n")).isEqualTo(IndexRequest.Outcome.READY);
    assertThat(read(c, "/n", IndexRange.ALL)).containsExactly("a");
  }

  @Test
  void anIndexOfTheDefinitionServesAsWell() {
    Container c =
        create(
            named("c")
                .pathIndexes(
                    PathIndex.of("mine", "n").withArrays(PathIndex.Arrays.WHOLE),
                    PathIndex.of("both", "m", "n").withArrays(PathIndex.Arrays.WHOLE),
                    PathIndex.of("elements", "m")));
    assertThat(c.requestIndex(path("/n")).name()).isEqualTo("mine");
    assertThat(want(c, "/m")).isEqualTo(IndexRequest.Outcome.BUILDING);
  }

  @Test
  void thereAreNoMoreThanSomeAndTheLeastUsedGoesFirst() {
    Container c = container(null);
    put(c, "a", "n", 1);
    for (int i = 0; i < INDEXES_MAX; i++) {
      assertMade(c, "/n" + i);
    }
    want(c, "/more");
    engine.background().catchUp();
    IndexRequest refused = c.requestIndex(path("/more"));
    assertThat(refused.outcome()).isEqualTo(IndexRequest.Outcome.REFUSED);
    assertThat(refused.reason()).contains("16");
    realTime.passSeconds(TEN_MINUTES);
    for (int i = 0; i < INDEXES_MAX; i++) {
      if (i != 5) {
        want(c, "/n" + i);
      }
    }
    engine.background().catchUp();
    assertMade(c, "/more");
    List<IndexStatus> gone = inPhase(c, IndexStatus.Phase.EVICTED);
    assertThat(gone).hasSize(1);
    assertThat(gone.get(0).name()).isEqualTo("auto /n5");
    assertThat(gone.get(0).reason()).contains("/more");
    assertThat(inPhase(c, IndexStatus.Phase.READY)).hasSize(INDEXES_MAX);
    assertFails(
        ErrorCode.INDEX_NOT_FOUND,
        () -> c.scanIndex(new IndexQuery("auto /n5", IndexRange.ALL), null, ReadLimits.DEFAULT));
  }

  @Test
  void oneThatNobodyUsesGoes() {
    Container c = container(null);
    put(c, "a", "n", 1, "m", 1);
    assertMade(c, "/n");
    assertMade(c, "/m");
    realTime.passSeconds(SEVEN_DAYS - 1);
    read(c, "/m", IndexRange.ALL);
    engine.background().catchUp();
    realTime.passSeconds(2);
    engine.background().catchUp();
    assertThat(inPhase(c, IndexStatus.Phase.READY)).hasSize(1);
    assertThat(inPhase(c, IndexStatus.Phase.EVICTED).get(0).name()).isEqualTo("auto /n");
    assertMade(c, "/n");
    assertThat(inPhase(c, IndexStatus.Phase.EVICTED)).isEmpty();
  }

  @Test
  void noWriteIsRefusedBecauseOfOne() {
    Container c = container(null);
    assertMade(c, "/n");
    put(c, "long", "n", "x".repeat(1 << 20));
    put(c, "other", "n", Bodies.decode(Bodies.plain("a", 1)));
    assertThat(read(c, "/n", IndexRange.ALL)).hasSize(2);
  }
}
