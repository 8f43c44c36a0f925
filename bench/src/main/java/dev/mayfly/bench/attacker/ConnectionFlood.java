package dev.mayfly.bench.attacker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * As many idle connections as can be had, from one address or from as many addresses, each with the
 * same first bytes.
 */
final class ConnectionFlood implements Attack {
  private static final int CONNECTIONS = 6000;
  private static final int TLS_CONNECTIONS = 1500;
  private static final int THREADS = 4;

  private final Port port;
  private final boolean manyAddresses;
  private final byte[] first;
  private final AtomicInteger opened = new AtomicInteger();

  ConnectionFlood(Port port, boolean manyAddresses) {
    this(port, manyAddresses, new byte[0]);
  }

  ConnectionFlood(Port port, boolean manyAddresses, byte[] first) {
    this.port = port;
    this.manyAddresses = manyAddresses;
    this.first = first.clone();
  }

  @Override
  public void start(Arena arena) {
    int max = (port.isSecure() ? TLS_CONNECTIONS : CONNECTIONS) / THREADS;
    List<List<Socket>> held = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      held.add(new ArrayList<>());
    }
    arena.threads(
        THREADS,
        thread -> {
          List<Socket> mine = held.get(thread);
          if (mine.size() < max) {
            mine.add(connect(arena));
          } else {
            replaceOne(mine, arena);
          }
        });
  }

  /** What the server closed is opened again. */
  private void replaceOne(List<Socket> held, Arena arena) throws IOException {
    Socket oldest = held.remove(0);
    oldest.setSoTimeout(1);
    int read;
    try {
      read = oldest.getInputStream().read();
    } catch (java.net.SocketTimeoutException e) {
      held.add(oldest);
      Arena.pause(1);
      return;
    } catch (IOException e) {
      read = -1;
    }
    oldest.close();
    if (read < 0) {
      arena.tally().count("closed by the server");
    }
    held.add(connect(arena));
    Arena.pause(1);
  }

  private Socket connect(Arena arena) throws IOException {
    Socket socket = arena.open(port, address(), 0);
    socket.getOutputStream().write(first);
    arena.tally().count("connected");
    return socket;
  }

  private InetAddress address() throws IOException {
    int number = manyAddresses ? opened.getAndIncrement() % 60_000 : 0;
    return InetAddress.getByName(
        manyAddresses
            ? String.format(Locale.ROOT, "127.1.%d.%d", number / 250, 1 + number % 250)
            : "127.0.0.2");
  }
}
