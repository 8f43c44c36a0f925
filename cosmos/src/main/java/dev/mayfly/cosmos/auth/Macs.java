package dev.mayfly.cosmos.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 under a few keys. Each thread has its own objects, made once. */
final class Macs {
  private static final String ALGORITHM = "HmacSHA256";

  private final ThreadLocal<Mac[]> ofThread;

  Macs(List<byte[]> keys) {
    List<SecretKeySpec> specs =
        keys.stream().map(key -> new SecretKeySpec(key, ALGORITHM)).toList();
    this.ofThread =
        ThreadLocal.withInitial(() -> specs.stream().map(Macs::mac).toArray(Mac[]::new));
  }

  private static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has " + ALGORITHM, e);
    }
  }

  /** The number of the first key that made a signature, or -1; takes as long whichever it is. */
  int signer(byte[] message, byte[] signature) {
    int signer = -1;
    Mac[] macs = ofThread.get();
    for (int key = macs.length - 1; key >= 0; key--) {
      if (MessageDigest.isEqual(macs[key].doFinal(message), signature)) {
        signer = key;
      }
    }
    return signer;
  }

  byte[] sign(int key, byte[] message) {
    return ofThread.get()[key].doFinal(message);
  }
}
