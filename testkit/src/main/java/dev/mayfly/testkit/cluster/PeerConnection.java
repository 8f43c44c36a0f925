package dev.mayfly.testkit.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A connection of one node to another, with the two links that its bytes take. */
final class PeerConnection {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Socket from;
  private final Socket to;
  private final Link there;
  private final Link back;

  PeerConnection(Socket from, Socket to, Link there, Link back) {
    this.from = from;
    this.to = to;
    this.there = there;
    this.back = back;
  }

  void start(String name) {
    there.add(this);
    back.add(this);
    thread(name + " there", from, to, there);
    thread(name + " back", to, from, back);
  }

  private void thread(String name, Socket in, Socket out, Link link) {
    Thread thread = new Thread(() -> pump(in, out, link), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void pump(Socket in, Socket out, Link link) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream input = in.getInputStream();
        OutputStream output = out.getOutputStream()) {
      for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
        link.pass();
        output.write(chunk, 0, read);
      }
    } catch (IOException ended) {
      // One of the nodes has closed it or has died, or the link was closed.
    } finally {
      close();
    }
  }

  void close() {
    there.remove(this);
    back.remove(this);
    close(from);
    close(to);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}
