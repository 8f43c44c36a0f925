package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * {@code config.shards}, where clients of a router look for its shards: the only one is this
 * server.
 */
final class RouterShards {
  static final Namespace NAMESPACE = new Namespace("config", "shards");

  private RouterShards() {}

  /** The stage that returns them. */
  static BsonDocument source(Client client) {
    String host =
        client.channel().localAddress().getHostString()
            + ":"
            + client.channel().localAddress().getPort();
    BsonDocument shard =
        new BsonDocument("_id", new BsonString("mayfly"))
            .append("host", new BsonString(host))
            .append("state", new BsonInt32(1));
    return new BsonDocument("$documents", new BsonArray(List.of(shard)));
  }
}
