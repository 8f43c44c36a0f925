package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.net.port.HostGuard;
import dev.mayfly.net.tls.Identity;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * While one of the account's keys is the emulator's, which every web page knows too, only requests
 * are served that name this machine or a name of the certificate as their host, and that no page of
 * another origin sent. With keys of one's own no page can sign a request, so nothing is checked: a
 * proxy may use whatever name it likes.
 */
final class PublicKeyGuard implements Admission {
  private final BooleanSupplier isPublic;
  private final CompletableFuture<Identity> identity;
  private final Admission accepted;

  /**
   * @param isPublic whether credentials that anyone can have are accepted now
   * @param identity whose certificate says under which names this server is reached
   */
  PublicKeyGuard(
      BooleanSupplier isPublic, CompletableFuture<Identity> identity, Admission accepted) {
    this.isPublic = requireNonNull(isPublic, "isPublic");
    this.identity = requireNonNull(identity, "identity");
    this.accepted = requireNonNull(accepted, "accepted");
  }

  @Override
  public Admitted admit(Request head) {
    if (isPublic.getAsBoolean()) {
      checkOrigin(head);
      if (!HostGuard.isLoopback(head.host())) {
        if (!identity.isDone()) {
          return later(head);
        }
        checkName(head);
      }
    }
    return accepted.admit(head);
  }

  /** Just after the start the certificate is not there yet: the host's name is checked later. */
  private Admitted later(Request head) {
    Admitted admitted;
    try {
      admitted = accepted.admit(head);
    } catch (CosmosException e) {
      admitted = new Admitted(exchange -> exchange.fail(e), false);
    }
    Consumer<Exchange> handler = admitted.handler();
    return new Admitted(
        exchange -> identity.whenComplete((found, failure) -> checkName(exchange, handler)),
        admitted.authenticated());
  }

  private void checkName(Exchange exchange, Consumer<Exchange> handler) {
    try {
      checkName(exchange.request());
    } catch (CosmosException e) {
      exchange.fail(e);
      return;
    }
    handler.accept(exchange);
  }

  /** Refuses hosts that are not named in the certificate, once that is there. */
  private void checkName(Request head) {
    if (identity.isCompletedExceptionally()
        || !HostGuard.isNamed(head.host(), identity.join()::isFor)) {
      throw refusal("the host is '" + head.host() + "'");
    }
  }

  private static void checkOrigin(Request head) {
    Optional<String> refused =
        HostGuard.crossOrigin(
            head.scheme(),
            head.host(),
            head.headers().get(HttpHeaderNames.ORIGIN),
            head.headers().get("Sec-Fetch-Site"));
    if (refused.isPresent()) {
      throw refusal(refused.get());
    }
  }

  private static CosmosException refusal(String why) {
    return new CosmosException(
        403,
        "Everybody knows the emulator's key, so it serves only localhost, loopback addresses and"
            + " the names of the certificate, and no web pages of others, but "
            + why
            + ". Connect to localhost, name the host in cosmos-certificate-names, or set"
            + " MAYFLY_COSMOS_KEY to a key of your own.");
  }
}
