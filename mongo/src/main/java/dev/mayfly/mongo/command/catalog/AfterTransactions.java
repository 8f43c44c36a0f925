package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.LockWait;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A command that changes or drops collections. It waits for the transactions that have used them
 * when it comes; later ones find the collections changed and conflict.
 */
public record AfterTransactions(Backend backend, Command command) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    await(call);
    return command.run(call);
  }

  @Override
  public void start(CommandCall call) {
    await(call);
    command.start(call);
  }

  private void await(CommandCall call) {
    if (backend.engine().openTransactions() == 0) {
      return;
    }
    for (Collection each : targets(call)) {
      LockWait.await(call, backend.engine().transactionsOn(each.container()));
    }
  }

  private List<Collection> targets(CommandCall call) {
    BsonValue named = call.body().get(call.name());
    if (named == null || !named.isString()) {
      return call.name().equals("dropDatabase")
          ? backend.collections().list(call.database())
          : List.of();
    }
    String name = named.asString().getValue();
    Namespace namespace =
        call.name().equals("renameCollection")
            ? Namespace.parse(name)
            : new Namespace(call.database(), name);
    Collection found = backend.collections().find(namespace);
    return found == null ? List.of() : List.of(found);
  }
}
