package dev.mayfly.mongo.command;

import dev.mayfly.mongo.call.CommandCall;

/** A command that never blocks. */
public interface NonBlockingCommand extends Command {
  @Override
  default boolean isNonBlocking(CommandCall call) {
    return true;
  }
}
