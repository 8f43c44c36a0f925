package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.Admission.Admitted;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;

/**
 * Decides from the head of a frame, before its payload is read, whether the request is accepted.
 * Called on network threads: it must not block.
 */
@FunctionalInterface
public interface DirectAdmission {
  /**
   * Accepts or refuses a request.
   *
   * @param head the request without its body
   * @param path what it names
   * @throws dev.mayfly.cosmos.http.CosmosException if it is refused
   */
  Admitted admit(Request head, ResourcePath path);
}
