package dev.mayfly.engine.storage;

/**
 * The engine's part in each group of decisions that commit together. Called by one thread at a
 * time, in the order begin, (decisions), end, then committed or failed.
 */
public interface GroupListener {
  /** Before the first decision of a group. */
  void begin(WriteView view);

  /** After the last decision of a group that wrote something; may add rows of its own. */
  void end(WriteView view);

  /** The group is committed as durably as the storage promises; completions follow. */
  void committed();

  /** The group is not committed: it wrote nothing, or the storage could not commit it. */
  void abandoned();
}
