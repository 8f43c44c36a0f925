package dev.mayfly.query.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Interval sets against sets of numbers, and the cases that are easy to get wrong. */
class KeySetTest {
  private static final int NUMBERS = 12;
  private static final int ROUNDS = Integer.getInteger("mayfly.rounds", 20) * 500;

  private static BsonValue number(int number) {
    return new BsonInt32(number);
  }

  private static KeyBound bound(int number, boolean after) {
    return after ? KeyBound.after(number(number)) : KeyBound.before(number(number));
  }

  /** The whole numbers, and the values between them, that a set holds: those times two. */
  private static TreeSet<Integer> members(KeySet set) {
    TreeSet<Integer> members = new TreeSet<>();
    for (int twice = -1; twice <= 2 * NUMBERS + 1; twice++) {
      KeyInterval point = KeyInterval.point(new BsonDouble(twice / 2.0));
      for (KeyInterval each : set.intervals()) {
        if (each.intersect(point).isPoint()) {
          members.add(twice);
        }
      }
    }
    return members;
  }

  /** The same of one interval, by comparing numbers only. */
  private static TreeSet<Integer> between(int from, boolean open, int to, boolean closed) {
    TreeSet<Integer> members = new TreeSet<>();
    for (int twice = -1; twice <= 2 * NUMBERS + 1; twice++) {
      boolean above = open ? twice > 2 * from : twice >= 2 * from;
      boolean below = closed ? twice <= 2 * to : twice < 2 * to;
      if (above && below) {
        members.add(twice);
      }
    }
    return members;
  }

  private record Sample(KeySet set, TreeSet<Integer> members) {}

  private static Sample sample(Random random) {
    List<KeyInterval> intervals = new ArrayList<>();
    TreeSet<Integer> members = new TreeSet<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      int from = random.nextInt(NUMBERS);
      int to = random.nextInt(4) == 0 ? from : random.nextInt(NUMBERS);
      boolean open = random.nextBoolean();
      boolean closed = random.nextBoolean();
      intervals.add(new KeyInterval(bound(from, open), bound(to, closed)));
      members.addAll(between(from, open, to, closed));
    }
    return new Sample(KeySet.of(intervals), members);
  }

  @Test
  void itIsASetOfNumbers() {
    long seed = Seeds.seed(KeySetTest.class);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Sample left = sample(random);
      Sample right = sample(random);
      String what = "seed " + seed + " round " + round + ": " + left + " and " + right;
      TreeSet<Integer> both = new TreeSet<>(left.members);
      both.retainAll(right.members);
      TreeSet<Integer> either = new TreeSet<>(left.members);
      either.addAll(right.members);
      assertThat(members(left.set)).as(what).isEqualTo(left.members);
      assertThat(members(left.set.intersect(right.set))).as(what).isEqualTo(both);
      assertThat(members(left.set.union(right.set))).as(what).isEqualTo(either);
      assertThat(left.set.isSubsetOf(right.set)).as(what).isEqualTo(both.equals(left.members));
      assertThat(left.set.equals(right.set)).as(what).isEqualTo(left.members.equals(right.members));
      assertThat(left.set.isEmpty()).as(what).isEqualTo(left.members.isEmpty());
      boolean apart = left.members.stream().noneMatch(each -> left.members.contains(each + 1));
      boolean whole = left.members.stream().allMatch(each -> each % 2 == 0);
      assertThat(left.set.isPoints()).as(what).isEqualTo(apart && whole);
      assertThat(left.set.isPoint()).as(what).isEqualTo(whole && left.members.size() == 1);
    }
  }

  @Test
  void intervalsThatTouchAreOne() {
    KeySet set =
        KeySet.of(
            new KeyInterval(bound(2, true), bound(3, true)),
            new KeyInterval(bound(1, false), bound(2, true)));

    assertThat(set.intervals()).containsExactly(KeyInterval.closed(number(1), number(3)));
  }

  @Test
  void aGapOfOneValueKeepsIntervalsApart() {
    KeySet set =
        KeySet.of(
            new KeyInterval(bound(1, false), bound(2, false)),
            new KeyInterval(bound(2, true), bound(3, true)));

    assertThat(set.intervals()).hasSize(2);
    assertThat(set.intersect(KeySet.of(KeyInterval.point(number(2))))).isEqualTo(KeySet.NONE);
  }

  @Test
  void numbersOfAllTypesAreEqual() {
    assertThat(KeyInterval.closed(number(1), new BsonDouble(1)).isPoint()).isTrue();
    assertThat(KeyInterval.point(new BsonInt64(1))).isEqualTo(KeyInterval.point(number(1)));
  }

  @Test
  void aPointIsARangeOfEqualKeysOnly() {
    BsonValue first = new BsonString("a");

    assertThat(KeyInterval.point(number(1)).range(List.of(first)))
        .isEqualTo(IndexRange.equalTo(first, number(1)));
    assertThat(KeyInterval.halfOpen(number(1), number(2)).range(List.of(first)))
        .isEqualTo(
            new IndexRange(
                List.of(first),
                new IndexRange.Bound(number(1), true),
                new IndexRange.Bound(number(2), false)));
  }
}
