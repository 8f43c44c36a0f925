package dev.mayfly.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorBufferTest {
  private final VectorBuffer vector = new VectorBuffer();

  private static byte[] encoded(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    return buffer.toByteArray();
  }

  private static RawValue raw(BsonValue array) {
    byte[] bytes = encoded(new BsonDocument("v", array));
    return RawBson.root(bytes).find("v".getBytes(StandardCharsets.UTF_8));
  }

  private static BsonArray doubles(int count) {
    BsonArray array = new BsonArray();
    for (int i = 0; i < count; i++) {
      array.add(new BsonDouble(i - 0.5));
    }
    return array;
  }

  private double[] read() {
    return Arrays.copyOf(vector.elements(), vector.length());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, 4095, 4096})
  void readsDoublesOfAnyCount(int count) {
    vector.read(raw(doubles(count)));
    double[] expected = new double[count];
    Arrays.setAll(expected, i -> i - 0.5);
    assertThat(read()).isEqualTo(expected);
  }

  @Test
  void isNoVectorWithoutElementsOrWithTooMany() {
    vector.read(raw(doubles(0)));
    assertThat(vector.isVector()).isFalse();
    vector.read(raw(doubles(VectorBuffer.ELEMENTS_MAX + 1)));
    assertThat(vector.isVector()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 19})
  void readsOtherNumbersBetweenDoubles(int place) {
    BsonArray array = doubles(20);
    array.set(place, new BsonInt32(5));
    vector.read(raw(array));
    assertThat(read()).hasSize(20).contains(5);
    array.set(place, new BsonInt64(6));
    vector.read(raw(array));
    assertThat(read()).hasSize(20).contains(6);
    array.set(place, new BsonString("7"));
    vector.read(raw(array));
    assertThat(vector.isVector()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void isNoVectorWithWhatIsNotFinite(double element) {
    BsonArray array = doubles(12);
    array.set(11, new BsonDouble(element));
    vector.read(raw(array));
    assertThat(vector.isVector()).isFalse();
  }

  /** Nothing but the order of elements counts, whatever a client called them. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "xyz", "0", "12345"})
  void readsElementsWithOtherNames(String name) {
    BsonDocument named = new BsonDocument("0", new BsonDouble(1)).append(name, new BsonDouble(2));
    named.append("2", new BsonDouble(3));
    byte[] bytes = encoded(new BsonDocument("v", named));
    bytes[Integer.BYTES] = 4; // an array
    vector.read(RawBson.root(bytes).find("v".getBytes(StandardCharsets.UTF_8)));
    double[] expected = name.equals("0") ? new double[] {2, 3} : new double[] {1, 2, 3};
    assertThat(read()).isEqualTo(expected);
  }
}
