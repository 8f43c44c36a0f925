package dev.mayfly.cosmos.query.function;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** All functions that are built in, by name. */
public final class Builtins {
  private static final Map<String, Builtin> ALL = all();

  /**
   * Further names that the language knows; their behaviour is undocumented, or not supported yet.
   */
  private static final Set<String> LATER =
      Set.of(
          "ANY",
          "HASH",
          "LASTSUBSTRINGAFTER",
          "LASTSUBSTRINGBEFORE",
          "REGEXEXTRACT",
          "REGEXEXTRACTALL",
          "SUBSTRINGAFTER",
          "SUBSTRINGBEFORE");

  private Builtins() {}

  private static Map<String, Builtin> all() {
    Map<String, Builtin> all = new HashMap<>();
    for (Map<String, Builtin> kind :
        List.of(
            TypeCheckFunctions.ALL,
            ConditionalFunctions.ALL,
            StringMatchFunctions.ALL,
            StringFunctions.ALL,
            SubstringFunctions.ALL,
            ConversionFunctions.ALL,
            RegexFunctions.ALL,
            MathFunctions.ALL,
            IntegerFunctions.ALL,
            ArrayFunctions.ALL,
            ArrayAggregateFunctions.ALL,
            SetFunctions.ALL,
            ObjectFunctions.ALL,
            DateFunctions.ALL,
            CurrentTimeFunctions.ALL,
            SpatialFunctions.ALL)) {
      all.putAll(kind);
    }
    return Map.copyOf(all);
  }

  /** The function of that name, in whatever case; null if there is none. */
  public static Builtin find(String name) {
    return ALL.get(name.toUpperCase(Locale.ROOT));
  }

  /** Whether a function is here and makes the same of the same arguments at every time. */
  public static boolean isSteady(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return ALL.containsKey(upper)
        && !CurrentTimeFunctions.ALL.containsKey(upper)
        && !upper.equals("RAND");
  }

  /** Whether the language knows a function of that name that is not here yet. */
  public static boolean isLater(String name) {
    return LATER.contains(name.toUpperCase(Locale.ROOT));
  }
}
