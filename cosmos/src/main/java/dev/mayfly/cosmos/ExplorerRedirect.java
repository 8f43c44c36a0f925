package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Set;

/**
 * Sends browsers from where the service's emulator has its page to where this server has one. All
 * other requests are passed on.
 */
final class ExplorerRedirect implements Admission {
  private static final Set<String> PATHS =
      Set.of("/_explorer", "/_explorer/", "/_explorer/index.html");

  private final Admission others;

  /** Null until the server knows it. */
  private volatile String address;

  ExplorerRedirect(Admission others) {
    this.others = requireNonNull(others, "others");
  }

  void sendTo(String page) {
    address = requireNonNull(page, "page");
  }

  @Override
  public Admitted admit(Request head) {
    String page = address;
    boolean read = head.method().equals("GET") || head.method().equals("HEAD");
    if (page == null || !read || !PATHS.contains(head.path())) {
      return others.admit(head);
    }
    return new Admitted(
        exchange -> exchange.respond(Response.of(307).header(HttpHeaderNames.LOCATION, page)),
        false);
  }
}
