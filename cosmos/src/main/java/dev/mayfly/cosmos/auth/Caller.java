package dev.mayfly.cosmos.auth;

import java.util.List;

/** Who makes a request, as far as it matters: what they may see and do. */
public sealed interface Caller {
  /** Holds an account key. */
  record Owner(boolean readOnly) implements Caller {}

  /**
   * Holds resource tokens.
   *
   * @param grants what they allow
   */
  record Holder(List<Grant> grants) implements Caller {
    public Holder {
      grants = List.copyOf(grants);
    }
  }

  /**
   * What a permission allows.
   *
   * @param path of resource ids: dbs/rid/colls/rid, and /docs/rid for a single item
   * @param partitionKey a JSON array with which the request's must begin, or null
   */
  record Grant(String path, String partitionKey, boolean readOnly) {}

  Owner OWNER = new Owner(false);
}
