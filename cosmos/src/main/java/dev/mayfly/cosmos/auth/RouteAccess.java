package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.resource.ResourceType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What each route needs: an account key, the read-only ones too, or a resource token. */
public final class RouteAccess {
  private static final Map<ResourceType, Map<Operation, RouteAccess>> TABLE =
      new EnumMap<>(ResourceType.class);

  /** What is not in the table is for those who may do everything; a handler refuses it. */
  private static final RouteAccess OWNER = new RouteAccess(false, Token.NONE);

  private final boolean readOnlyKey;
  private final Token token;

  private RouteAccess(boolean readOnlyKey, Token token) {
    this.readOnlyKey = readOnlyKey;
    this.token = token;
  }

  /** Which resource tokens are enough. */
  public enum Token {
    NONE("none"),
    ANY("any"),
    INSIDE("for the container or something in it"),
    READ("for the container or the resource, Read or All"),
    ALL("for the container or the resource, All");

    private final String text;

    Token(String text) {
      this.text = text;
    }

    /** As documentation says it. */
    public String text() {
      return text;
    }
  }

  static {
    put(ResourceType.ACCOUNT, true, Token.ANY, Operation.READ);

    put(ResourceType.DATABASE, true, Token.NONE, Operation.READ, Operation.LIST, Operation.QUERY);
    put(ResourceType.DATABASE, false, Token.NONE, Operation.CREATE, Operation.DELETE);

    put(ResourceType.CONTAINER, true, Token.INSIDE, Operation.READ);
    put(ResourceType.CONTAINER, true, Token.NONE, Operation.LIST, Operation.QUERY);
    put(
        ResourceType.CONTAINER,
        false,
        Token.NONE,
        Operation.CREATE,
        Operation.REPLACE,
        Operation.DELETE,
        Operation.DELETE_PARTITION);
    put(ResourceType.PARTITION_KEY_RANGE, true, Token.INSIDE, Operation.READ, Operation.LIST);

    put(ResourceType.ADDRESS, true, Token.INSIDE, Operation.LIST);

    inContainer(ResourceType.ITEM, Operation.QUERY, Operation.QUERY_PLAN);
    put(ResourceType.ITEM, false, Token.ALL, Operation.UPSERT, Operation.BATCH, Operation.BULK);
    put(ResourceType.ITEM, false, Token.ALL, Operation.PATCH);
    changes(ResourceType.ITEM, Token.ALL);
    for (ResourceType script :
        new ResourceType[] {
          ResourceType.STORED_PROCEDURE, ResourceType.TRIGGER, ResourceType.FUNCTION
        }) {
      inContainer(script, Operation.QUERY);
      put(script, false, Token.ALL, Operation.UPSERT);
      changes(script, Token.ALL);
    }
    put(ResourceType.STORED_PROCEDURE, false, Token.ALL, Operation.EXECUTE);
    inContainer(ResourceType.CONFLICT, Operation.QUERY);
    put(ResourceType.CONFLICT, false, Token.ALL, Operation.DELETE);

    put(ResourceType.USER, true, Token.NONE, Operation.READ, Operation.LIST, Operation.QUERY);
    put(ResourceType.USER, false, Token.NONE, Operation.UPSERT);
    changes(ResourceType.USER, Token.NONE);
    // Reading a permission issues a token that may write.
    put(
        ResourceType.PERMISSION,
        false,
        Token.NONE,
        Operation.READ,
        Operation.LIST,
        Operation.QUERY,
        Operation.UPSERT);
    changes(ResourceType.PERMISSION, Token.NONE);
    put(
        ResourceType.ENCRYPTION_KEY,
        true,
        Token.NONE,
        Operation.READ,
        Operation.LIST,
        Operation.QUERY);
    put(ResourceType.ENCRYPTION_KEY, false, Token.NONE, Operation.CREATE, Operation.REPLACE);
    put(ResourceType.OFFER, true, Token.NONE, Operation.READ, Operation.LIST, Operation.QUERY);
    put(ResourceType.OFFER, false, Token.NONE, Operation.REPLACE);
  }

  private static void put(
      ResourceType type, boolean readOnlyKey, Token token, Operation... operations) {
    Map<Operation, RouteAccess> ofType =
        TABLE.computeIfAbsent(type, absent -> new EnumMap<>(Operation.class));
    for (Operation operation : operations) {
      if (ofType.put(operation, new RouteAccess(readOnlyKey, token)) != null) {
        throw new IllegalStateException("there are two lines for " + operation + " of " + type);
      }
    }
  }

  private static void inContainer(ResourceType type, Operation... more) {
    put(type, true, Token.READ, Operation.READ, Operation.LIST);
    put(type, true, Token.READ, more);
  }

  private static void changes(ResourceType type, Token token) {
    put(type, false, token, Operation.CREATE, Operation.REPLACE, Operation.DELETE);
  }

  /** What an operation on a type of resource needs. */
  static RouteAccess of(ResourceType type, Operation operation) {
    return TABLE.getOrDefault(type, Map.of()).getOrDefault(operation, OWNER);
  }

  /** All lines. */
  public static Map<ResourceType, Map<Operation, RouteAccess>> table() {
    return Collections.unmodifiableMap(TABLE);
  }

  /** Whether a key that can only read is enough. */
  public boolean readOnlyKey() {
    return readOnlyKey;
  }

  public Token token() {
    return token;
  }
}
