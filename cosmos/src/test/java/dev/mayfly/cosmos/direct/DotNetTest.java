package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.SignedHeaders;
import dev.mayfly.cosmos.direct.FrameClient.Answer;
import dev.mayfly.cosmos.hybridrow.OperationBytes;
import dev.mayfly.cosmos.hybridrow.ResultBytes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What only the .NET SDK sends, over both ports: batches in HybridRow, which it wants back so, and
 * the offer to read JSON in a binary form, which is never accepted.
 */
@Timeout(120)
class DotNetTest {
  private static final int BATCH = 0x25;
  private static final int QUERY = 0x0F;
  private static final String ITEM = "{\"id\":\"a\",\"pk\":\"p\"}";
  private static final byte[] CREATE =
      new OperationBytes().operation(0, null, ITEM).operation(2, "a", null).toByteArray();

  private DirectFixture fixture;

  @BeforeEach
  void start() throws Exception {
    fixture = new DirectFixture();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private HttpResponse<byte[]> post(byte[] body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:"
                        + fixture.server().port()
                        + "/"
                        + DirectFixture.CONTAINER
                        + "/docs"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .header("x-ms-documentdb-partitionkey", "[\"p\"]")
            .headers(headers)
            .header("x-ms-cosmos-supported-serialization-formats", "JsonText, CosmosBinary");
    for (String line : SignedHeaders.of("post", "docs", DirectFixture.CONTAINER).split("\r\n")) {
      request.header(line.split(": ")[0], line.split(": ")[1]);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void assertCreatedAndRead(byte[] answer) {
    assertThat(ResultBytes.read(answer)).extracting(ResultBytes::status).containsExactly(201, 200);
    assertThat(ResultBytes.read(answer).get(1).body()).startsWith("{").contains("\"id\":\"a\"");
  }

  @Test
  void aBatchOverHttp() throws Exception {
    HttpResponse<byte[]> answer =
        post(CREATE, "x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("application/octet-stream");
    assertCreatedAndRead(answer.body());
  }

  @Test
  void aBatchInDirectMode() throws Exception {
    try (FrameClient client = fixture.open()) {
      Answer answer =
          client.exchange(DirectFixture.feed(BATCH, "post", 1).flag(0x0073, true).payload(CREATE));
      assertThat(answer.status()).isEqualTo(200);
      assertCreatedAndRead(answer.payload());
      Answer again =
          client.exchange(DirectFixture.feed(BATCH, "post", 2).flag(0x0073, true).payload(CREATE));
      assertThat(again.status()).isEqualTo(207);
      assertThat(ResultBytes.read(again.payload()))
          .extracting(ResultBytes::status)
          .containsExactly(409, 424);
    }
  }

  @Test
  void batchesThatCanNotBeReadAreRefused() throws Exception {
    byte[] cut = {(byte) 0x81, 1, 2, 3};
    try (FrameClient client = fixture.open()) {
      Answer answer =
          client.exchange(DirectFixture.feed(BATCH, "post", 1).flag(0x0073, true).payload(cut));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).contains("HybridRow");
    }
    HttpResponse<byte[]> answer =
        post(cut, "x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "True");
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void jsonIsTextWhateverAClientOffersToRead() throws Exception {
    HttpResponse<byte[]> created =
        post(
            ITEM.getBytes(StandardCharsets.UTF_8),
            "x-ms-documentdb-content-serialization-format",
            "CosmosBinary");
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(new String(created.body(), StandardCharsets.UTF_8)).startsWith("{");
    byte[] query = "{\"query\":\"SELECT * FROM c\"}".getBytes(StandardCharsets.UTF_8);
    HttpResponse<byte[]> found =
        post(
            query,
            "x-ms-documentdb-isquery",
            "True",
            "content-type",
            "application/query+json",
            "x-ms-documentdb-content-serialization-format",
            "CosmosBinary");
    assertThat(found.statusCode()).isEqualTo(200);
    assertThat(new String(found.body(), StandardCharsets.UTF_8)).startsWith("{").contains("\"a\"");
    try (FrameClient client = fixture.open()) {
      // The format that is wanted, and the formats that the client can read.
      Answer answer =
          client.exchange(
              DirectFixture.feed(QUERY, "post", 1)
                  .raw(new byte[] {0x65, 0, 0, 1, (byte) 0xC4, 0, 0, 3})
                  .payload(query));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).startsWith("{").contains("\"a\"");
    }
  }
}
