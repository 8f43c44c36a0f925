package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import org.bson.BsonDocument;

/**
 * The keys by which clients encrypt properties, themselves encrypted by a key that we never see:
 * kept and returned as they are.
 */
public final class EncryptionKeyHandler extends DatabaseChildHandler {
  public EncryptionKeyHandler(Directory directory, ChildStore children, MetadataFeed.Query query) {
    super(ResourceType.ENCRYPTION_KEY, directory, children, query);
  }

  @Override
  protected void accept(Request request, BsonDocument body) {
    // What a key is made of is the clients' business.
  }

  @Override
  protected void present(Call call, ChildParent parent, ChildStore.Child child, BsonDocument json) {
    // Nothing to add.
  }

  /** Without its key, what was encrypted is lost: as in the service, keys stay. */
  @Override
  protected void requireDeletable(Call call) {
    throw CosmosException.methodNotAllowed(call.request().method());
  }
}
