package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.suite.Bodies;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dead stays dead, whatever becomes of the policy (rule B5). */
class DeadStaysDeadTest extends EachStorageTest {
  /** One item dead by the default, one by its own ttl, and living ones of both kinds. */
  private Container halfDead() {
    Container c = container(10);
    put(c, "dead");
    put(c, "deadOwn", "ttl", 10);
    clock.advance(5);
    put(c, "young");
    put(c, "youngOwn", "ttl", 10);
    clock.advance(5);
    assertThat(scanned(c)).containsExactlyInAnyOrder("young", "youngOwn");
    return c;
  }

  private void assertOnlyTheYoung(Container c) {
    assertThat(scanned(c)).containsExactlyInAnyOrder("young", "youngOwn");
    assertThat(changed(c)).containsExactlyInAnyOrder("young", "youngOwn");
    assertThat(c.live().items()).isEqualTo(2);
    assertThat(c.metrics().backlog().items()).isEqualTo(2);
    assertDead(c, "dead");
    assertDead(c, "deadOwn");
  }

  @Test
  @Rule({"B5", "revival"})
  void raisingTheDefaultBringsNothingBack() {
    Container c = halfDead();
    changeDefault(c, 1000);
    assertOnlyTheYoung(c);
    reopen();
    assertOnlyTheYoung(again(c));
    assertThat(purge(again(c))).isEqualTo(2);
  }

  @Test
  @Rule({"B5", "revival"})
  void minusOneBringsNothingBack() {
    Container c = halfDead();
    changeDefault(c, -1);
    assertOnlyTheYoung(c);
    reopen();
    assertOnlyTheYoung(again(c));
  }

  @Test
  @Rule({"B5", "revival"})
  void offBringsNothingBack() {
    Container c = halfDead();
    changeDefault(c, null);
    assertOnlyTheYoung(c);
    clock.advance(1_000_000);
    assertOnlyTheYoung(c);
    reopen();
    assertOnlyTheYoung(again(c));
    assertThat(purge(again(c))).isEqualTo(2);
  }

  @Test
  @Rule({"B5", "A8"})
  void offAndOnAgainBringsNothingBackAndKillsWhatIsDueThen() {
    Container c = halfDead();
    changeDefault(c, null);
    clock.advance(3);
    changeDefault(c, 1000);
    assertOnlyTheYoung(c);
    clock.advance(1);
    assertOnlyTheYoung(c);
    clock.advance(1);
    assertThat(scanned(c)).containsExactly("young");
    changeDefault(c, null);
    assertThat(scanned(c)).containsExactly("young");
    changeDefault(c, -1);
    assertThat(scanned(c)).containsExactly("young");
  }

  @Test
  @Rule("B5")
  void aShortMomentUnderAStricterDefaultKillsForGood() {
    Container c = container(1000);
    put(c, "old");
    clock.advance(20);
    put(c, "young");
    changeDefault(c, 10);
    changeDefault(c, 1000);
    assertThat(scanned(c)).containsExactly("young");
    put(c, "old");
    assertThat(scanned(c)).containsExactlyInAnyOrder("old", "young");
    assertThat(purge(c)).isZero();
    clock.advance(900);
    assertThat(scanned(c)).hasSize(2);
  }

