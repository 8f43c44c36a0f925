package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.tls.Identity;
import dev.mayfly.net.HostGuard;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * While one of the account's keys is the emulator's, which every web page knows too, only requests
 * are served that name this machine or a name of the certificate as their host, and that no page of
 * another origin sent. With keys of one's own no page can sign a request, so nothing is checked: a
 * proxy may use whatever name it likes.
 */
final class PublicKeyGuard implements Consumer<Exchange> {
  private final Supplier<AccountKeys> keys;
  private final CompletableFuture<Identity> identity;
  private final Consumer<Exchange> accepted;

  /**
   * @param keys those that are in force now
   * @param identity whose certificate says under which names this server is reached
   */
  PublicKeyGuard(
      Supplier<AccountKeys> keys,
      CompletableFuture<Identity> identity,
      Consumer<Exchange> accepted) {
    this.keys = requireNonNull(keys, "keys");
    this.identity = requireNonNull(identity, "identity");
    this.accepted = requireNonNull(accepted, "accepted");
  }

  @Override
  public void accept(Exchange exchange) {
    if (!keys.get().isPublic()) {
      accepted.accept(exchange);
    } else if (HostGuard.isLoopback(exchange.request().host())) {
      acceptOrigin(exchange);
    } else {
      identity.whenComplete(
          (found, failure) -> {
            String host = exchange.request().host();
            if (failure == null && HostGuard.isNamed(host, found::isFor)) {
              acceptOrigin(exchange);
            } else {
              exchange.fail(refusal("the host is '" + host + "'"));
            }
          });
    }
  }

  private void acceptOrigin(Exchange exchange) {
    Request request = exchange.request();
    Optional<String> refused =
        HostGuard.crossOrigin(
            request.scheme(),
            request.host(),
            request.headers().get(HttpHeaderNames.ORIGIN),
            request.headers().get("Sec-Fetch-Site"));
    if (refused.isPresent()) {
      exchange.fail(refusal(refused.get()));
    } else {
      accepted.accept(exchange);
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
