package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;

/** Signs in and out with the page, and says what the page needs to know first. */
final class SessionRoutes {
  static final String PATH = "/explorer/session";

  private final AdminServices services;
  private final Sessions sessions;

  SessionRoutes(AdminServices services, Sessions sessions) {
    this.services = requireNonNull(services, "services");
    this.sessions = requireNonNull(sessions, "sessions");
  }

  AdminResponse read(AdminRequest request) {
    boolean required = services.credentials().ofEverybody().isEmpty();
    Optional<Sessions.Session> session = sessions.find(request);
    boolean admitted = !required || session.isPresent();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("required", required);
    answer.put("signedIn", session.isPresent());
    answer.put("name", session.map(each -> each.grant().name()).orElse(null));
    answer.put("csrf", session.map(Sessions.Session::token).orElse(null));
    answer.put("movableClock", services.target().movableClock().isPresent());
    answer.put("apis", admitted ? services.apis().addresses() : Map.of());
    return AdminResponse.json(200, answer);
  }

  AdminResponse signIn(AdminRequest request) {
    String name;
    String secret;
    try {
      BsonDocument body = JsonText.parse(request.body());
      name = body.getString("name").getValue();
      secret = body.getString("secret").getValue();
    } catch (IllegalArgumentException | BsonInvalidOperationException e) {
      throw new AdminException(400, "send {\"name\":\"…\",\"secret\":\"…\"}");
    }
    Grant grant =
        services
            .credentials()
            .check(name, secret)
            .orElseThrow(
                () ->
                    new AdminException(
                        403,
                        name.isEmpty()
                            ? "That is not an account key of this server."
                            : "That user and password are not right, or the user has not the role"
                                + " root."));
    Sessions.Session session = sessions.open(grant);
    return AdminResponse.json(200, Map.of("name", grant.name(), "csrf", session.token()))
        .with("Set-Cookie", cookie(session.id()));
  }

  AdminResponse signOut(AdminRequest request) {
    sessions.find(request).ifPresent(sessions::close);
    return AdminResponse.json(200, Map.of("signedIn", false))
        .with("Set-Cookie", cookie("") + "; Max-Age=0");
  }

  private static String cookie(String value) {
    return Sessions.COOKIE + "=" + value + "; Path=/; HttpOnly; SameSite=Strict";
  }
}