  @Test
  @Rule("B5")
  void whatIsWrittenAfterTheChangeFollowsTheNewPolicyAlone() {
    Container c = halfDead();
    changeDefault(c, 1000);
    put(c, "dead");
    put(c, "deadOwn", "ttl", 500);
    assertThat(scanned(c)).containsExactlyInAnyOrder("dead", "deadOwn", "young", "youngOwn");
    assertThat(purge(c)).isZero();
    clock.advance(499);
    assertThat(scanned(c)).contains("dead", "deadOwn", "young");
    clock.advance(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("dead", "young");
  }

  @Test
  @Rule("B5")
  void thePurgeEndsTheMarksAndLaterChangesStillHold() {
    Container c = halfDead();
    changeDefault(c, 1000);
    assertThat(purge(c)).isEqualTo(2);
    assertThat(c.state().policy().defaultSource().marks().isEmpty()).isTrue();
    changeDefault(c, 5);
    assertThat(scanned(c)).containsExactly("youngOwn");
    changeDefault(c, null);
    assertThat(scanned(c)).containsExactly("youngOwn");
  }

  @Test
  @Rule("B5")
  void manyChangesInARowKeepTheDeadDead() {
    Container c = container(10);
    put(c, "dead");
    clock.advance(10);
    for (int i = 0; i < 90; i++) {
      changeDefault(c, i % 3 == 0 ? null : i % 3 == 1 ? Integer.valueOf(-1) : 100 + i);
      assertThat(isThere(c, "dead")).isFalse();
      assertThat(c.live().items()).isZero();
    }
    clock.advance(1);
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("B5")
  void moreChangesThanAreRememberedWaitForThePurge() {
    Container c = container(10);
    put(c, "dead");
    clock.advance(10);
    EngineException refused = null;
    int last = 0;
    for (int i = 0; i < 1000 && refused == null; i++) {
      try {
        changeDefault(c, 100 + i);
        last = 100 + i;
      } catch (EngineException e) {
        refused = e;
      }
    }
    assertThat(refused).as("the changes are bounded").isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(again(c).definition().defaultTtl()).isEqualTo(last);
    assertDead(c, "dead");
    assertThat(purge(c)).isEqualTo(1);
    changeDefault(c, 5000);
    assertDead(c, "dead");
  }

  @Test
  @Rule("B5")
  void uniqueKeysOfTheDeadStayFree() {
    Container c = create(named("c").defaultTtl(10).uniqueKeys(UniqueKey.of("/u")));
    put(c, "a", "u", 1);
    clock.advance(10);
    changeDefault(c, null);
    put(c, "b", "u", 1);
    assertThat(purge(c)).isEqualTo(1);
    assertLives(c, "b");
  }

  @Test
  @Rule({"B5", "D5"})
  void raisingTheSecondsOfADateBringsNothingBack() {
    Container c = create(named("c").dateTtls(new DateTtl("at", "at", 10)));
    put(c, "dead", "at", Bodies.date(START));
    put(c, "alive", "at", Bodies.date(START + 5));
    clock.advance(10);
    change(c, definition -> definition.dateTtls(new DateTtl("at", "at", 100)));
    assertThat(scanned(c)).containsExactly("alive");
    assertThat(c.live().items()).isEqualTo(1);
    clock.advance(94);
    assertThat(scanned(c)).containsExactly("alive");
    clock.advance(1);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule({"B5", "D5"})
  void droppingADateBringsNothingBack() {
    Container c = create(named("c").dateTtls(new DateTtl("at", "at", 0)));
    put(c, "dead", "at", Bodies.date(START));
    put(c, "alive", "at", Bodies.date(START + 5));
    change(c, definition -> definition.dateTtls());
    clock.advance(100);
    assertThat(scanned(c)).containsExactly("alive");
    assertThat(c.live().items()).isEqualTo(1);
    reopen();
    Container after = again(c);
    assertThat(scanned(after)).containsExactly("alive");
    assertThat(purge(after)).isEqualTo(1);
    change(after, definition -> definition.dateTtls(new DateTtl("at", "at", 0)));
    engine.background().catchUp();
    assertThat(scanned(after)).as("the date counts again").isEmpty();
  }

  @Test
  @Rule("B5")
  void importsWithOldTimesAfterAChangeAreJudgedByThePolicyOfTheirWrite() {
    Container c = container(10);
    put(c, "dead");
    clock.advance(10);
    changeDefault(c, 1000);
    putImported(c, START, "imported");
    assertThat(scanned(c)).containsExactly("imported");
    assertThat(c.live().items()).isEqualTo(1);
    changeDefault(c, 5);
    assertThat(scanned(c)).isEmpty();
    changeDefault(c, null);
    assertThat(scanned(c)).isEmpty();
    engine.background().confirm();
    assertThat(purge(c)).isEqualTo(2);
  }

  @Test
  @Rule("B5")
  void importsBetweenSeveralChangesKeepTheirOwnFate() {
    Container c = container(100);
    clock.advance(1000);
    // Dead at once under the policy at its write.
    putImported(c, START + 800, "bornDead");
    changeDefault(c, 300);
    putImported(c, START + 800, "alive");
    assertThat(scanned(c)).containsExactly("alive");
    changeDefault(c, 2000);
    putImported(c, START + 1, "old");
    assertThat(scanned(c)).containsExactlyInAnyOrder("alive", "old");
    assertThat(c.live().items()).isEqualTo(2);
    assertThat(c.metrics().backlog().items()).isEqualTo(1);
    engine.background().confirm();
    assertThat(purge(c)).isEqualTo(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("alive", "old");
    clock.advance(1001);
    assertThat(scanned(c)).containsExactly("alive");
  }

  @Test
  @Rule("B5")
  void nothingThatWasOnceMissingComesBackUnwrittenInRandomHistories() {
    long seed = Seeds.seed(getClass());
    Random random = new Random(seed);
    Container c = container(10);
    for (int history = 0; history < 40; history++) {
      String id = "a" + history;
      put(c, id, random.nextBoolean() ? new Object[0] : new Object[] {"ttl", 5});
      boolean dead = false;
      for (int step = 0; step < 12; step++) {
        clock.advance(random.nextInt(6));
        Integer[] defaults = {null, -1, 3, 10, 50};
        changeDefault(c, defaults[random.nextInt(defaults.length)]);
        if (random.nextInt(4) == 0) {
          c.maintenance().purge(random.nextInt(3) + 1);
        }
        boolean there = isThere(c, id);
        assertThat(dead && there).as("seed %d: %s came back", seed, id).isFalse();
        dead = !there;
      }
    }
  }
}
