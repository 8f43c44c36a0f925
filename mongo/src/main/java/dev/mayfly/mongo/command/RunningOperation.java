package dev.mayfly.mongo.command;

import dev.mayfly.mongo.session.Session;

/** A command that is being worked on, as those see it who give it its place. */
public interface RunningOperation extends CommandCall {
  /** The number that others name it by. */
  int operationId();

  long startedNanos();

  /** Makes its next check fail. */
  void kill();

  /** Says which session it belongs to. */
  void join(Session session);

  /** Makes its checks fail after a while. */
  void endWithin(long millis);
}
