package dev.mayfly.mongo.auth;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.error.MongoException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The stored users and the configured one. Thread safe. */
public final class Users {
  private static final int STORED_MAX = 10_000;
  private static final int USER_EXISTS = 51003;

  private final UserStore store;
  private final ConcurrentHashMap<UserName, User> users = new ConcurrentHashMap<>();
  private final byte[] secret = new byte[32];
  private final List<Consumer<UserName>> listeners = new CopyOnWriteArrayList<>();
  private volatile Root root;
  private volatile boolean enforced;
  private volatile boolean following;
  private volatile long followedVersion;

  private record Root(UserName name, CompletableFuture<User> user) {}

  public Users(Engine engine) {
    store = new UserStore(engine);
    store.load().forEach(user -> users.put(user.name(), user));
    new SecureRandom().nextBytes(secret);
  }

  /** From now on the stored users are those that another node writes. */
  public void follow() {
    followedVersion = Long.MIN_VALUE;
    following = true;
  }

  /** Loads what another node has changed. */
  private void refresh() {
    if (!following || store.version() == followedVersion) {
      return;
    }
    synchronized (this) {
      // The version first: what changes meanwhile is loaded the next time.
      long version = store.version();
      Map<UserName, User> stored = new HashMap<>();
      store.load().forEach(user -> stored.put(user.name(), user));
      for (UserName name : List.copyOf(users.keySet())) {
        if (!stored.containsKey(name)) {
          users.remove(name);
          listeners.forEach(listener -> listener.accept(name));
        }
      }
      users.putAll(stored);
      followedVersion = version;
    }
  }

  /**
   * Sets the configured superuser, which is not stored.
   *
   * @param salting runs the slow key derivation; lookups of the user wait for it
   */
  public void setRoot(String name, String password, Executor salting) {
    UserName full = new UserName(name, "admin");
    Set<GrantedRole> everything = Set.of(new GrantedRole(BuiltInRole.ROOT, "admin"));
    List<ScramMechanism> mechanisms = List.of(ScramMechanism.values());
    root =
        new Root(
            full,
            CompletableFuture.supplyAsync(
                () -> User.create(full, password, everything, null, mechanisms), salting));
  }

  public boolean isEmpty() {
    refresh();
    return root == null && users.isEmpty();
  }

  /** Requires authentication from when there is a user. */
  public void enforce() {
    enforced = true;
  }

  /**
   * Whether clients of this machine are allowed everything without authentication: as in MongoDB,
   * users alone do not change that.
   */
  public boolean isOpen() {
    refresh();
    return root == null && (!enforced || users.isEmpty());
  }

  /** The user of that name, or null. */
  public User find(UserName name) {
    refresh();
    Root configured = root;
    return configured != null && configured.name().equals(name)
        ? configured.user().join()
        : users.get(name);
  }

  /**
   * The user of that name if the password is right, or null; slow on purpose, and as slow for an
   * unknown user.
   */
  public User logIn(UserName name, String password) {
    User user = find(name);
    if (user == null) {
      ScramMechanism mechanism = ScramMechanism.SCRAM_SHA_256;
      mechanism.isPassword(name.name(), password, fakeCredentials(mechanism, name));
      return null;
    }
    return user.hasPassword(password) ? user : null;
  }

  /** The configured user on any authentication database, or null. */
  public User findRoot(String name) {
    Root configured = root;
    return configured != null && configured.name().name().equals(name)
        ? configured.user().join()
        : null;
  }

  /** The current state of an authenticated user; null if that login is no longer valid. */
  public User current(User proved) {
    User now = proved == null ? null : find(proved.name());
    return now != null && now.isLoggedInBy(proved) ? now : null;
  }

  /** Adds a listener for dropped users, to release their cursors and sessions. */
  public void onDrop(Consumer<UserName> listener) {
    listeners.add(listener);
  }

  public List<User> all() {
    refresh();
    List<User> all = new ArrayList<>(users.values());
    if (root != null) {
      all.add(root.user().join());
    }
    all.sort(java.util.Comparator.comparing(user -> user.name().full()));
    return all;
  }

  public synchronized void create(User user) {
    if (find(user.name()) != null) {
      throw new MongoException(USER_EXISTS, "User \"" + user.name() + "\" already exists");
    }
    if (users.size() >= STORED_MAX) {
      throw new MongoException(USER_EXISTS, "There can be at most " + STORED_MAX + " users");
    }
    keep(user);
  }

  /** Updates a stored user; null if there is none. */
  public synchronized User change(UserName name, UnaryOperator<User> how) {
    User user = users.get(name);
    if (user == null) {
      return null;
    }
    User changed = how.apply(user);
    keep(changed);
    return changed;
  }

  private void keep(User user) {
    store.put(user);
    users.put(user.name(), user);
  }

  /** Whether the user was stored. */
  public synchronized boolean drop(UserName name) {
    if (!users.containsKey(name)) {
      return false;
    }
    store.delete(name);
    users.remove(name);
    listeners.forEach(listener -> listener.accept(name));
    return true;
  }

  /** The store was emptied: its users are no more; the configured one stays. */
  public synchronized void forgetStored() {
    users.clear();
  }

  /**
   * Credentials for an unknown user: stable for each name, so that a client can't detect whether
   * the user exists.
   */
  ScramCredentials fakeCredentials(ScramMechanism mechanism, UserName name) {
    byte[] made =
        ScramMechanism.SCRAM_SHA_256.mac(
            secret, ScramMechanism.utf8(mechanism.wireName() + " " + name.full()));
    byte[] salt = java.util.Arrays.copyOf(made, mechanism.saltBytes());
    return new ScramCredentials(mechanism.iterations(), salt, made, made);
  }
}
