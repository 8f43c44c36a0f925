package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class EncodedArrayTest {
  private static final BsonArray PLAIN =
      BsonArray.parse("[1, 'two', {a: [3, {b: 4}]}, null, [], 5.5]");

  private static EncodedArray encoded(BsonArray array) {
    byte[] document = BsonBytes.of(new BsonDocument("a", array));
    // Behind the length of the document, the type of its field and the name.
    return new EncodedArray(Arrays.copyOfRange(document, 7, document.length - 1), array.size());
  }

  @Test
  void isTheArrayThatItWasMadeOf() {
    EncodedArray array = encoded(PLAIN);
    assertThat(array).hasSize(PLAIN.size()).isNotEmpty();
    assertThat(array.get(1)).isEqualTo(new BsonString("two"));
    assertThat(array.equals(PLAIN)).isTrue();
    assertThat(PLAIN.equals(array)).isTrue();
    assertThat(array.hashCode()).isEqualTo(PLAIN.hashCode());
    assertThat(array.indexOf(BsonNull.VALUE)).isEqualTo(3);
    assertThat(encoded(new BsonArray())).isEmpty();
  }

  @Test
  void isWrittenAndMeasuredAsThatArray() {
    BsonDocument plain = new BsonDocument("x", PLAIN);
    BsonDocument same = new BsonDocument("x", encoded(PLAIN));
    assertThat(BsonBytes.of(same)).isEqualTo(BsonBytes.of(plain));
    assertThat(BsonSize.of(same)).isEqualTo(BsonSize.of(plain));
    assertThat(HeapSize.of(same.get("x"))).isGreaterThan(BsonSize.of(same));
    assertThat(Detached.of(same)).isSameAs(same);
  }

  @Test
  void isNotChanged() {
    EncodedArray array = encoded(PLAIN);
    assertThatThrownBy(() -> array.add(new BsonInt32(1)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> array.set(0, BsonNull.VALUE))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(array::clear).isInstanceOf(UnsupportedOperationException.class);
  }
}
