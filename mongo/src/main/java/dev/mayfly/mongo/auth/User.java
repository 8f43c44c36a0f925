package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonDocument;

/** A user with roles and credentials. */
public final class User {
  private final UserName name;
  private final UUID id;
  private final Set<GrantedRole> roles;
  private final BsonDocument customData;
  private final Map<ScramMechanism, ScramCredentials> credentials;

  /** Identity of the current password, to invalidate logins when it changes. */
  private final Object login;

  private final EffectivePrivileges rights;

  /**
   * @param customData opaque data of clients, or null
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
    this.rights = new EffectivePrivileges(this.roles);
  }

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
   * Whether a login as the other user is still valid for this one: not if the user was dropped and
   * created again, nor if the password has changed.
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

  /** The credentials for a mechanism, or null. */
  ScramCredentials credentials(ScramMechanism mechanism) {
    return credentials.get(mechanism);
  }

  /** Verifies the password; slow on purpose. */
  boolean hasPassword(String password) {
    return credentials.entrySet().stream()
        .skip(credentials.size() - 1L)
        .anyMatch(each -> each.getKey().isPassword(name.name(), password, each.getValue()));
  }

  /** Whether an action is allowed on a database; for cluster actions, on the cluster. */
  public boolean mayDo(Action action, String database) {
    return rights.allow(action, database);
  }

  /** Whether an action is allowed in all databases. */
  public boolean mayDoEverywhere(Action action) {
    return rights.allowEverywhere(action);
  }

  /** Whether any action is allowed on a database. */
  public boolean mayDoAnything(String database) {
    return rights.allowAnything(database);
  }
}
