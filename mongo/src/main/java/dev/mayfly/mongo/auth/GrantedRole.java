package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import org.bson.BsonDocument;
import org.bson.BsonString;

public record GrantedRole(BuiltInRole role, String database) {
  public GrantedRole {
    requireNonNull(role, "role");
    requireNonNull(database, "database");
  }

  public BsonDocument toDocument() {
    return new BsonDocument("role", new BsonString(role.wireName()))
        .append("db", new BsonString(database));
  }
}
