package dev.mayfly.mongo.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Logs a {@link WireClient} in with SCRAM-SHA-256, written by RFC 7677 and not by the server. */
final class ScramLogin {
  private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";

  private ScramLogin() {}

  /** Something that happens while somebody logs in. */
  @FunctionalInterface
  interface Meanwhile {
    void run() throws IOException;
  }

  /** The last answer of the server: with {@code ok: 1}, or with the code of the refusal. */
  static BsonDocument login(WireClient client, String database, String user, String password)
      throws IOException {
    return login(client, database, user, password, () -> {});
  }

  static BsonDocument login(
      WireClient client, String database, String user, String password, Meanwhile meanwhile)
      throws IOException {
    return login(client, database, user, password, meanwhile, first -> {});
  }

  /**
   * @param challenged receives the server's first reply
   */
  static BsonDocument login(
      WireClient client,
      String database,
      String user,
      String password,
      Meanwhile meanwhile,
      Consumer<BsonDocument> challenged)
      throws IOException {
    String bare = "n=" + user + ",r=" + NONCE;
    BsonDocument first =
        new BsonDocument("saslStart", new BsonInt32(1))
            .append("mechanism", new BsonString("SCRAM-SHA-256"))
            .append("payload", binary("n,," + bare))
            .append("options", BsonDocument.parse("{skipEmptyExchange: true}"))
            .append("$db", new BsonString(database));
    BsonDocument started = run(client, first);
    challenged.accept(started);
    if (started.getNumber("ok").intValue() != 1) {
      return started;
    }
    meanwhile.run();
    String challenge = new String(started.getBinary("payload").getData(), StandardCharsets.UTF_8);
    BsonDocument second =
        new BsonDocument("saslContinue", new BsonInt32(1))
            .append("conversationId", started.get("conversationId"))
            .append("payload", binary(proof(bare, challenge, password)))
            .append("$db", new BsonString(database));
    return run(client, second);
  }

  private static BsonDocument run(WireClient client, BsonDocument command) throws IOException {
    return client.ask(WireClient.msg(1, 0, WireClient.body(command))).document();
  }

  private static BsonValue binary(String text) {
    return new BsonBinary(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String proof(String bare, String challenge, String password) {
    String[] parts = challenge.split(",");
    byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
    int iterations = Integer.parseInt(parts[2].substring(2));
    String last = "c=biws," + parts[0];
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256))
              .getEncoded();
      byte[] proof = mac(salted, "Client Key");
      byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(proof);
      byte[] signature = mac(storedKey, bare + "," + challenge + "," + last);
      for (int i = 0; i < proof.length; i++) {
        proof[i] ^= signature[i];
      }
      return last + ",p=" + Base64.getEncoder().encodeToString(proof);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
