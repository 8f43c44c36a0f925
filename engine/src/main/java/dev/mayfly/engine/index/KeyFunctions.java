package dev.mayfly.engine.index;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/** The key functions that this program has. They are looked for when the first index needs one. */
final class KeyFunctions {
  private KeyFunctions() {}

  private static final class Loaded {
    private static final Map<String, KeyFunction> BY_NAME = load();

    private static Map<String, KeyFunction> load() {
      Map<String, KeyFunction> byName = new HashMap<>();
      for (KeyFunction each :
          ServiceLoader.load(KeyFunction.class, KeyFunction.class.getClassLoader())) {
        if (byName.putIfAbsent(each.name(), each) != null) {
          throw new IllegalStateException("two key functions are named " + each.name());
        }
      }
      return byName;
    }
  }

  /** The function that an index calls, prepared for it. */
  static KeyFunction.Source of(PathIndex index) {
    KeyFunction function = Loaded.BY_NAME.get(index.function().name());
    if (function == null) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED,
          "The index '"
              + index.name()
              + "' needs the key function '"
              + index.function().name()
              + "', which this program does not have.");
    }
    return function.of(index);
  }
}
