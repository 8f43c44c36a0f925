package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a write leaves behind is there exactly if the write is. */
class ReceiptTest extends EachStorageTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Leaves behind what became of the request. */
  private static WriteRequest receipted(String name, WriteRequest request) {
    return new WriteRequest.Receipted(
        request, new Receipt(bytes(name), outcome -> bytes(name + " " + outcome.kind())));
  }

  private String receipt(String name) {
    byte[] found = engine.receipts().read(bytes(name));
    return found == null ? null : new String(found, StandardCharsets.UTF_8);
  }

  @Test
  void aWriteAndItsReceiptAreThereAlsoAfterARestart() {
    Container c = container(null);
    WriteOutcome made = c.write(receipted("x", WriteRequest.create(key("a"), body("a"))));
    assertThat(made.kind()).isEqualTo(WriteOutcome.Kind.CREATED);
    reopen();

    assertThat(receipt("x")).isEqualTo("x CREATED");
    assertThat(isThere(again(c), "a")).isTrue();
    assertThat(receipt("y")).isNull();
  }

  @Test
  void theLastReceiptWithAKeyCounts() {
    Container c = container(null);
    c.write(receipted("x", WriteRequest.create(key("a"), body("a"))));
    c.write(receipted("x", WriteRequest.delete(key("a"))));

    assertThat(receipt("x")).isEqualTo("x DELETED");
  }

  @Test
  void whatIsRefusedLeavesNothing() {
    Container c = container(null);
    assertFails(
        ErrorCode.ITEM_NOT_FOUND, () -> c.write(receipted("x", WriteRequest.delete(key("a")))));

    assertThat(receipt("x")).isNull();
  }

  @Test
  void aBatchLeavesItsReceiptsOrNone() {
    Container c = container(null);
    put(c, "b");
    List<WriteRequest> batch = new ArrayList<>();
    batch.add(receipted("x", WriteRequest.create(key("a"), body("a"))));
    batch.add(WriteRequest.create(key("b"), body("b")));
    assertFails(ErrorCode.ALREADY_EXISTS, () -> c.batch(batch));
    assertThat(receipt("x")).isNull();

    c.delete(key("b"));
    c.batch(batch);
    assertThat(receipt("x")).isEqualTo("x CREATED");
  }

  @Test
  void aTransactionTakesNone() {
    Container c = container(null);
    try (Transaction transaction = engine.begin()) {
      assertFails(
          ErrorCode.NOT_SUPPORTED,
          () -> transaction.write(c, receipted("x", WriteRequest.create(key("a"), body("a")))));
    }
  }

  @Test
  void thoseThatAreOverAreSweptAway() {
    Container c = container(null);
    for (int i = 0; i < 2500; i++) {
      c.write(receipted("x" + i, WriteRequest.upsert(key("a"), body("a"))));
    }

    assertThat(engine.receipts().sweep(row -> !new String(row).startsWith("x7 "))).isEqualTo(2499);
    assertThat(receipt("x7")).isEqualTo("x7 REPLACED");
    assertThat(receipt("x8")).isNull();
    assertThat(engine.receipts().sweep(row -> false)).isZero();
  }
}
