package dev.mayfly.mongo.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class WriteReceiptTest {
  private static final long SECOND = 1_800_000_000L;

  private static WriteReceipt kept(long number, Consumer<WriteReceipt> done) {
    WriteReceipt receipt = new WriteReceipt();
    receipt.begin(number);
    done.accept(receipt);
    byte[] row = receipt.encode(SECOND);
    assertThat(WriteReceipt.second(row)).isEqualTo(SECOND);
    WriteReceipt found = WriteReceipt.decode(row);
    assertThat(found.number()).isEqualTo(number);
    assertThat(found.encode(SECOND)).isEqualTo(row);
    return found;
  }

  @Test
  void oneStatementIsKept() {
    for (boolean matched : new boolean[] {false, true}) {
      for (boolean modified : new boolean[] {false, true}) {
        ExecutedStatements found =
            kept(7, receipt -> receipt.statements().add(70_000, matched, modified)).statements();
        assertThat(found.isDone(70_000)).isTrue();
        assertThat(found.isDone(69_999)).isFalse();
        assertThat(found.isMatched(70_000)).isEqualTo(matched);
        assertThat(found.isModified(70_000)).isEqualTo(modified);
      }
    }
  }

  @Test
  void manyStatementsAreKept() {
    ExecutedStatements found =
        kept(
                Long.MAX_VALUE,
                receipt -> {
                  for (int i = 0; i < 1000; i++) {
                    if (i % 7 > 0) {
                      receipt.statements().add(i, i % 3 > 0, i % 5 == 0);
                    }
                  }
                  receipt.statements().upserted(1001, new BsonString("made"));
                })
            .statements();
    for (int i = 0; i < 1000; i++) {
      assertThat(found.isDone(i)).as("%d", i).isEqualTo(i % 7 > 0);
      assertThat(found.isMatched(i)).as("%d", i).isEqualTo(i % 7 > 0 && i % 3 > 0);
      assertThat(found.isModified(i)).as("%d", i).isEqualTo(i % 7 > 0 && i % 5 == 0);
    }
    assertThat(found.upserted(1001)).isEqualTo(new BsonString("made"));
    assertThat(found.isDone(1001)).isTrue();
  }

  @Test
  void whatAnAnswerShowsIsKept() {
    BsonDocument shown = BsonDocument.parse("{_id: 1, a: [1, {b: 'x'}]}");
    LazyDocument document = new LazyDocument(BsonBytes.of(shown));
    WriteReceipt found =
        kept(
            3,
            receipt -> {
              receipt.statements().add(0, true, true);
              receipt.keep(0, new WriteReceipt.Image(true, null, document));
              receipt.keep(5, new WriteReceipt.Image(false, new BsonString("u"), null));
            });
    assertThat(found.images().get(0).document()).isEqualTo(shown);
    assertThat(found.images().get(0).existing()).isTrue();
    assertThat(found.images().get(0).upsertedId()).isNull();
    assertThat(found.images().get(5).document()).isNull();
    assertThat(found.images().get(5).upsertedId()).isEqualTo(new BsonString("u"));
    assertThat(found.images().get(1)).isNull();
  }

  @Test
  void whatIsNoReceiptIsRefused() {
    for (byte[] row : new byte[][] {{}, {1, 2, 3}, new byte[30], {9}}) {
      assertThatThrownBy(() -> WriteReceipt.decode(row)).isInstanceOf(EngineException.class);
    }
    assertThat(WriteReceipt.second(new byte[3])).isZero();
  }
}
