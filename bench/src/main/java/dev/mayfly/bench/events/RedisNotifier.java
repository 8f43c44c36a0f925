package dev.mayfly.bench.events;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.PeerCache;
import dev.mayfly.bench.process.Pinning;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Redis as it is shipped, with keyspace events switched on. */
final class RedisNotifier implements Notifier {
  static final String NAME = "Redis";

  private static final Pattern READY = Pattern.compile("Ready to accept connections");
  private static final int BATCH = 1000;
  private static final int DUE_MILLIS = 2000;
  private static final int LASTING_SECONDS = 1_000_000;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final String FILLER = "mayfly ".repeat(40);

  private final ChildServer server;
  private final Talk commands;
  private final Talk events;
  private int number;

  private RedisNotifier(ChildServer server, int port) throws IOException {
    this.server = server;
    this.commands = new Talk(port);
    this.events = new Talk(port);
    commands.send("CONFIG", "SET", "notify-keyspace-events", "Ex");
    commands.receive();
    events.send("SUBSCRIBE", "__keyevent@0__:expired");
    for (int i = 0; i < 6; i++) {
      events.receive(); // An array of three: a word, the channel, how many there are.
    }
  }

  /** Starts one that keeps nothing on disk; empty if there is none. */
  static Optional<Notifier> start(Report report) throws IOException {
    Path unpacked = PeerCache.directory("redis");
    Optional<Path> program = PeerCache.onPath("redis-server");
    Path own = unpacked.resolve("usr/bin/redis-server");
    if (program.isEmpty() && Files.isExecutable(own)) {
      program = Optional.of(own);
    }
    if (program.isEmpty()) {
      report.leftOut(
          "expiry events of Redis", "there is no redis-server; './mayfly bench peers' installs it");
      return Optional.empty();
    }
    Map<String, String> environment =
        program.get().equals(own)
            ? Map.of("LD_LIBRARY_PATH", unpacked.resolve("usr/lib/x86_64-linux-gnu").toString())
            : Map.of();
    report.version(NAME, version(program.get(), environment));
    int port = freePort();
    List<String> command =
        List.of(
            program.get().toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--daemonize",
            "no");
    ChildServer server = ChildServer.start(Pinning.onOneCore(command), environment, READY);
    return Optional.of(new RedisNotifier(server, port));
  }

  private static String version(Path program, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.toString(), "--version");
    builder.environment().putAll(environment);
    String said =
        new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said.replaceAll("(?s).*v=([0-9.]+).*", "$1");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void addLasting(int count) throws IOException {
    for (int from = 0; from < count; from += BATCH) {
      int batch = Math.min(BATCH, count - from);
      for (int i = 0; i < batch; i++) {
        commands.send("SET", "k" + number++, FILLER, "EX", Integer.toString(LASTING_SECONDS));
      }
      commands.receiveOk(batch);
    }
  }

  @Override
  public long[] expire(int count, int secondsMax) throws IOException {
    long deadline = (System.currentTimeMillis() + DUE_MILLIS) / 1000 * 1000 + 1000;
    for (int i = 0; i < count; i++) {
      commands.send("SET", "k" + number++, FILLER, "PXAT", Long.toString(deadline));
    }
    commands.receiveOk(count);
    List<Long> delays = new ArrayList<>();
    long end = deadline + TimeUnit.SECONDS.toMillis(secondsMax);
    while (delays.size() < count) {
      long left = end - System.currentTimeMillis();
      if (left <= 0 || !events.receiveMessage((int) left)) {
        break;
      }
      delays.add(System.currentTimeMillis() - deadline);
    }
    return delays.stream().mapToLong(Long::longValue).toArray();
  }

  /** One connection: commands are arrays of texts, what comes back is read line by line. */
  private static final class Talk implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final BufferedReader in;
    private final StringBuilder outgoing = new StringBuilder();

    Talk(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      out = socket.getOutputStream();
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** All words are ASCII. */
    void send(String... words) {
      outgoing.append('*').append(words.length).append("\r\n");
      for (String word : words) {
        outgoing.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
      }
    }

    private void flush() throws IOException {
      out.write(outgoing.toString().getBytes(StandardCharsets.US_ASCII));
      outgoing.setLength(0);
    }

    String receive() throws IOException {
      flush();
      return in.readLine();
    }

    void receiveOk(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        String reply = receive();
        if (!"+OK".equals(reply)) {
          throw new IOException("Redis answered " + reply);
        }
      }
    }

    /** An array of three texts; false if none came in time. */
    boolean receiveMessage(int millisMax) throws IOException {
      socket.setSoTimeout(Math.max(1, millisMax));
      try {
        for (int i = 0; i < 7; i++) {
          in.readLine();
        }
        return true;
      } catch (SocketTimeoutException e) {
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    commands.close();
    events.close();
    server.close();
  }
}
