package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.command.info.ServerInfo;
import dev.mayfly.mongo.namespace.Namespace;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Builds explain replies. */
final class Explanations {
  private Explanations() {}

  /** The plan of a read, and with statistics what it did. */
  static BsonDocument read(
      Namespace namespace, Explained explained, Reader reader, boolean statistics) {
    BsonDocument planner =
        new BsonDocument("namespace", new BsonString(namespace.toString()))
            .append("indexFilterSet", BsonBoolean.FALSE)
            .append("parsedQuery", explained.query().document())
            .append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
            .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
            .append("maxScansToExplodeReached", BsonBoolean.FALSE);
    explained.addPlans(planner, reader);
    BsonDocument read = new BsonDocument("queryPlanner", planner);
    return statistics ? read.append("executionStats", explained.executed(reader)) : read;
  }

  /**
   * A whole reply.
   *
   * @param command as sent
   */
  static BsonDocument reply(CommandCall call, BsonDocument plan, BsonDocument command) {
    BsonDocument reply = new BsonDocument("explainVersion", new BsonString("1"));
    reply.putAll(plan);
    return reply
        .append("command", command)
        .append(
            "serverInfo",
            new BsonDocument("host", new BsonString(ServerInfo.hostName()))
                .append("port", new BsonInt32(call.client().channel().localAddress().getPort()))
                .append("version", new BsonString(MongoVersion.TEXT)));
  }
}
