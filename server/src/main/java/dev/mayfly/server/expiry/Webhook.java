package dev.mayfly.server.expiry;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where the expiry events of a container are sent.
 *
 * @param container its number, which is never used again
 * @param address where batches are posted to
 * @param secret that they are signed with
 * @param position after the last event that was delivered, as a continuation
 */
public record Webhook(int container, URI address, String secret, byte[] position) {
  public static final int SECRET_LENGTH_MIN = 16;
  public static final int SECRET_LENGTH_MAX = 256;

  private static final int ADDRESS_LENGTH_MAX = 2000;
  private static final int PORT_MAX = 65_535;

  public Webhook {
    requireNonNull(address, "address");
    requireNonNull(secret, "secret");
    requireNonNull(position, "position");
  }

  Webhook at(byte[] next) {
    return new Webhook(container, address, secret, next);
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "Webhook[" + container + " to " + address.getHost() + "]";
  }

  /**
   * An address that events can be sent to.
   *
   * @throws IllegalArgumentException if it is none; the message says why
   */
  public static URI address(String text) {
    if (text.length() > ADDRESS_LENGTH_MAX) {
      throw new IllegalArgumentException("it is longer than " + ADDRESS_LENGTH_MAX + " characters");
    }
    URI address;
    try {
      address = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getReason());
    }
    String scheme = String.valueOf(address.getScheme());
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw new IllegalArgumentException("it must begin with https:// or http://");
    }
    if (address.getHost() == null || address.getPort() > PORT_MAX) {
      throw new IllegalArgumentException("it names no host and port");
    }
    if (address.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "it has a user name; batches are signed, so that the receiver can check them");
    }
    if (address.getRawFragment() != null) {
      throw new IllegalArgumentException("it has a fragment (#), which is never sent");
    }
    return address;
  }
}
