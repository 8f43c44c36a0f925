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
import java.security.PrivateKey;
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
 * Makes certificates with elliptic keys, because those are made in milliseconds and every client's
 * platform knows them. Written by hand, because the JDK can only do it through its command line
 * tool, which takes longer than the whole start.
 */
final class CertificateMaker {
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);
  private static final int SERIAL_BITS = 120;
  private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.objectId("1.2.840.10045.4.3.2"));
  private static final byte[] TRUE = Der.value(Der.BOOLEAN, new byte[] {(byte) 0xFF});
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  /** Bit 0 signs what is sent, bits 5 and 6 sign certificates. */
  private static final byte USE_ALL = (byte) 0b1000_0110;

  private static final byte USE_SIGNATURE = (byte) 0b1000_0000;
  private static final byte[] SERVER = Der.objectId("1.3.6.1.5.5.7.3.1");
  private static final byte[] CLIENT = Der.objectId("1.3.6.1.5.5.7.3.2");

  private CertificateMaker() {}

  static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  /** A certificate that vouches for itself, for a server with those names. */
  static Identity selfSigned(
      String commonName, Collection<String> names, Instant now, Duration valid)
      throws GeneralSecurityException {
    KeyPair keys = keys();
    byte[] extensions =
        Der.sequence(
            extension("2.5.29.19", true, Der.sequence(TRUE)),
            extension("2.5.29.15", true, Der.bits(1, USE_ALL)),
            extension("2.5.29.37", false, Der.sequence(SERVER)),
            extension("2.5.29.17", false, alternativeNames(names)),
            keyId(keys));
    byte[] name = name(commonName);
    X509Certificate made = sign(keys.getPrivate(), name, name, keys, now, valid, extensions);
    return new Identity(keys.getPrivate(), List.of(made));
  }

  /** A certificate that only signs others. */
  static Identity authority(String commonName, Instant now, Duration valid)
      throws GeneralSecurityException {
    KeyPair keys = keys();
    byte[] extensions =
        Der.sequence(
            extension("2.5.29.19", true, Der.sequence(TRUE)),
            extension("2.5.29.15", true, Der.bits(1, (byte) 0b0000_0110)),
            keyId(keys));
    byte[] name = name(commonName);
    X509Certificate made = sign(keys.getPrivate(), name, name, keys, now, valid, extensions);
    return new Identity(keys.getPrivate(), List.of(made));
  }

  /** A certificate of an authority, for a node that is both server and client under those names. */
  static Identity signedBy(
      Identity authority, String commonName, Collection<String> names, Instant now, Duration valid)
      throws GeneralSecurityException {
    KeyPair keys = keys();
    byte[] extensions =
        Der.sequence(
            extension("2.5.29.19", true, Der.sequence()),
            extension("2.5.29.15", true, Der.bits(7, USE_SIGNATURE)),
            extension("2.5.29.37", false, Der.sequence(SERVER, CLIENT)),
            extension("2.5.29.17", false, alternativeNames(names)),
            keyId(keys));
    byte[] issuer = authority.chain().get(0).getSubjectX500Principal().getEncoded();
    X509Certificate made =
        sign(authority.key(), issuer, name(commonName), keys, now, valid, extensions);
    return new Identity(keys.getPrivate(), List.of(made));
  }

  private static X509Certificate sign(
      PrivateKey signer,
      byte[] issuer,
      byte[] subject,
      KeyPair keys,
      Instant now,
      Duration valid,
      byte[] extensions)
      throws GeneralSecurityException {
    byte[] version3 = Der.value(0xA0, Der.integer(BigInteger.TWO));
    byte[] serial = Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0));
    Instant from = now.minus(CLOCKS_DIFFER);
    byte[] body =
        Der.sequence(
            version3,
            serial,
            ECDSA_WITH_SHA256,
            issuer,
            Der.sequence(Der.time(from), Der.time(from.plus(valid))),
            subject,
            keys.getPublic().getEncoded(),
            Der.value(0xA3, extensions));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(signer);
    signature.update(body);
    byte[] certificate = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private static byte[] name(String commonName) {
    return Der.sequence(
        Der.value(Der.SET, Der.sequence(Der.objectId("2.5.4.3"), Der.utf8(commonName))),
        Der.value(Der.SET, Der.sequence(Der.objectId("2.5.4.10"), Der.utf8("Mayfly"))));
  }

  private static byte[] keyId(KeyPair keys) throws GeneralSecurityException {
    byte[] id = MessageDigest.getInstance("SHA-1").digest(keys.getPublic().getEncoded());
    return extension("2.5.29.14", false, Der.value(Der.OCTET_STRING, id));
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
