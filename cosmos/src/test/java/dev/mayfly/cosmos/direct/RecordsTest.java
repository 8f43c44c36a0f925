package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.implementation.directconnectivity.rntbd.RntbdResponse;
import com.azure.cosmos.implementation.directconnectivity.rntbd.RntbdResponseDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that are sent together: each is in a TLS record of its own. */
@Timeout(120)
class RecordsTest {
  private static final int REQUESTS = 20;
  private static final int READ = 0x03;

  @Test
  void noRecordHasTwoAnswers() throws Exception {
    try (DirectFixture fixture = new DirectFixture();
        FrameClient client = fixture.open()) {
      ByteBuf requests = Unpooled.buffer();
      Set<Long> missing = new TreeSet<>();
      for (int i = 1; i <= REQUESTS; i++) {
        // Refused on the network thread, so that all answers are flushed together.
        requests.writeBytes(
            new FrameBuilder(FrameBuilder.ITEM, READ)
                .text(0x0015, "db")
                .text(0x0016, "c")
                .text(0x0017, "i")
                .number(0x004D, i)
                .toByteArray());
        missing.add((long) i);
      }
      client.send(Arrays.copyOf(requests.array(), requests.readableBytes()));
      while (!missing.isEmpty()) {
        byte[] record = client.readRecord();
        List<Long> read = transportIds(record);
        assertThat(read).as("what the SDK reads of a record").hasSize(1);
        assertThat(missing.remove(read.get(0))).isTrue();
      }
    }
  }

  /** Why: if this fails, the SDK has learned to read several answers from one record. */
  @Test
  void theSdkLosesTheFirstOfTwoAnswersInARecord() {
    ByteBuf both = Unpooled.buffer();
    refusal(both, 11);
    refusal(both, 12);
    byte[] record = new byte[both.readableBytes()];
    both.readBytes(record);
    assertThat(transportIds(record)).containsExactly(12L, 12L);
  }

  /** The smallest answer that has all that the SDK requires. */
  private static void refusal(ByteBuf out, int transportId) {
    int start = out.writerIndex();
    out.writeIntLE(0).writeIntLE(410).writeLongLE(1).writeLongLE(2);
    out.writeShortLE(0x0000).writeByte(0x00).writeByte(0);
    out.writeShortLE(0x0035).writeByte(0x02).writeIntLE(transportId);
    out.setIntLE(start, out.writerIndex() - start);
  }

  /** What the SDK's own decoder finds in the bytes of a record, as its next handler sees it. */
  private static List<Long> transportIds(byte[] record) {
    List<Long> found = new ArrayList<>();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new RntbdResponseDecoder(),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                RntbdResponse response = (RntbdResponse) message;
                found.add(response.getTransportRequestId());
                response.release();
              }
            });
    channel.writeInbound(Unpooled.copiedBuffer(record));
    channel.finishAndReleaseAll();
    return found;
  }
}
