package dev.mayfly.server.admin;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Says what it was asked for. */
final class TestApis implements DataApis {
  @Override
  public Map<String, Object> addresses() {
    return Map.of("nosql", Map.of("endpoint", "http://localhost:1"));
  }

  @Override
  public Answer nosql(
      Grant who, String method, String path, Map<String, String> headers, byte[] body) {
    String said =
        "[\""
            + who
            + "\",\""
            + method
            + " "
            + path
            + "\","
            + new String(body, StandardCharsets.UTF_8)
            + "]";
    return new Answer(200, headers, said);
  }

  @Override
  public BsonDocument mongo(Grant who, String database, BsonDocument command) {
    return new BsonDocument("ok", new BsonInt32(1))
        .append("who", new BsonString(who + " in " + database))
        .append("command", command);
  }
}
