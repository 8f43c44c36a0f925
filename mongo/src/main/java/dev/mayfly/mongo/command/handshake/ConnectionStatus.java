package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.PrivilegeDocuments;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.NonBlockingCommand;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code connectionStatus}: the authenticated user. */
public final class ConnectionStatus implements NonBlockingCommand {
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
        privileges.addAll(PrivilegeDocuments.of(role));
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
