package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.net.tls.Identity;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * Gives the certificate for clients to trust, where the service's emulator does so and under a name
 * of its own. All other requests are passed on.
 */
final class CertificateDownload implements Admission {
  private static final String EMULATOR_PATH = "/_explorer/emulator.pem";
  private static final String PATH = "/mayfly-cert.pem";

  private final CompletableFuture<Identity> identity;
  private final Admission others;

  /** Encoded once: everybody may ask for it, on a network thread. */
  private volatile byte[] pem;

  CertificateDownload(CompletableFuture<Identity> identity, Admission others) {
    this.identity = requireNonNull(identity, "identity");
    this.others = requireNonNull(others, "others");
  }

  @Override
  public Admitted admit(Request head) {
    if (!head.path().equals(PATH) && !head.path().equals(EMULATOR_PATH)) {
      return others.admit(head);
    }
    if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
      throw CosmosException.methodNotAllowed(head.method());
    }
    return new Admitted(this::send, false);
  }

  private void send(Exchange exchange) {
    identity.whenComplete(
        (found, failure) -> {
          if (failure == null) {
            exchange.respond(pem(found));
          } else {
            exchange.fail(failure);
          }
        });
  }

  private Response pem(Identity found) {
    if (pem == null) {
      pem = found.certificatePem().getBytes(StandardCharsets.US_ASCII);
    }
    return Response.json(200, pem).header(HttpHeaderNames.CONTENT_TYPE, "application/x-pem-file");
  }
}
