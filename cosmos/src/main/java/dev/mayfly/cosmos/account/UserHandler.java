package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Users of a database: names that permissions are given to. */
public final class UserHandler extends DatabaseChildHandler {
  public UserHandler(Directory directory, ChildStore children, MetadataFeed.Query query) {
    super(ResourceType.USER, directory, children, query);
  }

  @Override
  protected void accept(Request request, BsonDocument body) {
    body.remove("_permissions");
  }

  @Override
  protected boolean isRenamable() {
    return true;
  }

  @Override
  protected void present(Call call, ChildParent parent, ChildStore.Child child, BsonDocument json) {
    json.append("_permissions", new BsonString("permissions/"));
  }
}
