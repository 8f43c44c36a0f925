package dev.mayfly.server.admin;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keeps web pages away from the admin port. The port listens on loopback, but a browser on the same
 * machine can be made to send requests there by any page it shows; such requests carry the page's
 * Origin, or a Host name that someone let point to loopback.
 */
final class SameOriginGuard {
  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("(?i)(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?");

  private SameOriginGuard() {}

  /**
   * Why the request is refused, or empty.
   *
   * @param host the Host header, or null
   * @param origin the Origin header, or null
   * @param fetchSite the Sec-Fetch-Site header, or null
   */
  static Optional<String> refusal(String method, String host, String origin, String fetchSite) {
    if (host == null || !LOOPBACK_HOST.matcher(host).matches()) {
      return Optional.of(
          "the Host header is '"
              + host
              + "'; this port answers only as localhost, 127.0.0.1 or [::1]");
    }
    if (method.equals("GET") || method.equals("HEAD")) {
      return Optional.empty();
    }
    if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
      return Optional.of(
          "the request comes from a web page of '" + origin + "', which may not change anything");
    }
    if (fetchSite != null && !fetchSite.equals("same-origin") && !fetchSite.equals("none")) {
      return Optional.of("the request comes from a web page of another site");
    }
    return Optional.empty();
  }
}
