package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.JavaProgram;
import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.net.port.EventLoops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A program: the endpoint's own port with nothing behind it. Answers the same to everything. */
public final class EmptyServer {
  private EmptyServer() {}

  /** Runs it in a process of its own. */
  static ChildServer start(int answerBytes) throws IOException {
    return JavaProgram.start(EmptyServer.class, Integer.toString(answerBytes));
  }

  /** The argument is the size of the answers. */
  public static void main(String[] args) throws Exception {
    byte[] body = new byte[Integer.parseInt(args[0])];
    Arrays.fill(body, (byte) ' ');
    body[0] = '{';
    body[body.length - 1] = '}';
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpPort port =
        new HttpPort(
            new EventLoops("network", Runtime.getRuntime().availableProcessors()),
            any,
            new CompletableFuture<>(),
            HttpLimits.DEFAULT,
            Admission.ofAll(exchange -> exchange.respond(Response.json(200, body))));
    JavaProgram.ready(port.port());
    // Until the process is ended: the network's threads alone would not keep it.
    new CountDownLatch(1).await();
  }
}
