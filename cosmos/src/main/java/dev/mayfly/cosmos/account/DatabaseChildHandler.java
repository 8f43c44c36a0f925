package dev.mayfly.cosmos.account;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.ChildHandler;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;

/** Children of databases. */
abstract class DatabaseChildHandler extends ChildHandler {
  private final Directory directory;

  DatabaseChildHandler(
      ResourceType type, Directory directory, ChildStore children, MetadataFeed.Query query) {
    super(type, children, query);
    this.directory = requireNonNull(directory, "directory");
  }

  @Override
  protected final ChildParent parent(Call call) {
    return ChildParent.of(directory.parentDatabase(call.path()));
  }
}
