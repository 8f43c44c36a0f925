package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.tls.Identity;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Gives the certificate to anybody who wants to trust it, where the service's emulator does so and
 * under a name of its own. All other requests go on.
 */
final class CertificateDownload implements Consumer<Exchange> {
  private static final String EMULATOR_PATH = "/_explorer/emulator.pem";
  private static final String PATH = "/mayfly-cert.pem";

  private final CompletableFuture<Identity> identity;
  private final Consumer<Exchange> others;

  CertificateDownload(CompletableFuture<Identity> identity, Consumer<Exchange> others) {
    this.identity = requireNonNull(identity, "identity");
    this.others = requireNonNull(others, "others");
  }

  @Override
  public void accept(Exchange exchange) {
    String path = exchange.request().path();
    if (!path.equals(PATH) && !path.equals(EMULATOR_PATH)) {
      others.accept(exchange);
      return;
    }
    String method = exchange.request().method();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.fail(CosmosException.methodNotAllowed(method));
      return;
    }
    identity.whenComplete(
        (found, failure) -> {
          if (failure == null) {
            exchange.respond(pem(found));
          } else {
            exchange.fail(failure);
          }
        });
  }

  private static Response pem(Identity identity) {
    byte[] pem = identity.certificatePem().getBytes(StandardCharsets.US_ASCII);
    return Response.json(200, pem).header(HttpHeaderNames.CONTENT_TYPE, "application/x-pem-file");
  }
}
