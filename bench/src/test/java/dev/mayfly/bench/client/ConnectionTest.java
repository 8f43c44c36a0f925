package dev.mayfly.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTest {
  private static final byte[] REQUEST = {'r'};

  @Test
  void readsAnswersOneAfterTheOther() throws Exception {
    try (ServerSocket listener = listener();
        Connection connection = Connection.open(listener.getLocalPort(), false);
        Socket server = listener.accept()) {
      connection.send(REQUEST);
      answer(server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\neTag: \"7\"\r\n\r\nhello");
      Answer first = connection.answer();
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("hello");
      assertThat(first.header("etag")).isEqualTo("\"7\"");
      assertThat(first.header("x-ms-continuation")).isNull();
      assertThat(first.contains("xellx".getBytes(StandardCharsets.US_ASCII), 1, 3)).isTrue();
      assertThat(first.contains("xelox".getBytes(StandardCharsets.US_ASCII), 1, 3)).isFalse();
      assertThat(first.contains("hello!".getBytes(StandardCharsets.US_ASCII), 0, 6)).isFalse();
      answer(server, "HTTP/1.1 304 Not Modified\r\n\r\n");
      assertThat(connection.answer().status()).isEqualTo(304);
      String large = "x".repeat(100_000);
      answer(server, "HTTP/1.1 201 Created\r\ncontent-length:100000\r\n\r\n" + large);
      assertThat(connection.answer().body()).isEqualTo(large);
    }
  }

  @Test
  void anAnswerThatEndsTooSoonIsAFailure() throws Exception {
    try (ServerSocket listener = listener();
        Connection connection = Connection.open(listener.getLocalPort(), false)) {
      try (Socket server = listener.accept()) {
        answer(server, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell");
      }
      assertThatThrownBy(connection::answer).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void anAnswerThatIsTooLongIsAFailure() throws Exception {
    try (ServerSocket listener = listener();
        Connection connection = Connection.open(listener.getLocalPort(), false);
        Socket server = listener.accept()) {
      answer(server, "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhello");
      assertThatThrownBy(connection::answer)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("longer");
    }
  }

  private static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static void answer(Socket server, String text) throws IOException {
    server.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    server.getOutputStream().flush();
  }
}
