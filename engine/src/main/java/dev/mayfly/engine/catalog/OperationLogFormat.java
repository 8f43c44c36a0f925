package dev.mayfly.engine.catalog;

/**
 * What a front end wants to find in the operation log. All methods run on the committing thread and
 * must be quick.
 */
public interface OperationLogFormat {
  /** Logs no container. */
  OperationLogFormat NONE =
      new OperationLogFormat() {
        @Override
        public boolean includes(ContainerDefinition definition) {
          return false;
        }

        @Override
        public boolean keepsImages(ContainerDefinition definition) {
          return false;
        }

        @Override
        public byte[] key(byte[] body) {
          return body;
        }

        @Override
        public byte[] delta(byte[] before, byte[] after) {
          return after;
        }
      };

  /** Whether the changes of a container are logged. */
  boolean includes(ContainerDefinition definition);

  /** Whether the versions before and after a change are logged too. */
  boolean keepsImages(ContainerDefinition definition);

  /** What names an item in its container. */
  byte[] key(byte[] body);

  /**
   * How one version became the other; null if they are equal, empty if only the whole new version
   * says it.
   */
  byte[] delta(byte[] before, byte[] after);
}
