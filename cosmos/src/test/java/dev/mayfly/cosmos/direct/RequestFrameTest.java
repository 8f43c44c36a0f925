package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Frames as the Java SDK sends them, and what becomes of them. */
class RequestFrameTest {
  private static final String CONTEXT =
      "6b000000000000006e78e88d12d0974db60ee4193ddbd629000002010000000100070a323032302d"
          + "30372d31350200073a617a73646b2d6a6176612d636f736d6f732f342e38312e30204c696e75782f"
          + "362e31382e34342d66632d76343435204a52452f31372e302e3135";

  private static final String CREATE =
      "7f01000003000100ec8c2a57294b144488119aa272bb81bf00000b08000010830088840000010008"
          + "5000747970652533446d6173746572253236766572253344312e3025323673696725334466415032"
          + "3331344c575265416874304a7a77445930704653596c50674e7931475948437445454b66766d5525"
          + "3344020000010300071d4d6f6e2c203136204e6f7620323032362031383a32353a353820474d5413"
          + "000896002f617070732f31313131313131312d313131312d313131312d313131312d313131313131"
          + "3131313131312f73657276696365732f32323232323232322d323232322d323232322d323232322d"
          + "3232323232323232323232322f706172746974696f6e732f33333333333333332d333333332d3333"
          + "33332d333333332d3333333333333333333333332f7265706c696361732f31303070150008020064"
          + "621600080100632b000806005b227031225d3500080c0041424344414969454141413d49000260ea"
          + "00004a0002000000004d000201000000a200020b0000001b0000007b226964223a226931222c2270"
          + "6b223a227031222c226e223a317d";

  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
  }

  private static RequestFrame read(FrameBuilder frame) {
    ByteBuf all = Unpooled.wrappedBuffer(frame.toByteArray());
    return RequestFrame.read(all.readSlice(all.getIntLE(0)));
  }

  private static Request request(FrameBuilder builder) {
    RequestFrame frame = read(builder);
    return frame.request(frame.path());
  }

  private static FrameBuilder item(int operation) {
    return new FrameBuilder(FrameBuilder.ITEM, operation).text(0x0015, "db").text(0x0016, "c");
  }

  @Test
  void theFirstFrameOfTheSdkOpensAConnection() {
    RequestFrame frame = RequestFrame.read(bytes(CONTEXT));
    assertThat(frame.isContext()).isTrue();
    assertThat(frame.hasPayload()).isFalse();
  }

  @Test
  void aCreationOfTheSdkIsTheRequestThatHttpBrings() {
    ByteBuf all = bytes(CREATE);
    RequestFrame frame = RequestFrame.read(all.readSlice(all.getIntLE(0)));
    assertThat(frame.isContext()).isFalse();
    assertThat(frame.hasPayload()).isTrue();
    assertThat(frame.transportId()).isEqualTo(1);
    assertThat(frame.namesContainerIdentity()).isTrue();
    ResourcePath path = frame.path();
    assertThat(path.type()).isEqualTo(ResourceType.ITEM);
    assertThat(path.ids()).containsExactly("db", "c");
    assertThat(path.isFeed()).isTrue();
    Request request = frame.request(path);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.activityId()).isEqualTo("572a8cec-4b29-4414-8811-9aa272bb81bf");
    assertThat(request.header(HeaderNames.PARTITION_KEY)).isEqualTo("[\"p1\"]");
    assertThat(request.header(HeaderNames.INTENDED_RID)).isEqualTo("ABCDAIiEAAA=");
    assertThat(request.header(HeaderNames.DATE)).isEqualTo("Mon, 16 Nov 2026 18:25:58 GMT");
    assertThat(request.header(HeaderNames.AUTHORIZATION)).startsWith("type%3Dmaster%26ver%3D1.0");
  }

  @Test
  void theOperationSaysWhatHttpSaysInHeaders() {
    assertThat(request(item(0x0F)).isQuery()).isTrue();
    assertThat(request(item(0x13)).flag(HeaderNames.IS_UPSERT)).isTrue();
    assertThat(request(item(0x25)).flag(HeaderNames.IS_BATCH)).isTrue();
    assertThat(request(item(0x04)).method()).isEqualTo("GET");
    assertThat(request(item(0x06).text(0x0017, "i")).method()).isEqualTo("PUT");
  }

  @Test
  void anEtagMeansOneThingForReadersAndAnotherForWriters() {
    Request read = request(item(0x03).text(0x0017, "i").text(0x0008, "\"e\""));
    assertThat(read.header(HttpHeaderNames.IF_NONE_MATCH)).isEqualTo("\"e\"");
    assertThat(read.header(HttpHeaderNames.IF_MATCH)).isNull();
    Request replace = request(item(0x06).text(0x0017, "i").text(0x0008, "\"e\""));
    assertThat(replace.header(HttpHeaderNames.IF_MATCH)).isEqualTo("\"e\"");
    assertThat(replace.header(HttpHeaderNames.IF_NONE_MATCH)).isNull();
  }

  @Test
  void noLimitIsMinusOne() {
    assertThat(request(item(0x04).number(0x0004, -1)).header(HeaderNames.MAX_ITEM_COUNT))
        .isEqualTo("-1");
    assertThat(request(item(0x04).number(0x0004, 7)).header(HeaderNames.MAX_ITEM_COUNT))
        .isEqualTo("7");
  }

  @Test
  void namesAreUtf8AndNotEncoded() {
    assertThat(read(item(0x03).text(0x0017, "\u00e4 b+c%41/\ud83d\ude00")).path().lastId())
        .isEqualTo("\u00e4 b+c%41/\ud83d\ude00");
  }

  @Test
  void whatIsNotNamedIsFoundByItsResourceId() {
    byte[] rid = HexFormat.of().parseHex("01000001800000010100000000000000");
    RequestFrame frame = read(new FrameBuilder(FrameBuilder.ITEM, 0x03).bytes(0x0000, rid));
    assertThat(frame.path().ids())
        .containsExactly("AQAAAQ==", "AQAAAYAAAAE=", "AQAAAYAAAAEBAAAAAAAAAA==");
    assertThatThrownBy(
            () -> read(new FrameBuilder(FrameBuilder.ITEM, 0x03).bytes(0, new byte[8])).path())
        .isInstanceOf(CosmosException.class);
  }

  @Test
  void unknownTokensAreSkippedWhateverTheirType() {
    FrameBuilder frame = item(0x03);
    for (int type : new int[] {0, 1, 2, 3, 4, 5, 6, 0x0D, 0x0E, 0xFF}) {
      int[] lengths = {1, 2, 4, 4, 8, 8, 16};
      int length = type < 7 ? lengths[type] : type == 0x0D ? 4 : type == 0x0E ? 8 : 0;
      byte[] token = new byte[3 + length];
      token[0] = (byte) 0xFE;
      token[1] = 0x01;
      token[2] = (byte) type;
      frame.raw(token);
    }
    assertThat(read(frame.text(0x0017, "i")).path().lastId()).isEqualTo("i");
  }

  @Test
  void whatIsCutOffOrOfTheWrongTypeIsNoFrame() {
    for (byte[] raw :
        new byte[][] {
          {0x17},
          {0x17, 0},
          {0x17, 0, 8},
          {0x17, 0, 8, 4, 0, 'a'},
          {0x17, 0, 9, -1, -1, -1, -1},
          {0x17, 0, 9, -1, -1, -1, 0x7F},
          {0x17, 0, 0x0F, 0},
          {0x17, 0, 2, 0, 0, 0, 0},
          {0x17, 0, 8, 1, 0, -1},
          {0x4D, 0, 8, 1, 0, 'a'},
          {0x04, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
        }) {
      assertThatThrownBy(() -> read(item(0x03).raw(raw)))
          .as(HexFormat.of().formatHex(raw))
          .isInstanceOf(FrameException.class);
    }
  }

  @Test
  void whatIsNotServedIsRefused() {
    for (FrameBuilder frame :
        new FrameBuilder[] {
          item(0x03),
          item(0x03).text(0x0017, ""),
          item(0x17),
          item(0xFFFF),
          new FrameBuilder(0x0F, 0x03).text(0x0015, "db"),
          new FrameBuilder(FrameBuilder.ITEM, 0x01).text(0x0015, "db")
        }) {
      assertThatThrownBy(() -> read(frame).path()).isInstanceOf(CosmosException.class);
    }
  }

  @Test
  void anotherVersionIsRefused() {
    assertThatThrownBy(() -> read(FrameBuilder.context(2))).isInstanceOf(FrameException.class);
    assertThatThrownBy(() -> read(new FrameBuilder(0, 0))).isInstanceOf(FrameException.class);
  }
}
