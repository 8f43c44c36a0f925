package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** A connection to the MongoDB port of this server, for a few commands of a person. */
final class MongoLink implements AutoCloseable {
  private static final int OP_MSG = 2013;
  private static final int HEADER_BYTES = 16;
  private static final int BODY_OFFSET = HEADER_BYTES + Integer.BYTES + 1;
  private static final int REPLY_BYTES_MAX = 48_000_000;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final String HMAC = "HmacSHA256";

  private final Socket socket = new Socket();
  private int requestId;

  MongoLink(InetSocketAddress address) throws IOException {
    try {
      socket.connect(address, TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static MongoLink toThisMachine(int port) throws IOException {
    return new MongoLink(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** The reply to a command, whether it is an error or not. */
  BsonDocument run(String database, BsonDocument command) throws IOException {
    BsonDocument sent = new BsonDocument();
    sent.putAll(command);
    sent.append("$db", new BsonString(database));
    RawBsonDocument body = new RawBsonDocument(sent, new BsonDocumentCodec());
    ByteBuffer bytes = body.getByteBuffer().asNIO();
    ByteBuffer message =
        ByteBuffer.allocate(BODY_OFFSET + bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(message.capacity()).putInt(++requestId).putInt(0).putInt(OP_MSG);
    message.putInt(0).put((byte) 0).put(bytes);
    socket.getOutputStream().write(message.array());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = Integer.reverseBytes(in.readInt());
    if (length < BODY_OFFSET || length > REPLY_BYTES_MAX) {
      throw new IOException("a reply of " + length + " bytes");
    }
    byte[] rest = in.readNBytes(length - Integer.BYTES);
    return new RawBsonDocument(Arrays.copyOfRange(rest, BODY_OFFSET - Integer.BYTES, rest.length));
  }

  /** Logs in by SCRAM-SHA-256. */
  void logIn(String user, String password) throws IOException {
    requireNonNull(password, "password");
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String nonce = Base64.getEncoder().encodeToString(random);
    String first = "n=" + user.replace("=", "=3D").replace(",", "=2C") + ",r=" + nonce;
    BsonDocument started =
        run(
            "admin",
            new BsonDocument("saslStart", new BsonInt32(1))
                .append("mechanism", new BsonString("SCRAM-SHA-256"))
                .append("payload", binary("n,," + first))
                .append("options", new BsonDocument("skipEmptyExchange", BsonBoolean.TRUE)));
    String said = payload(started);
    Map<String, String> parts = parts(said);
    String last = "c=biws,r=" + parts.get("r");
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(
                  new PBEKeySpec(
                      password.toCharArray(),
                      Base64.getDecoder().decode(parts.get("s")),
                      Integer.parseInt(parts.get("i")),
                      256))
              .getEncoded();
      byte[] proof = mac(salted, "Client Key");
      byte[] stored = MessageDigest.getInstance("SHA-256").digest(proof);
      byte[] signature = mac(stored, first + "," + said + "," + last);
      for (int i = 0; i < proof.length; i++) {
        proof[i] ^= signature[i];
      }
      last += ",p=" + Base64.getEncoder().encodeToString(proof);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has these algorithms", e);
    }
    payload(
        run(
            "admin",
            new BsonDocument("saslContinue", new BsonInt32(1))
                .append("conversationId", started.get("conversationId"))
                .append("payload", binary(last))));
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(HMAC);
    mac.init(new SecretKeySpec(key, HMAC));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static BsonBinary binary(String text) {
    return new BsonBinary(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String payload(BsonDocument reply) throws IOException {
    if (!reply.containsKey("payload")) {
      throw new IOException("the login failed");
    }
    return new String(reply.getBinary("payload").getData(), StandardCharsets.UTF_8);
  }

  private static Map<String, String> parts(String said) {
    Map<String, String> parts = new HashMap<>();
    for (String part : said.split(",")) {
      parts.put(part.substring(0, 1), part.substring(2));
    }
    return parts;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
