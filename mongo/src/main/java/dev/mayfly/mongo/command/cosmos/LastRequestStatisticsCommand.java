package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;

/** {@code getLastRequestStatistics}: what the command before this one cost, on its connection. */
public final class LastRequestStatisticsCommand implements QuickCommand {
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
