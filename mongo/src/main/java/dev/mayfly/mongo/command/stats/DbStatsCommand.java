package dev.mayfly.mongo.command.stats;

import dev.mayfly.engine.read.Tally;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.namespace.Names;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonString;

public record DbStatsCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("scale", "freeStorage"));
    Names.checkDatabase(call.database());
    long scale = Reports.scale(arguments.value("scale"));
    long collections = 0;
    long views = 0;
    long indexes = 0;
    long items = 0;
    long bytes = 0;
    for (Collection each : backend.collections().list(call.database())) {
      if (each.view() != null) {
        views++;
        continue;
      }
      collections++;
      indexes += each.spec().allIndexes().size();
      Tally live = each.container().live();
      items += live.items();
      bytes += live.bytes();
    }
    double size = (double) bytes / scale;
    return new BsonDocument("db", new BsonString(call.database()))
        .append("collections", new BsonInt64(collections))
        .append("views", new BsonInt64(views))
        .append("objects", new BsonInt64(items))
        .append("avgObjSize", new BsonDouble(items == 0 ? 0 : (double) bytes / items))
        .append("dataSize", new BsonDouble(size))
        .append("storageSize", new BsonDouble(size))
        .append("indexes", new BsonInt64(indexes))
        .append("indexSize", new BsonDouble(0))
        .append("totalSize", new BsonDouble(size))
        .append("scaleFactor", Numbers.integer(scale))
        .append("fsUsedSize", new BsonDouble(0))
        .append("fsTotalSize", new BsonDouble(0));
  }
}
