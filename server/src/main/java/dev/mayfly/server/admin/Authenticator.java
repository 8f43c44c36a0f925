package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;

/** Decides whether a request may be answered, by what its route needs. */
final class Authenticator {
  private static final String BASIC = "Basic ";

  private final Credentials credentials;
  private final Sessions sessions;

  Authenticator(Credentials credentials, Sessions sessions) {
    this.credentials = requireNonNull(credentials, "credentials");
    this.sessions = requireNonNull(sessions, "sessions");
  }

  /**
   * What the sender of a request may do.
   *
   * @throws AdminException 401 if it has to prove who it is, 403 if that is not enough
   */
  Grant authorize(AdminRequest request, Access access) {
    if (!access.allowsOtherPages()) {
      SameOriginGuard.otherPage(request)
          .ifPresent(
              why -> {
                throw new AdminException(403, why);
              });
    }
    if (!access.needsCredentials()) {
      return Grant.NONE;
    }
    Grant grant = grant(request);
    if (access == Access.WRITE && grant.readOnly()) {
      throw new AdminException(
          403, "'" + grant.name() + "' may only read; use a key that may also write");
    }
    return grant;
  }

  private Grant grant(AdminRequest request) {
    Optional<Grant> everybody = credentials.ofEverybody();
    if (everybody.isPresent()) {
      return everybody.get();
    }
    Optional<Sessions.Session> session = sessions.find(request);
    if (session.isPresent()) {
      return ofSession(request, session.get());
    }
    String header = request.header("authorization");
    if (header == null) {
      throw new AdminException(
          401,
          "this server has credentials: send an account key (curl -u :KEY) or a MongoDB user with"
              + " the role root (curl -u USER:PASSWORD)");
    }
    return basic(header)
        .orElseThrow(
            () ->
                new AdminException(
                    401,
                    "these credentials are not right: use -u :KEY with an account key, or -u"
                        + " USER:PASSWORD with a MongoDB user that has the role root"));
  }

  /** A browser sends the cookie by itself; the token only a page can send that could read it. */
  private static Grant ofSession(AdminRequest request, Sessions.Session session) {
    String token = request.header("x-mayfly-csrf");
    if (!request.method().equals("GET")
        && (token == null || !MessageDigest.isEqual(bytes(token), bytes(session.token())))) {
      throw new AdminException(
          403, "the header X-Mayfly-Csrf must be the token of the session; reload the page");
    }
    return session.grant();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Optional<Grant> basic(String header) {
    if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).trim());
      String pair = new String(bytes, StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0
          ? Optional.empty()
          : credentials.check(pair.substring(0, colon), pair.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
