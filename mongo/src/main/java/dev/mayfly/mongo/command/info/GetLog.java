package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** {@code getLog}: there are logs of these names, but what is logged goes elsewhere. */
public final class GetLog implements QuickCommand {
  private static final List<String> NAMES = List.of("global", "startupWarnings");

  @Override
  public BsonDocument run(CommandCall call) {
    String name = Fields.text(call, call.name());
    if (name.equals("*")) {
      return new BsonDocument("names", new BsonArray(NAMES.stream().map(BsonString::new).toList()));
    }
    if (!NAMES.contains(name)) {
      throw new MongoException(ErrorCodes.OPERATION_FAILED, "no RamLog named: " + name);
    }
    return new BsonDocument("totalLinesWritten", new BsonInt32(0)).append("log", new BsonArray());
  }
}
