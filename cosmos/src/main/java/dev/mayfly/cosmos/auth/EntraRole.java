package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.resource.ResourceType;

/** What a principal of Microsoft Entra ID may do: the two built-in data roles of the service. */
public enum EntraRole {
  /** Reads metadata and items, queries, and reads change feeds. */
  READER,
  /** Also writes items. Definitions are for who has a key, as in the service. */
  CONTRIBUTOR;

  boolean allows(ResourceType type, Operation operation) {
    boolean reads = RouteAccess.of(type, operation).readOnlyKey();
    return switch (type) {
      case ACCOUNT, ADDRESS, DATABASE, CONTAINER, PARTITION_KEY_RANGE, OFFER ->
          reads || operation == Operation.DELETE_PARTITION && this == CONTRIBUTOR;
      case ITEM, CONFLICT -> reads || this == CONTRIBUTOR;
      case STORED_PROCEDURE -> operation == Operation.EXECUTE && this == CONTRIBUTOR;
      default -> false;
    };
  }
}
