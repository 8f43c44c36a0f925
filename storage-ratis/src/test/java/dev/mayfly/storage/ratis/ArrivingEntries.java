package dev.mayfly.storage.ratis;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.util.CodeInjectionForTesting;

/** What followers are sent, looked at or held up before they handle it. Heartbeats pass. */
final class ArrivingEntries {
  private static final String APPEND_ENTRIES = "RaftServerImpl.appendEntries";

  private ArrivingEntries() {}

  interface Look {
    void at(String follower, AppendEntriesRequestProto request) throws InterruptedException;
  }

  /** For all nodes of this process, until {@link #lookNoMore}. */
  static void look(Look look) {
    CodeInjectionForTesting.put(
        APPEND_ENTRIES,
        (follower, leader, arguments) -> {
          AppendEntriesRequestProto request = (AppendEntriesRequestProto) arguments[1];
          if (request.getEntriesCount() > 0) {
            try {
              look.at(follower.toString(), request);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return true;
        });
  }

  static void lookNoMore() {
    CodeInjectionForTesting.remove(APPEND_ENTRIES);
  }
}
