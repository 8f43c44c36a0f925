package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.IndexRequest;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Reads resume when their index was dropped, and indexes of arrays' elements refuse no write. */
class MissingIndexTest extends EachStorageTest {
  private static final List<PathIndex.Part> BY_N =
      List.of(new PathIndex.Part(FieldPath.ofSlashed("/n"), false));

  private static final IndexingPolicy NOTHING =
      new IndexingPolicy(IndexingPolicy.Mode.CONSISTENT, List.of(), List.of("/*"));

  private PathIndex made(Container container, PathIndex.Arrays arrays) {
    container.requestIndex(BY_N, arrays);
    engine.background().catchUp();
    IndexRequest wanted = container.requestIndex(BY_N, arrays);
    assertThat(wanted.outcome()).isEqualTo(IndexRequest.Outcome.READY);
    return wanted.index();
  }

  private static Page<IndexEntry> page(
      Container container, PathIndex index, IndexQuery query, byte[] continuation, int items) {
    return reading(container)
        .scanLikeIndex(index, query, continuation, ReadLimits.items(items), inTime());
  }

  private static Reading reading(Container container) {
    return container.beginUncharged(System.nanoTime());
  }

  private static long inTime() {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
  }

  private static List<String> reported(Page<IndexEntry> page) {
    List<String> ids = new ArrayList<>();
    page.entries().forEach(entry -> ids.add(Bodies.id(entry.item().body())));
    return ids;
  }

  private void drop(Container container) {
    change(container, definition -> definition.indexing(NOTHING));
    assertThat(container.indexes()).isEmpty();
  }

  @Test
  void aReadingResumesWithoutItsIndexAndWithOneThatWasMadeAnew() {
    for (boolean backwards : new boolean[] {false, true}) {
      for (String text : List.of("n", "n".repeat(2000))) {
        Container c = create(named("c" + backwards + text.length()).defaultTtl(-1));
        PathIndex index = made(c, PathIndex.Arrays.WHOLE);
        for (int i = 0; i < 12; i++) {
          put(c, "i" + i, "n", text + i / 2 % 3, "ttl", i % 4 == 0 ? 5 : -1);
        }
        IndexQuery query = new IndexQuery(index.name(), IndexRange.ALL, backwards, EpkRange.FULL);
        List<String> living = reported(page(c, index, query, null, 100));
        living.removeIf(id -> Integer.parseInt(id.substring(1)) % 4 == 0);
        List<String> found = new ArrayList<>();
        byte[] continuation = null;
        clock.advance(5);
        do {
          Page<IndexEntry> page = page(c, index, query, continuation, 2);
          found.addAll(reported(page));
          continuation = page.continuation();
          if (found.size() == 2) {
            drop(c);
          } else if (found.size() == 6) {
            change(c, definition -> definition.indexing(IndexingPolicy.ALL));
            index = made(c, PathIndex.Arrays.WHOLE);
          }
        } while (continuation != null);
        assertThat(found).isEqualTo(living);
      }
    }
  }

  @Test
  void theEntryItselfReportsWhereToResume() {
    Container c = container(null);
    PathIndex index = made(c, PathIndex.Arrays.WHOLE);
    putMany(c, "i", 5, "n", 1);
    IndexQuery query = new IndexQuery(index.name(), IndexRange.ALL);
    List<String> all = reported(page(c, index, query, null, 10));
    drop(c);
    Page<IndexEntry> lost = page(c, index, query, null, 10);
    assertThat(reported(lost)).isEqualTo(all);
    byte[] second = lost.entries().get(1).continuation();
    assertThat(reported(page(c, index, query, second, 10))).isEqualTo(all.subList(2, 5));
  }

  @Test
  void whoHasNoTimeToLookAtAllItemsIsReportedSo() {
    Container c = container(null);
    PathIndex index = made(c, PathIndex.Arrays.WHOLE);
    putMany(c, "i", 1001, "n", 1);
    IndexQuery query = new IndexQuery(index.name(), IndexRange.ALL);
    drop(c);
    assertFails(
        ErrorCode.INDEX_NOT_FOUND,
        () ->
            reading(c)
                .scanLikeIndex(index, query, null, ReadLimits.DEFAULT, System.nanoTime() - 1));
  }

  @Test
  void anIndexOfElementsRefusesNothing() {
    Container c = container(null);
    PathIndex index = made(c, PathIndex.Arrays.MEMBERS);
    BsonArray many = new BsonArray();
    for (int i = 0; i <= IndexReader.MEMBERS_MAX; i++) {
      many.add(new BsonInt32(i));
    }
    put(c, "many", "n", many);
    put(c, "one", "n", new BsonArray(List.of(new BsonInt32(7))));
    put(c, "text", "n", new BsonArray(List.of(new BsonString("x".repeat(2000)))));
    assertThat(found(c, index, IndexRange.equalTo(new BsonInt32(7)))).containsExactly("one");
    assertThat(found(c, index, IndexRange.equalTo(new BsonMinKey()))).containsExactly("many");
    assertThat(found(c, index, IndexRange.between(new BsonString("x"), new BsonString("y"))))
        .containsExactly("text");
  }

  private static List<String> found(Container container, PathIndex index, IndexRange range) {
    return reported(page(container, index, new IndexQuery(index.name(), range), null, 100));
  }

  @Test
  void rowsAreCountedUpToALimit() {
    Container c = container(null);
    PathIndex index = made(c, PathIndex.Arrays.WHOLE);
    putMany(c, "i", 5, "n", 1);
    IndexQuery query = new IndexQuery(index.name(), IndexRange.equalTo(new BsonInt32(1)));
    assertThat(reading(c).indexRows(query, 10)).isEqualTo(5);
    assertThat(reading(c).indexRows(query, 3)).isEqualTo(3);
    assertThat(reading(c).itemRows(EpkRange.FULL, 10)).isEqualTo(5);
    assertThat(reading(c).itemRows(EpkRange.FULL, 2)).isEqualTo(2);
  }
}
