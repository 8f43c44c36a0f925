package dev.mayfly.scripts;

import java.io.File;
import java.io.IOException;

/**
 * Where the program of the processes is that run scripts, and with it the engine for JavaScript.
 */
public interface ScriptProgram extends AutoCloseable {
  /** The main class of that program. */
  String MAIN_CLASS = "dev.mayfly.scripts.ScriptHost";

  /** Whether it is there; cheap. */
  boolean isInstalled();

  /**
   * Its class path.
   *
   * @throws IOException if it can't be read
   */
  String classPath() throws IOException;

  /** Nothing uses it any longer. */
  @Override
  default void close() {}

  /** For a process that has it on its own class path, as tests do. */
  static ScriptProgram ofThisProcess() {
    return new ScriptProgram() {
      @Override
      public boolean isInstalled() {
        return true;
      }

      @Override
      public String classPath() {
        StringBuilder path = new StringBuilder();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
          path.append(path.isEmpty() ? "" : File.pathSeparator);
          path.append(new File(each).getAbsolutePath());
        }
        return path.toString();
      }
    };
  }
}
