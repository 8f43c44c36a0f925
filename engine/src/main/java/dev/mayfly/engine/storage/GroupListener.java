package dev.mayfly.engine.storage;

/**
 * The engine's part in each group of decisions that commit together. Called by one thread at a
 * time, in the order begin, (decisions, mayGrow between them), end, then committed or abandoned.
 */
public interface GroupListener {
  /** Takes no part: for tools that write rows without an engine. */
  GroupListener NONE =
      new GroupListener() {
        @Override
        public void begin(WriteView view) {}

        @Override
        public boolean mayGrow() {
          return true;
        }

        @Override
        public void end(WriteView view) {}

        @Override
        public void committed() {}

        @Override
        public void abandoned() {}
      };

  /** Before the first decision of a group. */
  void begin(WriteView view);

  /**
   * Asked before each further decision of a group, when that has been handed over already. False if
   * it must not be part of this group: it is then the first of the next one. Must not throw.
   */
  boolean mayGrow();

  /**
   * Asked after the last decision of a group that wrote nothing: true if it must be committed all
   * the same, before its decisions are answered. {@link #end} then writes what there is to write.
   */
  default boolean mustCommit() {
    return false;
  }

  /** After the last decision of a group that is going to be committed; may add rows of its own. */
  void end(WriteView view);

  /** The group is committed as durably as the storage promises; completions follow. */
  void committed();

  /** The group is not committed: it wrote nothing, or the storage could not commit it. */
  void abandoned();
}
