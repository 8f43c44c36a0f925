package dev.mayfly.embedded;

import dev.mayfly.embedded.bridge.Launcher;
import dev.mayfly.embedded.bridge.Server;
import java.util.Map;

/** Starts servers behind the isolating class loader. */
final class IsolatedServer {
  private static final String LAUNCHER = "dev.mayfly.embedded.inside.InsideLauncher";

  private IsolatedServer() {}

  /**
   * The classes are loaded once, with the first server: a later one starts in a fraction of the
   * time. They have no state that servers share.
   */
  private static final class Loaded {
    static final Launcher LAUNCHER = launcher();

    private static Launcher launcher() {
      ClassLoader loader = new IsolatedLoader(IsolatedServer.class.getClassLoader());
      try {
        return (Launcher) loader.loadClass(IsolatedServer.LAUNCHER).getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            "the classes of the server are missing: is mayfly-embedded on the class path whole?",
            e);
      }
    }
  }

  static Server start(Map<String, String> settings) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Libraries that look for services must not find those of the program.
    thread.setContextClassLoader(Loaded.LAUNCHER.getClass().getClassLoader());
    try {
      return Loaded.LAUNCHER.start(Map.copyOf(settings));
    } catch (UnsatisfiedLinkError e) {
      throw new IllegalStateException(
          "the native library of this platform is missing ("
              + e.getMessage()
              + "): add a dependency on dev.mayfly:mayfly-natives with the classifier of your"
              + " platform, as linux-x86_64",
          e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
