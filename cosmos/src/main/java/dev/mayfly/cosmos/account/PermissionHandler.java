package dev.mayfly.cosmos.account;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.PermissionBody;
import dev.mayfly.cosmos.auth.ResourceTokens;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.ChildHandler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.ChildStore.Child;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.catalog.Database;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Permissions of a user. Reading one issues a new token for it. */
public final class PermissionHandler extends ChildHandler {
  private static final int VALID_SECONDS_MIN = 10;
  private static final int VALID_SECONDS_MAX = 86_400;
  private static final int VALID_SECONDS_DEFAULT = 3600;

  private final Directory directory;
  private final ChildStore children;
  private final ResourceTokens tokens;

  public PermissionHandler(
      Directory directory, ChildStore children, ResourceTokens tokens, MetadataFeed.Query query) {
    super(ResourceType.PERMISSION, children, query);
    this.directory = requireNonNull(directory, "directory");
    this.children = requireNonNull(children, "children");
    this.tokens = requireNonNull(tokens, "tokens");
  }

  @Override
  protected ChildParent parent(Call call) {
    Database database = directory.parentDatabase(call.path());
    Child user = children.find(ChildParent.of(database), ResourceType.USER, call.path().secondId());
    if (user == null) {
      throw CosmosException.ownerNotFound();
    }
    return ChildParent.of(database, user);
  }

  @Override
  protected void accept(Request request, BsonDocument body) {
    validSeconds(request);
    body.remove("_token");
    PermissionBody.accept(directory, body);
  }

  @Override
  protected boolean isRenamable() {
    return true;
  }

  @Override
  protected void present(Call call, ChildParent parent, Child child, BsonDocument json) {
    PermissionBody.hide(json);
    long seconds = validSeconds(call.request());
    json.append("_token", new BsonString(tokens.issue(parent.rid(), child, seconds)));
  }

  private static int validSeconds(Request request) {
    String text = request.header(HeaderNames.EXPIRY_SECONDS);
    if (text == null) {
      return VALID_SECONDS_DEFAULT;
    }
    try {
      int seconds = Integer.parseInt(text.trim());
      if (seconds >= VALID_SECONDS_MIN && seconds <= VALID_SECONDS_MAX) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of range is.
    }
    throw CosmosException.errors(
        400,
        0,
        "The header "
            + HeaderNames.EXPIRY_SECONDS
            + " is '"
            + text
            + "'; it must be a number of seconds from "
            + VALID_SECONDS_MIN
            + " to "
            + VALID_SECONDS_MAX
            + ".");
  }
}
