package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.JavaProgram;
import dev.mayfly.cosmos.direct.DirectPort;
import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.http.PortBudgets;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.net.tls.TlsOptions;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A program: the endpoint's own ports with nothing behind them. Answers the same to everything. */
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
    EventLoops loops = new EventLoops("network", Runtime.getRuntime().availableProcessors());
    CompletableFuture<SslContext> tls =
        ServerCertificate.load(TlsOptions.DEFAULT, Instant.now()).make().sslContext();
    Admission admission = Admission.ofAll(exchange -> exchange.respond(Response.json(200, body)));
    HttpPort port =
        new HttpPort(loops, any, new CompletableFuture<>(), HttpLimits.DEFAULT, admission);
    DirectPort direct =
        new DirectPort(
            loops,
            any,
            tls,
            HttpLimits.DEFAULT,
            PortBudgets.of(HttpLimits.DEFAULT),
            (head, path) -> admission.admit(head));
    JavaProgram.ready(port.port(), direct.port());
    // Until the process is ended: the network's threads alone would not keep it.
    new CountDownLatch(1).await();
  }
}
