package dev.mayfly.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BsonTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1.0                                                | 1.0
          -0.0                                               | -0.0
          0.1                                                | 0.1
          1e15                                               | 1000000000000000.0
          1e16                                               | 1e+16.0
          1.5e300                                            | 1.5e+300
          0.0001                                             | 0.0001
          0.00001234                                         | 1.234e-05
          0.30000000000000004                                | 0.3
          123456789.123456789                                | 123456789.1234568
          {$numberDouble: 'NaN'}                             | nan.0
          {$numberDouble: '-Infinity'}                       | -inf.0
          5                                                  | 5
          {$numberLong: '5'}                                 | 5
          'x'                                                | "x"
          {$binary: {base64: 'AQKr', subType: '00'}}         | BinData(0, 0102AB)
          {$binary: {base64: 'AQKr', subType: '04'}}         | BinData(4, 0102AB)
          {a: [1, null], b: {}}                              | { a: [ 1, null ], b: {} }
          """)
  void valuesAreShownAsMongoDbDoes(String value, String text) {
    BsonDocument holder = BsonDocument.parse("{v: " + value + "}");
    assertThat(BsonText.of(holder.get("v"))).isEqualTo(text);
  }

  @Test
  void uuidsAreShownAsSuch() {
    UUID id = UUID.fromString("c8edabc3-f738-4ca3-b68d-ab92a91478a3");
    assertThat(BsonText.of(new BsonBinary(id))).isEqualTo("UUID(\"" + id + "\")");
  }
}
