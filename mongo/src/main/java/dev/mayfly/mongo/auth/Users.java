package dev.mayfly.mongo.auth;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.error.MongoException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** All users: those that are stored, and the one that the configuration names. Thread safe. */
public final class Users {
  private static final int STORED_MAX = 10_000;
  private static final int USER_EXISTS = 51003;

  private final UserStore store;
  private final ConcurrentHashMap<UserName, User> users = new ConcurrentHashMap<>();
  private final byte[] secret = new byte[32];
  private final List<Consumer<UserName>> listeners = new CopyOnWriteArrayList<>();
  private volatile Root root;

  private record Root(UserName name, CompletableFuture<User> user) {}

  public Users(Engine engine) {
    store = new UserStore(engine);
    store.load().forEach(user -> users.put(user.name(), user));
    new SecureRandom().nextBytes(secret);
  }

  /**
   * Adds somebody who may do everything and who is not stored.
   *
   * @param salting does what takes long with the password; who asks for the user meanwhile waits
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
    return root == null && users.isEmpty();
  }

  /** The user of that name, or null. */
  public User find(UserName name) {
    Root configured = root;
    return configured != null && configured.name().equals(name)
        ? configured.user().join()
        : users.get(name);
  }

  /** The one that the configuration names, whatever database they say they are of; or null. */
  public User findRoot(String name) {
    Root configured = root;
    return configured != null && configured.name().name().equals(name)
        ? configured.user().join()
        : null;
  }

  /** The user as it is now who proved to be another one; null if that login counts no more. */
  public User current(User proved) {
    User now = proved == null ? null : find(proved.name());
    return now != null && now.isLoggedInBy(proved) ? now : null;
  }

  /** Tells whoever keeps something for users, such as cursors, when one is dropped. */
  public void onDrop(Consumer<UserName> listener) {
    listeners.add(listener);
  }

  public List<User> all() {
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

  /** Changes a stored user; null if there is none of that name. */
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

  /** False if no user of that name is stored. */
  public synchronized boolean drop(UserName name) {
    if (!users.containsKey(name)) {
      return false;
    }
    store.delete(name);
    users.remove(name);
    listeners.forEach(listener -> listener.accept(name));
    return true;
  }

  /**
   * What is told to somebody who says they are a user that does not exist: always the same for the
   * same name, so that nobody can tell.
   */
  ScramCredentials pretended(ScramMechanism mechanism, UserName name) {
    byte[] made =
        ScramMechanism.SCRAM_SHA_256.mac(
            secret, ScramMechanism.utf8(mechanism.wireName() + " " + name.full()));
    byte[] salt = java.util.Arrays.copyOf(made, mechanism.saltBytes());
    return new ScramCredentials(mechanism.iterations(), salt, made, made);
  }
}
