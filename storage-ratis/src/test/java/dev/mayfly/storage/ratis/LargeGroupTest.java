package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.Test;

/** Groups that are larger than an entry of the log, and decisions that are too large. */
class LargeGroupTest {
  private static final String APPEND_TRANSACTION = "RaftServerImpl.appendTransaction";
  private static final int ROW_BYTES = 10 << 20;

  private static Decision<Void> rows(String prefix, int count) {
    return view -> {
      for (int i = 0; i < count; i++) {
        view.put(Table.ITEMS, TestNode.bytes(prefix + i), value(i));
      }
      return null;
    };
  }

  private static byte[] value(int salt) {
    byte[] value = new byte[ROW_BYTES];
    for (int i = 0; i < value.length; i += 1000) {
      value[i] = (byte) (salt + i / 1000);
    }
    return value;
  }

  @Test
  void areReplicatedWholeWhenOtherEntriesComeBetweenTheirParts() {
    AtomicInteger parts = new AtomicInteger();
    try (TestCluster cluster = TestCluster.start(1)) {
      TestNode leader = cluster.leader();
      CodeInjectionForTesting.put(
          APPEND_TRANSACTION,
          (node, client, arguments) -> {
            ByteBuffer bytes =
                ((RaftClientRequest) arguments[0]).getMessage().getContent().asReadOnlyByteBuffer();
            if (LogRecord.decode(bytes).kind() == LogRecord.Kind.PART
                && parts.incrementAndGet() == 2) {
              leader.replica().compare();
            }
            return true;
          });
      leader.storage().execute(rows("large", 1));
      assertThat(leader.storage().get(Table.ITEMS, TestNode.bytes("large0"))).isEqualTo(value(0));
      // Two parts, then all three again; more where another entry came between them by chance.
      assertThat(parts.get()).isGreaterThanOrEqualTo(5);
    } finally {
      CodeInjectionForTesting.remove(APPEND_TRANSACTION);
    }
  }

  @Test
  void areReplicatedWholeOrRefused() {
    try (TestCluster cluster = TestCluster.start(1)) {
      Storage storage = cluster.leader().storage();
      storage.execute(rows("large", 3));
      for (int i = 0; i < 3; i++) {
        assertThat(storage.get(Table.ITEMS, TestNode.bytes("large" + i))).isEqualTo(value(i));
      }
      assertThatThrownBy(() -> storage.execute(rows("huge", 7)))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
      assertThat(storage.get(Table.ITEMS, TestNode.bytes("huge0"))).isNull();
      cluster.leader().put("after", "1");
      cluster.kill("n1");
      cluster.startNode("n1");
      assertThat(cluster.leader().get("after")).isEqualTo("1");
      assertThat(cluster.leader().storage().get(Table.ITEMS, TestNode.bytes("large2")))
          .isEqualTo(value(2));
    }
  }
}
