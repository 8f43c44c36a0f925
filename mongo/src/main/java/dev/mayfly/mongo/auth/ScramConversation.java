package dev.mayfly.mongo.auth;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Function;

/** The server's side of SCRAM. */
final class ScramConversation implements Conversation {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int NONCE_BYTES = 24;
  private static final int SAID_BYTES_MAX = 4096;

  private final ScramMechanism mechanism;
  private final Users users;
  private final Function<String, UserName> naming;
  private final boolean skipEmptyExchange;
  private State state = State.FIRST;
  private User claimed;
  private ScramCredentials credentials;
  private String header;
  private String nonce;
  private String exchanged;
  private User proved;

  private enum State {
    FIRST,
    FINAL,
    EMPTY,
    DONE
  }

  /**
   * @param skipEmptyExchange whether the client omits the final empty exchange
   */
  ScramConversation(
      ScramMechanism mechanism,
      Users users,
      Function<String, UserName> naming,
      boolean skipEmptyExchange) {
    this.mechanism = mechanism;
    this.users = users;
    this.naming = naming;
    this.skipEmptyExchange = skipEmptyExchange;
  }

  @Override
  public boolean isDone() {
    return state == State.DONE;
  }

  @Override
  public User user() {
    return state == State.DONE ? proved : null;
  }

  @Override
  public byte[] step(byte[] said) {
    if (said.length > SAID_BYTES_MAX) {
      throw Authentication.failed();
    }
    String text = new String(said, StandardCharsets.UTF_8);
    return switch (state) {
      case FIRST -> ScramMechanism.utf8(first(text));
      case FINAL -> ScramMechanism.utf8(last(text));
      case EMPTY -> empty(said);
      case DONE -> throw Authentication.failed();
    };
  }

  /** {@code n,,n=user,r=nonce}. */
  private String first(String text) {
    int bare = text.indexOf(',', text.indexOf(',') + 1) + 1;
    if (bare < 3 || text.charAt(0) != 'n' && text.charAt(0) != 'y') {
      throw malformed();
    }
    header = text.substring(0, bare);
    String clientFirst = text.substring(bare);
    String[] parts = clientFirst.split(",");
    if (parts.length < 2 || !parts[0].startsWith("n=") || !parts[1].startsWith("r=")) {
      throw malformed();
    }
    UserName name = naming.apply(unescaped(parts[0].substring(2)));
    claimed = users.find(name);
    credentials = claimed == null ? null : claimed.credentials(mechanism);
    if (credentials == null) {
      claimed = null;
      credentials = users.fakeCredentials(mechanism, name);
    }
    byte[] more = new byte[NONCE_BYTES];
    RANDOM.nextBytes(more);
    nonce = parts[1].substring(2) + Base64.getEncoder().encodeToString(more);
    String serverFirst =
        "r="
            + nonce
            + ",s="
            + Base64.getEncoder().encodeToString(credentials.salt())
            + ",i="
            + credentials.iterations();
    exchanged = clientFirst + "," + serverFirst;
    state = State.FINAL;
    return serverFirst;
  }

  /** {@code c=biws,r=nonce,p=proof}. */
  private String last(String text) {
    int proofAt = text.lastIndexOf(",p=");
    String expected =
        "c=" + Base64.getEncoder().encodeToString(ScramMechanism.utf8(header)) + ",r=" + nonce;
    if (proofAt < 0 || !text.substring(0, proofAt).equals(expected)) {
      throw Authentication.failed();
    }
    byte[] signed = ScramMechanism.utf8(exchanged + "," + expected);
    byte[] signature = mechanism.mac(credentials.storedKey(), signed);
    byte[] proof = decoded(text.substring(proofAt + 3));
    if (proof.length != signature.length) {
      throw Authentication.failed();
    }
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= signature[i];
    }
    boolean right = MessageDigest.isEqual(mechanism.hash(proof), credentials.storedKey());
    if (!right || users.current(claimed) == null) {
      throw Authentication.failed();
    }
    proved = claimed;
    state = skipEmptyExchange ? State.DONE : State.EMPTY;
    return "v="
        + Base64.getEncoder().encodeToString(mechanism.mac(credentials.serverKey(), signed));
  }

  private byte[] empty(byte[] said) {
    if (said.length > 0) {
      throw Authentication.failed();
    }
    state = State.DONE;
    return said;
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw Authentication.failed();
    }
  }

  private static String unescaped(String name) {
    String comma = name.replace("=2C", ",");
    if (name.replace("=2C", "").replace("=3D", "").indexOf('=') >= 0) {
      throw malformed();
    }
    return comma.replace("=3D", "=");
  }

  private static MongoException malformed() {
    return new MongoException(ErrorCodes.BAD_VALUE, "Incorrect SCRAM client first message");
  }
}
