package dev.mayfly.server.admin;

import dev.mayfly.net.port.HostGuard;
import java.util.Optional;

/** Keeps web pages away from the admin port, which serves every local process. */
final class SameOriginGuard {
  private SameOriginGuard() {}

  /**
   * Why the request is refused, or empty.
   *
   * @param host the Host header, or null
   * @param origin the Origin header, or null
   * @param fetchSite the Sec-Fetch-Site header, or null
   */
  static Optional<String> refusal(String method, String host, String origin, String fetchSite) {
    if (!HostGuard.isLoopback(host)) {
      return Optional.of(
          "the Host header is '"
              + host
              + "'; this port answers only as localhost, 127.0.0.1 or [::1]");
    }
    if (method.equals("GET") || method.equals("HEAD")) {
      return Optional.empty();
    }
    return HostGuard.crossOrigin("http", host, origin, fetchSite)
        .map(why -> why + ", which may not change anything");
  }

  /** Why a request is refused that a page of another origin sent, or empty. */
  static Optional<String> otherPage(AdminRequest request) {
    return HostGuard.crossOrigin(
            "http",
            request.header("host"),
            request.header("origin"),
            request.header("sec-fetch-site"))
        .map(why -> why + ", which may not see or change anything");
  }
}
