package dev.mayfly.mongo.command;

/** A command that never waits for anything. */
public interface QuickCommand extends Command {
  @Override
  default boolean isQuick(CommandCall call) {
    return true;
  }
}
