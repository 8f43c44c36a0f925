package dev.mayfly.mongo.command.user;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code dropUser}: whoever is logged in as the user may do nothing from now on. */
public final class DropUser implements Command {
  private final Users users;

  public DropUser(Users users) {
    this.users = requireNonNull(users, "users");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, Set.of());
    UserName name = UserFields.name(call);
    if (!users.drop(name)) {
      throw UserFields.notFound(name);
    }
    return new BsonDocument();
  }
}
