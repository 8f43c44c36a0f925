package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.LongSupplier;

/** Lets in who signs with one of the account's keys, or shows a resource token. */
public final class KeyAuthorizer implements Authorizer {
  static final long SKEW_SECONDS_MAX = 15 * 60;

  private static final byte[] NO_SIGNATURE = {};

  private final KeyRing keys;
  private final ResourceTokens tokens;
  private final EntraTokens entra;
  private final TokenScope scope;
  private final LongSupplier wallMillis;

  /**
   * @param wallMillis milliseconds since the epoch, by the clock of the machine: tokens are not
   *     judged by the clock of the TTLs, which tests move
   */
  public KeyAuthorizer(
      KeyRing keys, ResourceTokens tokens, Directory directory, LongSupplier wallMillis) {
    this(keys, tokens, null, directory, wallMillis);
  }

  /**
   * @param entra null if tokens of Microsoft Entra ID are not accepted
   */
  public KeyAuthorizer(
      KeyRing keys,
      ResourceTokens tokens,
      EntraTokens entra,
      Directory directory,
      LongSupplier wallMillis) {
    this.entra = entra;
    this.tokens = requireNonNull(tokens, "tokens");
    this.scope = new TokenScope(requireNonNull(directory, "directory"));
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    this.keys = requireNonNull(keys, "keys");
  }

  @Override
  public Caller authorize(Request request, ResourcePath path) {
    String text = request.header(HeaderNames.AUTHORIZATION);
    if (text == null) {
      throw new CosmosException(
          401,
          "Required Header authorization is missing. Ensure a valid Authorization token is"
              + " passed.");
    }
    AuthorizationHeader header = AuthorizationHeader.parse(text);
    return switch (header.type()) {
      case "master" -> owner(request, path, header.signature());
      case "resource" -> holder(request, path, header.signature());
      case "aad" -> principal(request, path, header.signature());
      default -> throw AuthorizationHeader.malformed();
    };
  }

  private Caller principal(Request request, ResourcePath path, String token) {
    if (entra == null) {
      throw new CosmosException(
          401,
          "Microsoft Entra ID tokens are not accepted by this server: set cosmos-entra-jwks, or use"
              + " an account key or a resource token.");
    }
    return entra.authorize(token, request, path);
  }

  private Caller holder(Request request, ResourcePath path, String signature) {
    Caller.Grant grant = tokens.grant(signature);
    if (!scope.allows(grant, request, path)) {
      throw insufficient();
    }
    return new Caller.Holder(List.of(grant));
  }

  private Caller owner(Request request, ResourcePath path, String signature) {
    SignedPayload payload = new SignedPayload(request, path);
    long second = RequestDate.parse(payload.date());
    KeyRing.InForce now = keys.now();
    boolean readOnly = signer(now, payload, path, bytes(signature)) >= now.fullKeys();
    long nowSecond = wallMillis.getAsLong() / 1000;
    if (Math.abs(nowSecond - second) > SKEW_SECONDS_MAX) {
      throw notNow(second, second + SKEW_SECONDS_MAX, nowSecond);
    }
    return owner(request, path, readOnly);
  }

  /**
   * Whom a request comes from that was made with a key.
   *
   * @throws CosmosException 403 if the key may only read and the request does more
   */
  public static Caller owner(Request request, ResourcePath path, boolean readOnly) {
    if (!readOnly) {
      return Caller.OWNER;
    }
    if (!RouteAccess.of(path.type(), Operation.of(request, path)).readOnlyKey()) {
      throw insufficient();
    }
    return new Caller.Owner(true);
  }

  /** The number of the key that made the signature. */
  private static int signer(
      KeyRing.InForce now, SignedPayload payload, ResourcePath path, byte[] signature) {
    String text = null;
    if (path.type() != ResourceType.OFFER || path.isFeed()) {
      text = payload.byNames();
      int key = signer(now, text, signature);
      if (key >= 0) {
        return key;
      }
    }
    if (payload.hasResourceIds()) {
      text = payload.byResourceId();
      int key = signer(now, text, signature);
      if (key >= 0) {
        return key;
      }
    }
    throw new CosmosException(
        401,
        "The input authorization token can't serve the request. The wrong key is being used or the"
            + " expected payload is not built as per the protocol. For more info:"
            + " https://aka.ms/cosmosdb-tsg-unauthorized. Server used the following payload to"
            + " sign: '"
            + text
            + "'");
  }

  private static int signer(KeyRing.InForce now, String payload, byte[] signature) {
    return now.requests().signer(payload.getBytes(StandardCharsets.UTF_8), signature);
  }

  /** A signature that is not base64 matches nothing. */
  private static byte[] bytes(String signature) {
    try {
      return Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      return NO_SIGNATURE;
    }
  }

  static CosmosException insufficient() {
    return new CosmosException(
        403,
        "Insufficient permissions provided in the authorization header for the corresponding"
            + " request. Please retry with another authorization header.");
  }

  static CosmosException notNow(long startSecond, long expirySecond, long nowSecond) {
    return new CosmosException(
        403,
        "The authorization token is not valid at the current time. Please create another token and"
            + " retry (token start time: "
            + RequestDate.text(startSecond)
            + ", token expiry time: "
            + RequestDate.text(expirySecond)
            + ", current server time: "
            + RequestDate.text(nowSecond)
            + ").");
  }
}
