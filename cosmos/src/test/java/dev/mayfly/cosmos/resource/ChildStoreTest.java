package dev.mayfly.cosmos.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.resource.ChildStore.Child;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChildStoreTest {
  private static final String PARENT = ResourceId.database(7);

  private final Engine engine =
      Engine.open(
          new MemoryStorage(),
          MovableClock.frozenAt(1_767_225_600L),
          EngineOptions.DEFAULT.withoutBackground());
  private final ChildStore store = new ChildStore(engine);

  @AfterEach
  void close() {
    engine.close();
  }

  private static BsonDocument body(int value) {
    return BsonDocument.parse("{id: 'u', ttl: 1, v: " + value + "}");
  }

  private List<Child> list(String parentRid, ResourceType type) {
    return store.all(parentRid, type).toList();
  }

  @Test
  void nothingIsMadeBeforeTheFirstWrite() {
    assertThat(store.find(PARENT, ResourceType.USER, "u")).isNull();
    assertThat(list(PARENT, ResourceType.USER)).isEmpty();
    store.deleteAll(PARENT);
    assertThatThrownBy(() -> store.delete(PARENT, ResourceType.USER, "u", null))
        .isInstanceOf(EngineException.class);
    assertThat(engine.databases()).isEmpty();
  }

  @Test
  void keepsWhatItIsGiven() {
    Child made = store.create(PARENT, ResourceType.USER, "u", body(1));
    assertThat(made.id()).isEqualTo("u");
    assertThat(made.body()).isEqualTo(body(1));
    assertThat(made.tsSecond()).isEqualTo(1_767_225_600L);
    assertThat(store.find(PARENT, ResourceType.USER, "u")).isEqualTo(made);
    assertThat(store.find(PARENT, ResourceType.ENCRYPTION_KEY, "u")).isNull();
    assertThat(store.find(ResourceId.database(8), ResourceType.USER, "u")).isNull();
    assertThat(new Directory(engine).databases()).isEmpty();
  }

  @Test
  void numbersAreNeverUsedAgain() {
    assertThat(store.create(PARENT, ResourceType.USER, "a", body(1)).number()).isEqualTo(1);
    assertThat(store.create(PARENT, ResourceType.USER, "b", body(1)).number()).isEqualTo(2);
    store.delete(PARENT, ResourceType.USER, "b", null);
    assertThat(store.create(PARENT, ResourceType.USER, "b", body(1)).number()).isEqualTo(3);
    assertThat(new ChildStore(engine).create(PARENT, ResourceType.USER, "c", body(1)).number())
        .isEqualTo(4);
    assertThat(list(PARENT, ResourceType.USER))
        .extracting(Child::id)
        .containsExactly("a", "b", "c");
  }

  @Test
  void sameIdIsRefusedAndCountsNothing() {
    store.create(PARENT, ResourceType.USER, "a", body(1));
    assertThatThrownBy(() -> store.create(PARENT, ResourceType.USER, "a", body(2)))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
    assertThat(store.find(PARENT, ResourceType.USER, "a").body()).isEqualTo(body(1));
    assertThat(store.create(PARENT, ResourceType.TRIGGER, "a", body(1)).number()).isEqualTo(2);
  }

  @Test
  void replaceKeepsTheNumberAndChecksTheEtag() {
    Child first = store.create(PARENT, ResourceType.USER, "a", body(1));
    Child second = store.replace(PARENT, ResourceType.USER, "a", body(2), first.etag());
    assertThat(second.number()).isEqualTo(first.number());
    assertThat(second.etag()).isNotEqualTo(first.etag());
    assertThat(store.find(PARENT, ResourceType.USER, "a")).isEqualTo(second);
    assertThatThrownBy(() -> store.replace(PARENT, ResourceType.USER, "a", body(3), first.etag()))
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
    assertThatThrownBy(() -> store.delete(PARENT, ResourceType.USER, "a", first.etag()))
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
    store.delete(PARENT, ResourceType.USER, "a", second.etag());
    assertThat(store.find(PARENT, ResourceType.USER, "a")).isNull();
    assertThatThrownBy(() -> store.replace(PARENT, ResourceType.USER, "a", body(3), null))
        .isInstanceOf(EngineException.class);
  }

  @Test
  void permissionsGoWithTheirUserAndUsersWithTheirDatabase() {
    Child user = store.create(PARENT, ResourceType.USER, "a", body(1));
    Child other = store.create(PARENT, ResourceType.USER, "b", body(1));
    String userRid = ResourceId.user(7, (int) user.number());
    String otherRid = ResourceId.user(7, (int) other.number());
    store.create(userRid, ResourceType.PERMISSION, "p", body(1));
    store.create(otherRid, ResourceType.PERMISSION, "p", body(1));
    store.delete(PARENT, ResourceType.USER, "a", null);
    assertThat(store.find(userRid, ResourceType.PERMISSION, "p")).isNull();
    assertThat(store.find(otherRid, ResourceType.PERMISSION, "p")).isNotNull();

    store.create(PARENT, ResourceType.ENCRYPTION_KEY, "k", body(1));
    store.create(ResourceId.database(8), ResourceType.USER, "far", body(1));
    store.deleteAll(PARENT);
    assertThat(list(PARENT, ResourceType.USER)).isEmpty();
    assertThat(list(PARENT, ResourceType.ENCRYPTION_KEY)).isEmpty();
    assertThat(store.find(otherRid, ResourceType.PERMISSION, "p")).isNull();
    assertThat(store.find(ResourceId.database(8), ResourceType.USER, "far")).isNotNull();
  }

  @Test
  void manyAreListedWhole() {
    for (int i = 0; i < 2500; i++) {
      store.create(PARENT, ResourceType.USER, "u" + i, body(i));
    }
    assertThat(list(PARENT, ResourceType.USER)).hasSize(2500);
    assertThat(list(PARENT, ResourceType.USER).get(2499).id()).isEqualTo("u999");
  }

  @Test
  void pagesGoOnWhereTheyEndedWhateverWasMadeOrDeletedSince() {
    for (int i = 10; i < 60; i++) {
      store.create(PARENT, ResourceType.USER, "u" + i, body(i));
      store.create(PARENT, ResourceType.ENCRYPTION_KEY, "u" + i, body(i));
    }
    ChildStore.ChildPage page = store.page(PARENT, ResourceType.USER, null, 20);
    List<String> found = new ArrayList<>();
    while (page.next() != null) {
      assertThat(page.children()).hasSize(20);
      page.children().forEach(child -> found.add(child.id()));
      store.delete(PARENT, ResourceType.USER, found.get(found.size() - 1), null);
      store.create(PARENT, ResourceType.USER, "a" + found.size(), body(1));
      page = store.page(PARENT, ResourceType.USER, page.next(), 20);
    }
    page.children().forEach(child -> found.add(child.id()));
    assertThat(found)
        .containsExactlyElementsOf(IntStream.range(10, 60).mapToObj(i -> "u" + i).toList());
    assertThat(store.page(PARENT, ResourceType.ENCRYPTION_KEY, null, 50).next()).isNull();
    assertThatThrownBy(() -> store.page(PARENT, ResourceType.USER, new byte[3], 20))
        .isInstanceOf(EngineException.class);
  }

  @Test
  void aParentHasSoManyAndNoMore() {
    for (int i = 0; i < ChildStore.CHILDREN_MAX; i++) {
      store.create(
          PARENT, i % 2 == 0 ? ResourceType.USER : ResourceType.FUNCTION, "u" + i, body(i));
    }
    assertThatThrownBy(() -> store.create(PARENT, ResourceType.FUNCTION, "more", body(1)))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(Failures.refusal(e).status()).isEqualTo(403));
    store.create(ResourceId.database(8), ResourceType.USER, "elsewhere", body(1));
    store.rename(PARENT, ResourceType.USER, "u0", "renamed", body(1), null);
    store.delete(PARENT, ResourceType.FUNCTION, "u1", null);
    assertThatThrownBy(() -> store.delete(PARENT, ResourceType.FUNCTION, "u1", null))
        .isInstanceOf(EngineException.class);
    store.create(PARENT, ResourceType.FUNCTION, "more", body(1));
    assertThatThrownBy(() -> store.create(PARENT, ResourceType.FUNCTION, "even more", body(1)))
        .hasMessageContaining("at most 10000");
  }
}
