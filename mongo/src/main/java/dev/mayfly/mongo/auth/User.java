package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonDocument;

/** Somebody who can log in. */
public final class User {
  private final UserName name;
  private final UUID id;
  private final Set<GrantedRole> roles;
  private final BsonDocument customData;
  private final Map<ScramMechanism, ScramCredentials> credentials;

  /** Another object for each password that there was, while the server runs. */
  private final Object login;

  private final Rights rights;

  /**
   * @param customData what clients keep about the user, or null
   */
  User(
      UserName name,
      UUID id,
      Set<GrantedRole> roles,
      BsonDocument customData,
      Map<ScramMechanism, ScramCredentials> credentials) {
    this(name, id, roles, customData, credentials, new Object());
  }

  private User(
      UserName name,
      UUID id,
      Set<GrantedRole> roles,
      BsonDocument customData,
      Map<ScramMechanism, ScramCredentials> credentials,
      Object login) {
    this.login = login;
    this.name = requireNonNull(name, "name");
    this.id = requireNonNull(id, "id");
    this.roles = new LinkedHashSet<>(roles);
    this.customData = customData;
    this.credentials = new EnumMap<>(ScramMechanism.class);
    this.credentials.putAll(credentials);
    this.rights = new Rights(this.roles);
  }

  /** A new user. */
  public static User create(
      UserName name,
      String password,
      Set<GrantedRole> roles,
      BsonDocument customData,
      List<ScramMechanism> mechanisms) {
    return new User(
        name, UUID.randomUUID(), roles, customData, credentials(name, password, mechanisms));
  }

  private static Map<ScramMechanism, ScramCredentials> credentials(
      UserName name, String password, List<ScramMechanism> mechanisms) {
    Map<ScramMechanism, ScramCredentials> credentials = new EnumMap<>(ScramMechanism.class);
    for (ScramMechanism mechanism : mechanisms) {
      credentials.put(mechanism, mechanism.credentials(name.name(), password));
    }
    return credentials;
  }

  public User withRoles(Set<GrantedRole> others) {
    return new User(name, id, others, customData, credentials, login);
  }

  public User withCustomData(BsonDocument other) {
    return new User(name, id, roles, other, credentials, login);
  }

  public User withPassword(String password, List<ScramMechanism> mechanisms) {
    return new User(name, id, roles, customData, credentials(name, password, mechanisms));
  }

  /**
   * Whether who proved to be the other one is this user: not if that one was dropped and the name
   * made anew, nor if the password was changed since.
   */
  public boolean isLoggedInBy(User other) {
    return login == other.login;
  }

  public UserName name() {
    return name;
  }

  public UUID id() {
    return id;
  }

  public Set<GrantedRole> roles() {
    return new LinkedHashSet<>(roles);
  }

  public BsonDocument customData() {
    return customData;
  }

  public Set<ScramMechanism> mechanisms() {
    return credentials.keySet();
  }

  /** What is kept of the password for a mechanism, or null. */
  ScramCredentials credentials(ScramMechanism mechanism) {
    return credentials.get(mechanism);
  }

  /** Whether this is the user's password; slow on purpose. */
  boolean hasPassword(String password) {
    return credentials.entrySet().stream()
        .skip(credentials.size() - 1L)
        .anyMatch(each -> each.getKey().isPassword(name.name(), password, each.getValue()));
  }

  /** Whether an action is allowed in a database or, where it is about none, at all. */
  public boolean mayDo(Action action, String database) {
    return rights.allow(action, database);
  }

  /** Whether an action is allowed in all databases. */
  public boolean mayDoEverywhere(Action action) {
    return rights.allowEverywhere(action);
  }

  /** Whether anything at all is allowed in a database. */
  public boolean mayDoAnything(String database) {
    return rights.allowAnything(database);
  }
}
