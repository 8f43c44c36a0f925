package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Arrays in chunks are as any other array. */
class LargeArrayTest {
  private static final int CHUNK = LargeArray.CHUNK_SIZE;

  private static BsonArray large(int size) {
    BsonArray array = LargeArray.ofSize(CHUNK + 1);
    for (int i = 0; i < size; i++) {
      array.add(new BsonInt32(i));
    }
    return array;
  }

  private static BsonArray plain(List<? extends BsonValue> elements) {
    return new BsonArray(new ArrayList<>(elements));
  }

  @Test
  void smallOnesAreNotInChunks() {
    assertThat(LargeArray.ofSize(CHUNK)).isNotInstanceOf(LargeArray.class);
    assertThat(LargeArray.ofSize(CHUNK + 1)).isInstanceOf(LargeArray.class);
  }

  @Test
  void itIsEqualToAnArrayOfTheSameElements() {
    for (int size : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7}) {
      BsonArray array = large(size);
      BsonArray same = plain(array);
      assertThat(array.size()).isEqualTo(size);
      assertThat(array.equals(same)).isTrue();
      assertThat(same.equals(array)).isTrue();
      assertThat(array.hashCode()).isEqualTo(same.hashCode());
      assertThat(array.getValues()).isEqualTo(same.getValues());
      assertThat(array.clone()).isEqualTo(same);
      same.add(new BsonInt32(-1));
      assertThat(array.equals(same)).isFalse();
    }
  }

  @Test
  void itsHeapSizeIsThatOfAnArrayOfTheSameElements() {
    BsonArray array = large(CHUNK + 7);
    for (int i = 0; i < 4; i++) {
      assertThat(HeapSize.of(array)).isEqualTo(HeapSize.of(plain(array)));
      BsonArray doubled = LargeArray.of(array);
      doubled.addAll(array);
      doubled.add(new BsonString("x".repeat(i)));
      array = doubled;
    }
  }

  @Test
  void itsElementsAreFoundWhereTheyAre() {
    BsonArray array = large(2 * CHUNK + 5);
    for (int i : new int[] {0, CHUNK - 1, CHUNK, 2 * CHUNK + 4}) {
      assertThat(array.get(i)).isEqualTo(new BsonInt32(i));
      assertThat(array.indexOf(new BsonInt32(i))).isEqualTo(i);
      assertThat(array.lastIndexOf(new BsonInt32(i))).isEqualTo(i);
      assertThat(array.contains(new BsonInt32(i))).isTrue();
      assertThat(array.listIterator(i).next()).isEqualTo(new BsonInt32(i));
    }
    assertThat(array.toArray()).isEqualTo(plain(array).toArray());
    assertThat(array.toArray(new BsonValue[0])).isEqualTo(plain(array).toArray());
    assertThatThrownBy(() -> array.get(array.size())).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> array.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void concatenatedAtRandomItIsAsThePlainOne() {
    Random random = Seeds.random(LargeArrayTest.class);
    for (int round = 0; round < 50; round++) {
      List<BsonValue> expected = new ArrayList<>();
      BsonArray array = LargeArray.ofSize(CHUNK + 1);
      for (int part = 0; part < 5; part++) {
        int size = random.nextInt(3) * CHUNK + random.nextInt(3);
        BsonArray next = random.nextBoolean() ? large(size) : plain(large(size));
        array.addAll(next);
        expected.addAll(next);
        if (!next.isEmpty() && next instanceof LargeArray) {
          // What is added to one does not show in the other, whatever they share.
          next.add(new BsonInt32(-1));
        }
      }
      assertThat(array.getValues()).isEqualTo(expected);
    }
  }

  @Test
  void nothingButAddingChangesIt() {
    BsonArray array = large(CHUNK + 1);
    BsonValue one = new BsonInt32(1);
    List<Runnable> changes =
        List.of(
            () -> array.set(0, one),
            () -> array.add(0, one),
            () -> array.addAll(0, List.of(one)),
            () -> array.remove(0),
            () -> array.remove(one),
            () -> array.removeAll(List.of(one)),
            () -> array.retainAll(List.of(one)),
            array::clear,
            () -> array.getValues().set(0, one),
            () -> array.subList(0, 1).clear());
    for (Runnable change : changes) {
      assertThatThrownBy(change::run).isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(array).isEqualTo(large(CHUNK + 1));
  }
}
