package dev.mayfly.mongo.command.user;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** {@code dropAllUsersFromDatabase}. */
public final class DropAllUsersFromDatabase implements Command {
  private final Users users;

  public DropAllUsersFromDatabase(Users users) {
    this.users = requireNonNull(users, "users");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, Set.of());
    int dropped = 0;
    for (User user : users.all()) {
      if (user.name().database().equals(call.database()) && users.drop(user.name())) {
        dropped++;
      }
    }
    return new BsonDocument("n", new BsonInt32(dropped));
  }
}
