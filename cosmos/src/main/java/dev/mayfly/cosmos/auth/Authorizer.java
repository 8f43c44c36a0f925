package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;

/** Finds out who makes a request and whether they may. */
public interface Authorizer {
  /**
   * The caller of a request.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 401 or 403 if it may not be made
   */
  Caller authorize(Request request, ResourcePath path);
}
