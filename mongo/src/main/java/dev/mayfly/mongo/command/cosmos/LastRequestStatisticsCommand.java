package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.NonBlockingCommand;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;

/** {@code getLastRequestStatistics}: the charge of the previous command on the connection. */
public final class LastRequestStatisticsCommand implements NonBlockingCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    Client.LastRequest last = call.client().lastRequest();
    return new BsonDocument("_t", new BsonString("GetRequestStatisticsResponse"))
        .append("CommandName", new BsonString(last == null ? "" : last.name()))
        .append("RequestCharge", new BsonDouble(last == null ? 0 : last.centiRu() / 100.0))
        .append(
            "RequestDurationInMilliSeconds",
            new BsonDouble(last == null ? 0 : last.nanos() / 1_000_000.0));
  }
}
