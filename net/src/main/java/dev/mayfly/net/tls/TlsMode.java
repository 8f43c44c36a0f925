package dev.mayfly.net.tls;

import io.netty.buffer.ByteBuf;

/** Which connections of a port are encrypted. */
public enum TlsMode {
  /** None. */
  NONE(0),

  /** Those whose first byte is that of a TLS handshake. No protocol in text begins with it. */
  TEXT_OR_TLS(1),

  /**
   * Those that begin with a TLS record of a handshake. For protocols whose messages begin with
   * their length in little-endian order: no first message is so long that its first three bytes are
   * those of such a record.
   */
  LENGTH_OR_TLS(3),

  /** All; those that begin otherwise are closed. */
  REQUIRED(3);

  private static final int HANDSHAKE = 22;
  private static final int MAJOR_VERSION = 3;

  private final int prefixBytes;

  TlsMode(int prefixBytes) {
    this.prefixBytes = prefixBytes;
  }

  /** The bytes of a connection that have to be there before {@link #isTls} can decide. */
  int prefixBytes() {
    return prefixBytes;
  }

  /** Whether the connection that begins with these bytes is encrypted. */
  boolean isTls(ByteBuf in) {
    int start = in.readerIndex();
    return in.getUnsignedByte(start) == HANDSHAKE
        && (prefixBytes == 1
            || in.getUnsignedByte(start + 1) == MAJOR_VERSION && in.getUnsignedByte(start + 2) > 0);
  }
}
