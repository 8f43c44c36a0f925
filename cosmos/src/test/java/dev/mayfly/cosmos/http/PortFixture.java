package dev.mayfly.cosmos.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.tls.Certificates;
import dev.mayfly.net.tls.Identity;
import dev.mayfly.net.tls.TlsOptions;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * A port whose requests are answered with what they are: method, path and body. Those for a path
 * that begins with /later wait until the test answers them; those for /unauthorized are refused.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PortFixture {
  static final Identity IDENTITY = Certificates.load(TlsOptions.DEFAULT, Instant.now());

  final BlockingQueue<Exchange> later = new LinkedBlockingQueue<>();
  private final EventLoops loops = new EventLoops("network", 2);
  HttpPort port;

  void open(HttpLimits limits) throws IOException {
    open(limits, CompletableFuture.supplyAsync(IDENTITY::sslContext));
  }

  void open(HttpLimits limits, CompletableFuture<SslContext> tls) throws IOException {
    port =
        new HttpPort(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            tls,
            limits,
            this::admit);
  }

  @AfterEach
  void closePort() {
    if (port != null) {
      port.close();
    }
    loops.close();
  }

  private Admission.Admitted admit(Request head) {
    if (head.path().startsWith("/unauthorized")) {
      throw new CosmosException(401, "unauthorized");
    }
    return new Admission.Admitted(this::answer, true);
  }

  private void answer(Exchange exchange) {
    if (exchange.request().path().startsWith("/later")) {
      later.add(exchange);
    } else if (exchange.request().path().startsWith("/status/")) {
      int status = Integer.parseInt(exchange.request().path().substring("/status/".length()));
      exchange.respond(Response.of(status));
    } else {
      exchange.respond(echo(exchange.request()));
    }
  }

  static Response echo(Request request) {
    String body = new String(request.body(), UTF_8);
    return Response.json(
            200, (request.method() + " " + request.path() + " " + body).getBytes(UTF_8))
        .header("x-scheme", request.scheme())
        .header("x-host", request.host())
        .charge(124);
  }

  Exchange awaitLater() throws InterruptedException {
    Exchange exchange = later.poll(20, TimeUnit.SECONDS);
    if (exchange == null) {
      throw new AssertionError("no request came");
    }
    return exchange;
  }

  RawClient connect() throws IOException {
    return RawClient.plain(port.port());
  }
}
