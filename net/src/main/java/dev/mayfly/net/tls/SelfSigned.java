package dev.mayfly.net.tls;

import io.netty.util.NetUtil;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Makes a certificate that is its own authority: trusting it is enough. An elliptic key, because it
 * is made in milliseconds and every client's platform knows it. Written by hand, because the JDK
 * can only do it through its command line tool, which takes longer than the whole start.
 */
final class SelfSigned {
  /** Some platforms believe no server's certificate that is valid for more than 825 days. */
  static final Duration VALID = Duration.ofDays(820);

  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);
  private static final int SERIAL_BITS = 120;
  private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.objectId("1.2.840.10045.4.3.2"));
  private static final byte[] TRUE = Der.value(Der.BOOLEAN, new byte[] {(byte) 0xFF});
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  private SelfSigned() {}

  static Identity make(Collection<String> names, Instant now) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    byte[] body = body(names, now, keys.getPublic().getEncoded());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(body);
    byte[] certificate = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
    X509Certificate parsed =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate));
    return new Identity(keys.getPrivate(), List.of(parsed));
  }

  private static byte[] body(Collection<String> names, Instant now, byte[] publicKey)
      throws GeneralSecurityException {
    byte[] version3 = Der.value(0xA0, Der.integer(BigInteger.TWO));
    byte[] serial = Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0));
    byte[] name =
        Der.sequence(
            Der.value(Der.SET, Der.sequence(Der.objectId("2.5.4.3"), Der.utf8("localhost"))),
            Der.value(Der.SET, Der.sequence(Der.objectId("2.5.4.10"), Der.utf8("Mayfly"))));
    byte[] validity =
        Der.sequence(
            Der.time(now.minus(CLOCKS_DIFFER)), Der.time(now.minus(CLOCKS_DIFFER).plus(VALID)));
    return Der.sequence(
        version3,
        serial,
        ECDSA_WITH_SHA256,
        name,
        validity,
        name,
        publicKey,
        Der.value(0xA3, extensions(names, publicKey)));
  }

  private static byte[] extensions(Collection<String> names, byte[] publicKey)
      throws GeneralSecurityException {
    byte[] keyId = MessageDigest.getInstance("SHA-1").digest(publicKey);
    // Signs what it sends (bit 0) and itself (bits 5 and 6).
    byte[] usage = Der.bits(1, (byte) 0b1000_0110);
    return Der.sequence(
        extension("2.5.29.19", true, Der.sequence(TRUE)),
        extension("2.5.29.15", true, usage),
        extension("2.5.29.37", false, Der.sequence(Der.objectId("1.3.6.1.5.5.7.3.1"))),
        extension("2.5.29.17", false, alternativeNames(names)),
        extension("2.5.29.14", false, Der.value(Der.OCTET_STRING, keyId)));
  }

  private static byte[] extension(String id, boolean critical, byte[] value) {
    return Der.sequence(
        Der.objectId(id), critical ? TRUE : new byte[0], Der.value(Der.OCTET_STRING, value));
  }

  private static byte[] alternativeNames(Collection<String> names) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String name : names) {
      byte[] address = NetUtil.createByteArrayFromIpAddressString(name);
      all.writeBytes(
          address == null
              ? Der.value(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII))
              : Der.value(IP_ADDRESS, address));
    }
    return Der.sequence(all.toByteArray());
  }
}
