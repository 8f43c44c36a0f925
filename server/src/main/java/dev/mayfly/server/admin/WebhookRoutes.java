package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.server.expiry.Webhook;
import dev.mayfly.server.expiry.Webhooks;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Where the expiry events of a container are sent: shown, set and removed. */
final class WebhookRoutes {
  static final String PATH = "/containers/{database}/{container}/webhook";

  private static final int SECRET_BYTES = 32;

  private final AdminTarget target;
  private final Supplier<Webhooks> webhooks;

  WebhookRoutes(AdminTarget target, Supplier<Webhooks> webhooks) {
    this.target = requireNonNull(target, "target");
    this.webhooks = requireNonNull(webhooks, "webhooks");
  }

  AdminResponse read(AdminRequest request) {
    Container container = ManagedContainer.of(target.engine(), request);
    return AdminResponse.json(
        200, members(webhooks.get().find(container).orElse(new Webhooks.State(null, 0, 0, null))));
  }

  private static Map<String, Object> members(Webhooks.State state) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("url", state.address() == null ? null : state.address().toString());
    members.put("deliveredEvents", state.deliveredEvents());
    members.put("failedAttempts", state.failedAttempts());
    members.put("lastError", state.error());
    return members;
  }

  AdminResponse set(AdminRequest request) {
    BsonDocument body;
    try {
      body = JsonText.parse(request.body());
    } catch (IllegalArgumentException e) {
      throw new AdminException(
          400, "the body must be {\"url\": \"https://…\"}, and may have a \"secret\"");
    }
    URI address = address(text(body, "url"));
    String given = text(body, "secret");
    if (given != null
        && (given.length() < Webhook.SECRET_LENGTH_MIN
            || given.length() > Webhook.SECRET_LENGTH_MAX)) {
      throw new AdminException(
          400,
          "the secret must have "
              + Webhook.SECRET_LENGTH_MIN
              + " to "
              + Webhook.SECRET_LENGTH_MAX
              + " characters; leave it out to have one made");
    }
    Container container = ManagedContainer.of(target.engine(), request);
    if (container.definition().expiryEvents() == null) {
      throw ExpiryRoutes.off(container, request.path().replaceFirst("webhook$", "expiries"));
    }
    String secret = given == null ? newSecret() : given;
    webhooks.get().set(container, address, secret);
    Map<String, Object> answer = members(webhooks.get().find(container).orElseThrow());
    if (given == null) {
      answer.put("secret", secret);
    }
    return AdminResponse.json(200, answer);
  }

  private static String text(BsonDocument body, String name) {
    BsonValue value = body.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw new AdminException(400, name + " must be a text");
    }
    return value.asString().getValue();
  }

  private static URI address(String text) {
    if (text == null) {
      throw new AdminException(400, "the url is missing: {\"url\": \"https://…\"}");
    }
    try {
      return Webhook.address(text);
    } catch (IllegalArgumentException e) {
      throw new AdminException(400, "'" + text + "' can't be a webhook: " + e.getMessage());
    }
  }

  private static String newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  AdminResponse remove(AdminRequest request) {
    Container container = ManagedContainer.of(target.engine(), request);
    return AdminResponse.json(200, Map.of("removed", webhooks.get().remove(container)));
  }
}
