package dev.mayfly.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** This process is node 0 and opens connections to node 1, which sends back what it gets. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class NetworkTest {
  private static final int SHORT_MILLIS = 200;
  private static final int LONG_MILLIS = 20_000;

  private ServerSocket echo;
  private Network network;

  @BeforeEach
  void open() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::answer, "echo");
    thread.setDaemon(true);
    thread.start();
    network =
        new Network(
            new int[] {1, echo.getLocalPort()},
            node ->
                node == 0 ? OptionalLong.of(ProcessHandle.current().pid()) : OptionalLong.empty());
  }

  @AfterEach
  void close() throws IOException {
    network.close();
    echo.close();
  }

  private void answer() {
    while (!echo.isClosed()) {
      try {
        Socket socket = echo.accept();
        Thread thread = new Thread(() -> answer(socket), "echo-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private static void answer(Socket socket) {
    try (socket) {
      for (int read = socket.getInputStream().read();
          read >= 0;
          read = socket.getInputStream().read()) {
        socket.getOutputStream().write(read);
      }
    } catch (IOException e) {
      return; // The other side has closed it.
    }
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), network.port(1));
  }

  private static int ask(Socket socket, int value, int millis) throws IOException {
    socket.getOutputStream().write(value);
    return answer(socket, millis);
  }

  private static int answer(Socket socket, int millis) throws IOException {
    socket.setSoTimeout(millis);
    return socket.getInputStream().read();
  }

  @Test
  void bytesPass() throws IOException {
    try (Socket socket = connect()) {
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
    }
  }

  @Test
  void whatIsHeldArrivesLater() throws IOException {
    try (Socket socket = connect()) {
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
      network.hold(0, 1);
      assertThatThrownBy(() -> ask(socket, 8, SHORT_MILLIS))
          .isInstanceOf(SocketTimeoutException.class);
      network.heal();
      assertThat(answer(socket, LONG_MILLIS)).isEqualTo(8);
    }
  }

  @Test
  void oneDirectionIsHeldAlone() throws IOException {
    try (Socket socket = connect()) {
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
      network.hold(1, 0);
      assertThatThrownBy(() -> ask(socket, 8, SHORT_MILLIS))
          .isInstanceOf(SocketTimeoutException.class);
      network.hold(0, 1);
      network.heal();
      assertThat(answer(socket, LONG_MILLIS)).isEqualTo(8);
    }
  }

  @Test
  void otherPairsAreLeftAlone() throws IOException {
    try (Socket socket = connect()) {
      network.isolate(0, true);
      network.heal();
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
    }
  }

  @Test
  void aClosedLinkEndsConnectionsAndTakesNone() throws IOException {
    try (Socket socket = connect()) {
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
      network.isolate(1, false);
      assertThatEnds(socket);
    }
    try (Socket refused = connect()) {
      assertThatEnds(refused);
    }
    network.heal();
    try (Socket socket = connect()) {
      assertThat(ask(socket, 9, LONG_MILLIS)).isEqualTo(9);
    }
  }

  private static void assertThatEnds(Socket socket) throws IOException {
    try {
      assertThat(ask(socket, 8, LONG_MILLIS)).isEqualTo(-1);
    } catch (SocketException reset) {
      assertThat(reset).isNotInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void bytesAreDelayed() throws IOException {
    try (Socket socket = connect()) {
      assertThat(ask(socket, 7, LONG_MILLIS)).isEqualTo(7);
      network.delay(0, 1, Duration.ofMillis(300));
      long start = System.nanoTime();
      assertThat(ask(socket, 8, LONG_MILLIS)).isEqualTo(8);
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(250).toNanos());
    }
  }

  @Test
  void theOwnerOfAConnectionIsFound() throws IOException {
    try (Socket socket = connect()) {
      long self = ProcessHandle.current().pid();
      assertThat(owns(self, socket)).isTrue();
      assertThat(SocketOwner.owns(self, socket.getLocalPort(), 1)).isFalse();
      assertThat(SocketOwner.owns(self, 1, socket.getPort())).isFalse();
      Process other = new ProcessBuilder("sleep", "60").start();
      try {
        assertThat(owns(other.pid(), socket)).isFalse();
      } finally {
        other.destroyForcibly();
        Await.until("it ended", () -> !other.isAlive());
      }
      assertThat(owns(other.pid(), socket)).isFalse();
    }
  }

  private static boolean owns(long pid, Socket socket) throws IOException {
    return SocketOwner.owns(pid, socket.getLocalPort(), socket.getPort());
  }

  @Test
  void aCallerThatIsNoNodeIsRefused() throws IOException {
    try (Network strangers =
            new Network(new int[] {1, echo.getLocalPort()}, node -> OptionalLong.empty());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), strangers.port(1))) {
      assertThatEnds(socket);
    }
  }
}
