package dev.mayfly.cosmos.script;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.scripts.ScriptException;

/** What the failure of a script means to a client. */
final class ScriptErrors {
  private static final int CHARACTERS_MAX = 8_000;

  /** What the service says of a text that is no JavaScript. */
  private static final int SYNTAX = 65535;

  private ScriptErrors() {}

  static CosmosException of(String id, ScriptException e) {
    return switch (e.reason()) {
      case THROWN -> thrown(e, e.number());
      case SYNTAX -> thrown(e, SYNTAX);
      case PARAMETERS -> CosmosException.errors(400, 0, e.getMessage());
      case TIME ->
          CosmosException.errors(
              408,
              0,
              "The requested operation exceeded maximum alloted time. The script '"
                  + id
                  + "' must do less at a time: let it return where to continue, and call it"
                  + " again.");
      case MEMORY -> CosmosException.errors(403, 0, e.getMessage());
      case NOT_INSTALLED -> CosmosException.errors(501, 0, e.getMessage());
      case BUSY -> CosmosException.errors(503, 0, e.getMessage());
    };
  }

  private static CosmosException thrown(ScriptException e, int subStatus) {
    String text =
        "Encountered exception while executing Javascript. Exception = "
            + e.getMessage()
            + "\r\nStack trace: "
            + e.getMessage()
            + e.stack();
    String shown = text.length() > CHARACTERS_MAX ? text.substring(0, CHARACTERS_MAX) : text;
    return CosmosException.errors(400, subStatus, shown);
  }
}
