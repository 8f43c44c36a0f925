package dev.mayfly.bench.attack;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;

/** The secrets of one run: the honest client has one account on each API, the attacker another. */
record Account(String cosmosKey, String attackersKey, String mongoPassword) {
  static final String OWNER = "owner";
  static final String ATTACKER = "mallory";

  static Account create() {
    return new Account(key(), key(), key());
  }

  private static String key() {
    byte[] bytes = new byte[64];
    new SecureRandom().nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Nothing of it is on a command line. */
  Map<String, String> environment() {
    return Map.of(
        "MAYFLY_COSMOS_KEY", cosmosKey,
        "MAYFLY_COSMOS_SECONDARY_KEY", attackersKey,
        "MAYFLY_MONGO_USER", OWNER,
        "MAYFLY_MONGO_PASSWORD", mongoPassword,
        "MAYFLY_JAVA_OPTS", "-Xmx1g");
  }
}
