package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.namespace.Names;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

public record DropDatabaseCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments.of(call, Set.of());
    String database = call.database();
    Names.checkDatabase(database);
    boolean was = !backend.collections().list(database).isEmpty();
    backend.collections().dropDatabase(database);
    backend.cursors().killAll(name -> name.database().equals(database));
    return was ? new BsonDocument("dropped", new BsonString(database)) : new BsonDocument();
  }
}
