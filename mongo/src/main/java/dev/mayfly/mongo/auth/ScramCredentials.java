package dev.mayfly.mongo.auth;

import java.util.Base64;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The stored SCRAM credentials of a password: they verify a proof and can't create one. */
record ScramCredentials(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  BsonDocument toDocument() {
    return new BsonDocument("iterationCount", new BsonInt32(iterations))
        .append("salt", base64(salt))
        .append("storedKey", base64(storedKey))
        .append("serverKey", base64(serverKey));
  }

  static ScramCredentials of(BsonDocument kept) {
    return new ScramCredentials(
        kept.getInt32("iterationCount").getValue(),
        bytes(kept, "salt"),
        bytes(kept, "storedKey"),
        bytes(kept, "serverKey"));
  }

  private static BsonString base64(byte[] bytes) {
    return new BsonString(Base64.getEncoder().encodeToString(bytes));
  }

  private static byte[] bytes(BsonDocument kept, String name) {
    return Base64.getDecoder().decode(kept.getString(name).getValue());
  }

  /** Credentials stay out of logs. */
  @Override
  public String toString() {
    return "ScramCredentials";
  }
}
