package dev.mayfly.mongo.auth;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.BsonBytes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Persistence of users: items of an internal container, created with the first user. Its database
 * name is not available to clients.
 */
record UserStore(Engine engine) {
  private static final String DATABASE = "/mongo";
  private static final String CONTAINER = "users";
  private static final String PARTITION = "db";

  List<User> load() {
    List<User> users = new ArrayList<>();
    Container container = container();
    if (container == null) {
      return users;
    }
    byte[] continuation = null;
    do {
      Page<Item> page = container.scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT);
      for (Item item : page.entries()) {
        users.add(user(new RawBsonDocument(item.body())));
      }
      continuation = page.continuation();
    } while (continuation != null);
    return users;
  }

  /** Another one after each change of a stored user. */
  long version() {
    Container container = container();
    return container == null ? -1 : container.lastLsn();
  }

  void put(User user) {
    Container container = container();
    if (container == null) {
      container = create();
    }
    container.upsert(key(user.name()), BsonBytes.of(document(user)));
  }

  void delete(UserName name) {
    container().delete(key(name));
  }

  private Container container() {
    try {
      return engine.container(DATABASE, CONTAINER);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND || e.code() == ErrorCode.CONTAINER_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  private Container create() {
    if (engine.databases().stream().noneMatch(each -> each.name().equals(DATABASE))) {
      engine.createDatabase(DATABASE);
    }
    return engine.createContainer(
        DATABASE,
        ContainerDefinition.named(CONTAINER)
            .partitionKey("/" + PARTITION)
            .indexing(IndexingPolicy.OFF)
            .build());
  }

  private static ItemKey key(UserName name) {
    return ItemKey.of(name.database(), name.name());
  }

  private static BsonDocument document(User user) {
    BsonArray roles = new BsonArray();
    user.roles().forEach(role -> roles.add(role.toDocument()));
    BsonDocument credentials = new BsonDocument();
    for (ScramMechanism mechanism : user.mechanisms()) {
      credentials.append(mechanism.wireName(), user.credentials(mechanism).toDocument());
    }
    BsonDocument document =
        new BsonDocument("id", new BsonString(user.name().name()))
            .append(PARTITION, new BsonString(user.name().database()))
            .append("userId", new BsonString(user.id().toString()))
            .append("roles", roles)
            .append("credentials", credentials);
    if (user.customData() != null) {
      document.append("customData", user.customData());
    }
    return document;
  }

  private static User user(BsonDocument kept) {
    Set<GrantedRole> roles = new LinkedHashSet<>();
    for (BsonValue each : kept.getArray("roles")) {
      BuiltInRole role = BuiltInRole.named(each.asDocument().getString("role").getValue());
      if (role != null) {
        roles.add(new GrantedRole(role, each.asDocument().getString("db").getValue()));
      }
    }
    Map<ScramMechanism, ScramCredentials> credentials = new EnumMap<>(ScramMechanism.class);
    kept.getDocument("credentials")
        .forEach(
            (name, each) ->
                credentials.put(
                    ScramMechanism.named(name), ScramCredentials.of(each.asDocument())));
    return new User(
        new UserName(kept.getString("id").getValue(), kept.getString(PARTITION).getValue()),
        UUID.fromString(kept.getString("userId").getValue()),
        roles,
        kept.get("customData") instanceof BsonDocument data ? data : null,
        credentials);
  }
}
