package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.net.tls.Identity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.CompletableFuture;

/** Where clients in direct mode connect to, by what they call this server over HTTP. */
public final class DirectEndpoint {
  private static final int DEFAULT_HTTP_PORT = 80;
  private static final int DEFAULT_HTTPS_PORT = 443;

  private final CompletableFuture<Identity> identity;

  /** 0 while direct mode is off. */
  private volatile int directPort;

  private volatile int httpPort;

  /**
   * @param identity whose certificate says under which names this server is reached
   */
  public DirectEndpoint(CompletableFuture<Identity> identity) {
    this.identity = requireNonNull(identity, "identity");
  }

  /** The ports are open. */
  public void opened(int http, int direct) {
    httpPort = http;
    directPort = direct;
  }

  /**
   * The host and port for a client that reached this server under that name.
   *
   * @param scheme http or https
   * @param host as the client named it, with the port if it named one
   * @throws CosmosException 400 if it can't be served in direct mode
   */
  String authority(String scheme, String host) {
    if (directPort == 0) {
      throw refused("it is switched off here (cosmos-direct-port)");
    }
    URI named;
    try {
      named = new URI(scheme + "://" + host);
    } catch (URISyntaxException e) {
      throw refused("'" + host + "' is no host");
    }
    if (named.getHost() == null || named.getHost().startsWith("[")) {
      throw refused("its clients need a host name or an IPv4 address, not '" + host + "'");
    }
    int byDefault = scheme.equals("https") ? DEFAULT_HTTPS_PORT : DEFAULT_HTTP_PORT;
    int port = named.getPort() < 0 ? byDefault : named.getPort();
    if (port != httpPort) {
      throw refused(
          "you reach this server by port "
              + port
              + ", which leads to its port "
              + httpPort
              + ", and it does not know which one leads to its port "
              + directPort);
    }
    if (identity.isDone()
        && !identity.isCompletedExceptionally()
        && !identity.join().isFor(named.getHost())) {
      throw refused(
          "the certificate is not for '"
              + named.getHost()
              + "' (cosmos-certificate-names can add it)");
    }
    return named.getHost() + ":" + directPort;
  }

  /** A status after which clients do not ask again. */
  static CosmosException refused(String why) {
    return CosmosException.badRequest(
        "Direct mode is not available: "
            + why
            + ". Use gateway mode: gatewayMode() of CosmosClientBuilder in Java,"
            + " ConnectionMode.Gateway in .NET.");
  }
}
