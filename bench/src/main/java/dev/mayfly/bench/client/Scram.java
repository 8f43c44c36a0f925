package dev.mayfly.bench.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The client's half of a login with SCRAM-SHA-256 (RFC 7677). */
final class Scram {
  private static final String HMAC = "HmacSHA256";
  private static final int KEY_BITS = 256;

  /** As drivers do: the salted password is the costly part, and is the same each time. */
  private static final Map<String, byte[]> SALTED = new ConcurrentHashMap<>();

  private static final int SALTED_MAX = 100;

  private final String user;
  private final String password;

  Scram(String user, String password) {
    this.user = user;
    this.password = password;
  }

  void login(MongoConnection connection) throws IOException {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String nonce = Base64.getEncoder().encodeToString(random);
    String firstBare = "n=" + user + ",r=" + nonce;
    BsonDocument start =
        new BsonDocument("saslStart", new BsonInt32(1))
            .append("mechanism", new BsonString("SCRAM-SHA-256"))
            .append("payload", payload("n,," + firstBare))
            .append("options", BsonDocument.parse("{skipEmptyExchange: true}"));
    BsonDocument started = MongoConnection.succeeded(connection.command("admin", start));
    String serverFirst = text(started);
    String withoutProof = "c=biws,r=" + fields(serverFirst).get("r");
    String exchange = firstBare + "," + serverFirst + "," + withoutProof;
    BsonDocument proceed =
        new BsonDocument("saslContinue", new BsonInt32(1))
            .append("conversationId", started.get("conversationId"))
            .append("payload", payload(withoutProof + ",p=" + proof(serverFirst, exchange)));
    BsonDocument ended = MongoConnection.succeeded(connection.command("admin", proceed));
    if (!ended.getBoolean("done").getValue()) {
      throw new IOException("The login does not end: " + ended.toJson());
    }
  }

  private String proof(String serverFirst, String exchange) throws IOException {
    try {
      byte[] salted = salted(fields(serverFirst).get("s"), fields(serverFirst).get("i"));
      byte[] clientKey = mac(salted, "Client Key");
      byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
      byte[] signature = mac(storedKey, exchange);
      byte[] proof = new byte[clientKey.length];
      for (int i = 0; i < proof.length; i++) {
        proof[i] = (byte) (clientKey[i] ^ signature[i]);
      }
      return Base64.getEncoder().encodeToString(proof);
    } catch (GeneralSecurityException e) {
      throw new IOException("Can't compute the proof", e);
    }
  }

  private byte[] salted(String salt, String iterations) throws GeneralSecurityException {
    String key = password + '\n' + salt + '\n' + iterations;
    byte[] known = SALTED.get(key);
    if (known == null) {
      PBEKeySpec spec =
          new PBEKeySpec(
              password.toCharArray(),
              Base64.getDecoder().decode(salt),
              Integer.parseInt(iterations),
              KEY_BITS);
      known =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      if (SALTED.size() < SALTED_MAX) {
        SALTED.put(key, known);
      }
    }
    return known;
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(HMAC);
    mac.init(new SecretKeySpec(key, HMAC));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static BsonBinary payload(String text) {
    return new BsonBinary(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(BsonDocument reply) {
    return new String(reply.getBinary("payload").getData(), StandardCharsets.UTF_8);
  }

  private static Map<String, String> fields(String message) {
    Map<String, String> fields = new HashMap<>();
    for (String field : message.split(",")) {
      fields.put(field.substring(0, 1), field.substring(2));
    }
    return fields;
  }
}
