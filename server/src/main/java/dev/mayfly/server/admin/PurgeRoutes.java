package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/** Pauses, resumes and confirms the physical deletion of what has expired (rules B3 and C9). */
final class PurgeRoutes {
  private final AdminTarget target;

  PurgeRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  AdminResponse read(AdminRequest request) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("paused", target.purgePaused());
    members.put("awaitingConfirmation", target.purgeAwaitsConfirmation());
    return AdminResponse.json(200, members);
  }

  AdminResponse pause(AdminRequest request) {
    target.pausePurge();
    return read(request);
  }

  AdminResponse resume(AdminRequest request) {
    target.resumePurge();
    return read(request);
  }

  AdminResponse confirm(AdminRequest request) {
    target.confirmPurge();
    return read(request);
  }
}
