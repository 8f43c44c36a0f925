package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongSupplier;

/** Lets in who signs with one of the account's keys, or shows a resource token. */
public final class KeyAuthorizer implements Authorizer {
  static final long SKEW_SECONDS_MAX = 15 * 60;

  private static final byte[] NO_SIGNATURE = {};

  private final Macs macs;
  private final int keys;
  private final int fullKeys;
  private final ResourceTokens tokens;
  private final TokenScope scope;
  private final LongSupplier wallMillis;

  /**
   * @param wallMillis milliseconds since the epoch, as the machine believes: tokens are not judged
   *     by the clock of the TTLs, which tests move
   */
  public KeyAuthorizer(
      AccountKeys keys, ResourceTokens tokens, Directory directory, LongSupplier wallMillis) {
    this.tokens = requireNonNull(tokens, "tokens");
    this.scope = new TokenScope(requireNonNull(directory, "directory"));
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    List<byte[]> known = new ArrayList<>();
    add(known, keys.primary());
    add(known, keys.secondary());
    this.fullKeys = known.size();
    add(known, keys.primaryReadOnly());
    add(known, keys.secondaryReadOnly());
    this.keys = known.size();
    this.macs = new Macs(known);
  }

  private static void add(List<byte[]> known, String key) {
    if (key != null) {
      known.add(Base64.getDecoder().decode(key));
    }
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
      case "aad" ->
          throw new CosmosException(
              401,
              "Microsoft Entra ID tokens are not supported by Mayfly. Use an account key or a"
                  + " resource token.");
      default -> throw AuthorizationHeader.malformed();
    };
  }

  private Caller holder(Request request, ResourcePath path, String signature) {
    Caller.Grant grant = tokens.grant(signature);
    if (!scope.allows(grant, request, path)) {
      throw Access.insufficient();
    }
    return new Caller.Holder(List.of(grant));
  }

  private Caller owner(Request request, ResourcePath path, String signature) {
    SignedPayload payload = new SignedPayload(request, path);
    long second = RequestDate.parse(payload.date());
    boolean readOnly = signer(payload, path, bytes(signature)) >= fullKeys;
    long nowSecond = wallMillis.getAsLong() / 1000;
    if (Math.abs(nowSecond - second) > SKEW_SECONDS_MAX) {
      throw notNow(second, second + SKEW_SECONDS_MAX, nowSecond);
    }
    if (!readOnly) {
      return Caller.OWNER;
    }
    if (!Access.isReading(request, path) || path.type() == ResourceType.PERMISSION) {
      throw Access.insufficient();
    }
    return new Caller.Owner(true);
  }

  /** The number of the key that made the signature. */
  private int signer(SignedPayload payload, ResourcePath path, byte[] signature) {
    String text = null;
    if (path.type() != ResourceType.OFFER || path.isFeed()) {
      text = payload.byNames();
      int key = signer(text, signature);
      if (key >= 0) {
        return key;
      }
    }
    if (payload.hasResourceIds()) {
      text = payload.byResourceId();
      int key = signer(text, signature);
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

  private int signer(String payload, byte[] signature) {
    byte[] message = payload.getBytes(StandardCharsets.UTF_8);
    for (int key = 0; key < keys; key++) {
      if (MessageDigest.isEqual(macs.sign(key, message), signature)) {
        return key;
      }
    }
    return -1;
  }

  /** A signature that is not base64 matches nothing. */
  private static byte[] bytes(String signature) {
    try {
      return Base64.getDecoder().decode(signature);
    } catch (IllegalArgumentException e) {
      return NO_SIGNATURE;
    }
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
