package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.Privileges;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QuickCommand;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code connectionStatus}: who a client has logged in as. */
public final class ConnectionStatus implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, Set.of("showPrivileges"));
    User user = call.client().user();
    BsonArray names = new BsonArray();
    BsonArray roles = new BsonArray();
    BsonArray privileges = new BsonArray();
    if (user != null) {
      names.add(
          new BsonDocument("user", new BsonString(user.name().name()))
              .append("db", new BsonString(user.name().database())));
      for (GrantedRole role : user.roles()) {
        roles.add(role.toDocument());
        privileges.addAll(Privileges.of(role));
      }
    }
    BsonDocument info =
        new BsonDocument("authenticatedUsers", names).append("authenticatedUserRoles", roles);
    if (Fields.isTrue(call.body().get("showPrivileges"))) {
      info.append("authenticatedUserPrivileges", privileges);
    }
    return new BsonDocument("authInfo", info);
  }
}
