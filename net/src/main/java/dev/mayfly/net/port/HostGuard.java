package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Protects a port that trusts local processes from web pages. A browser on the machine can be made
 * to send requests to it by any page that it shows: directly, in which case they carry the page's
 * Origin, or after the page's own host name was pointed to the loopback interface (DNS rebinding),
 * in which case they carry that name as Host.
 */
public final class HostGuard {
  /** A name, or an address in brackets, and perhaps a port. */
  private static final Pattern HOST =
      Pattern.compile("([a-z0-9_.-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

  private HostGuard() {}

  /** Whether a Host header names this machine whatever the DNS says. */
  public static boolean isLoopback(String host) {
    Optional<String> name = nameOf(host);
    return name.isPresent() && LOOPBACK.matcher(name.get()).matches();
  }

  /** Whether a Host header, with or without a port, names something that a predicate accepts. */
  public static boolean isNamed(String host, Predicate<String> names) {
    requireNonNull(names, "names");
    return nameOf(host).filter(names).isPresent();
  }

  /** The host without its port; empty if it is absent or not well-formed. */
  private static Optional<String> nameOf(String host) {
    if (host == null) {
      return Optional.empty();
    }
    Matcher matcher = HOST.matcher(host);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * Why a request is refused that a web page makes a browser send, or empty.
   *
   * @param scheme http or https
   * @param host the Host header, which must have been accepted
   * @param origin the Origin header, or null
   * @param fetchSite the Sec-Fetch-Site header, or null
   */
  public static Optional<String> crossOrigin(
      String scheme, String host, String origin, String fetchSite) {
    if (origin != null && !origin.equalsIgnoreCase(scheme + "://" + host)) {
      return Optional.of("the request comes from a web page of '" + origin + "'");
    }
    if (fetchSite != null && !fetchSite.equals("same-origin") && !fetchSite.equals("none")) {
      return Optional.of("the request comes from a web page of another site");
    }
    return Optional.empty();
  }
}
