package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.item.WriteRequest.Existing;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many imported items in one commit, of any partitions. */
class ImportBatchTest extends EachStorageTest {
  private static final byte[] RECEIPT = {1};

  private WriteRequest item(String id, Long kept, Existing existing) {
    return new WriteRequest.Import(key(id), Bodies.of(id), kept, existing, TtlReading.STRICT);
  }

  private WriteRequest receipted(String id, Existing existing) {
    return new WriteRequest.Receipted(
        item(id, null, existing), new Receipt(RECEIPT, outcome -> new byte[] {7}));
  }

  @Test
  void allAreCommittedWithTheirReceiptOrNone() {
    Container c = container(10);
    put(c, "b");
    BatchRejectedException refused =
        catchThrowableOfType(
            BatchRejectedException.class,
            () ->
                c.bring(
                    List.of(
                        item("a", null, Existing.REFUSE),
                        item("b", null, Existing.REFUSE),
                        receipted("c", Existing.REFUSE))));
    assertThat(refused.failedIndex()).isEqualTo(1);
    assertThat(refused.failure().code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(scanned(c)).containsExactly("b");
    assertThat(engine.receipts().read(RECEIPT)).isNull();

    c.bring(List.of(item("a", null, Existing.REFUSE), receipted("c", Existing.REFUSE)));
    assertThat(scanned(c)).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(engine.receipts().read(RECEIPT)).containsExactly(7);
    reopen();
    assertThat(scanned(again(c))).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(engine.receipts().read(RECEIPT)).containsExactly(7);
  }

  @Test
  void whatIsThereIsKeptOrReplacedAsAsked() {
    Container c = container(10);
    put(c, "a");
    clock.advance(5);
    List<WriteOutcome> outcomes = c.bring(List.of(item("a", null, Existing.KEEP)));
    assertThat(outcomes.get(0).kind()).isEqualTo(WriteOutcome.Kind.READ);
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(5);
    c.bring(List.of(item("a", null, Existing.REPLACE)));
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(10);
    clock.advance(10);
    c.bring(List.of(item("a", null, Existing.KEEP)));
    assertThat(c.read(key("a"))).as("what has expired is not kept").isNotNull();
  }

  @Test
  @Rule("C9")
  void onlyKeptTimesHoldThePurge() {
    Container c = container(10);
    c.bring(List.of(item("a", null, Existing.REFUSE)));
    assertThat(engine.background().isHeld()).isFalse();
    c.bring(List.of(item("b", START - 3, Existing.REFUSE)));
    assertThat(c.read(key("b")).remainingSeconds()).isEqualTo(7);
    assertThat(engine.background().isHeld()).isTrue();
    assertFails(
        ErrorCode.BAD_REQUEST, () -> c.bring(List.of(item("c", START + 1, Existing.REFUSE))));
  }
}
