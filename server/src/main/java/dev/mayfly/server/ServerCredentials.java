package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.server.admin.Credentials;
import dev.mayfly.server.admin.Grant;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The account keys and the MongoDB users of a server. As long as its key is the emulator's, which
 * everybody knows, and it has no users, everybody on the machine may do everything.
 */
final class ServerCredentials implements Credentials {
  private final Supplier<FrontEnds> frontEnds;

  /**
   * @param frontEnds those that serve now; without them no client is let in
   */
  ServerCredentials(Supplier<FrontEnds> frontEnds) {
    this.frontEnds = requireNonNull(frontEnds, "frontEnds");
  }

  @Override
  public Optional<Grant> ofEverybody() {
    boolean users = frontEnds.get().mongo().filter(MongoServer::hasUsers).isPresent();
    if (users || secretKeys().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new Grant("everybody on this machine", false, null, null, () -> true));
  }

  /** The keys, if none of them is the emulator's. */
  private Optional<AccountKeys> secretKeys() {
    return frontEnds.get().cosmos().map(CosmosServer::keys).filter(keys -> !keys.isPublic());
  }

  @Override
  public Optional<Grant> check(String name, String secret) {
    return name.isEmpty() ? ofKey(secret) : ofUser(name, secret);
  }

  private Optional<Grant> ofKey(String secret) {
    if (secretKeys().isEmpty()) {
      return Optional.empty();
    }
    AccountKeys keys = secretKeys().get();
    boolean full = isOneOf(secret, keys.primary(), keys.secondary());
    boolean readOnly = isOneOf(secret, keys.primaryReadOnly(), keys.secondaryReadOnly());
    return full || readOnly
        ? Optional.of(
            new Grant(
                full ? "account key" : "read-only account key",
                !full,
                null,
                null,
                () -> secretKeys().filter(keys::equals).isPresent()))
        : Optional.empty();
  }

  private static boolean isOneOf(String secret, String first, String second) {
    return isSame(secret, first) | isSame(secret, second);
  }

  private static boolean isSame(String secret, String key) {
    return key != null && MessageDigest.isEqual(bytes(secret), bytes(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Optional<Grant> ofUser(String name, String password) {
    return frontEnds
        .get()
        .mongo()
        .flatMap(server -> server.logInAsRoot(name, password))
        .map(valid -> new Grant(name, false, name, password, valid));
  }
}
