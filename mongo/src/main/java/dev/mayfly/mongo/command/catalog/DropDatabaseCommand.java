package dev.mayfly.mongo.command.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code dropDatabase}. */
public final class DropDatabaseCommand implements Command {
  private final Backend backend;

  public DropDatabaseCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments.of(call, Set.of());
    String database = call.database();
    Names.checkDatabase(database);
    boolean was = !backend.collections().list(database).isEmpty();
    backend.collections().dropDatabase(database);
    backend.cursors().killAll(name -> name.database().equals(database));
    return was ? new BsonDocument("dropped", new BsonString(database)) : new BsonDocument();
  }
}
