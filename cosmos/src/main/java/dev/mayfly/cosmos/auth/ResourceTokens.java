package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.ChildStore.Child;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.LongSupplier;

/**
 * Resource tokens: what a permission's holder shows in place of an account key. A token names one
 * version of a permission and the time in which it may be used. It is signed by a key that is
 * derived from the primary key, so it outlives a restart; it is accepted as long as that key is the
 * primary or the secondary one. What it allows is read from the permission, so it also ends when
 * that is replaced or deleted.
 */
public final class ResourceTokens {
  private static final String PREFIX = "type=resource&ver=1&sig=";
  private static final int FIELDS = 5;

  private final KeyRing keys;
  private final ChildStore children;
  private final LongSupplier wallMillis;

  /**
   * @param wallMillis milliseconds since the epoch, by the clock of the machine
   */
  public ResourceTokens(KeyRing keys, ChildStore children, LongSupplier wallMillis) {
    this.children = requireNonNull(children, "children");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    this.keys = requireNonNull(keys, "keys");
  }

  public String issue(String userRid, Child permission, long validSeconds) {
    long nowSecond = wallMillis.getAsLong() / 1000;
    String text =
        String.join(
            "\n",
            userRid,
            EtagText.of(permission.etag()),
            Long.toString(nowSecond),
            Long.toString(nowSecond + validSeconds),
            permission.id());
    byte[] message = text.getBytes(StandardCharsets.UTF_8);
    Base64.Encoder base64 = Base64.getEncoder();
    return PREFIX
        + base64.encodeToString(keys.now().tokens().sign(0, message))
        + ";"
        + base64.encodeToString(message)
        + ";";
  }

  /**
   * What a token allows.
   *
   * @param signature what follows "sig=" in it
   * @throws CosmosException 401 if it is not one of ours, 403 if its time or permission has ended
   */
  Caller.Grant grant(String signature) {
    byte[] message = message(signature);
    String[] fields = new String(message, StandardCharsets.UTF_8).split("\n", FIELDS);
    long startSecond = Long.parseLong(fields[2]);
    long expirySecond = Long.parseLong(fields[3]);
    long nowSecond = wallMillis.getAsLong() / 1000;
    if (nowSecond >= expirySecond) {
      throw KeyAuthorizer.notNow(startSecond, expirySecond, nowSecond);
    }
    Child permission = children.find(fields[0], ResourceType.PERMISSION, fields[4]);
    if (permission == null || !EtagText.of(permission.etag()).equals(fields[1])) {
      throw KeyAuthorizer.insufficient();
    }
    return PermissionBody.grant(permission.body());
  }

  /** The signed part of a token that is signed by us. */
  private byte[] message(String signature) {
    int first = signature.indexOf(';');
    int second = signature.indexOf(';', first + 1);
    if (first < 0 || second < 0) {
      throw AuthorizationHeader.malformed();
    }
    try {
      byte[] claimed = Base64.getDecoder().decode(signature.substring(0, first));
      byte[] message = Base64.getDecoder().decode(signature.substring(first + 1, second));
      if (keys.now().tokens().signer(message, claimed) >= 0) {
        return message;
      }
    } catch (IllegalArgumentException e) {
      throw AuthorizationHeader.malformed();
    }
    throw new CosmosException(
        401,
        "The input authorization token can't serve the request. It was not issued by this account,"
            + " or the key that it was issued under is not in use any more.");
  }
}
