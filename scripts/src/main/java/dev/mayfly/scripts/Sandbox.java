package dev.mayfly.scripts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SandboxPolicy;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/** Contexts in which scripts reach nothing but the language, and what is handed to them. */
final class Sandbox {
  private static final String JS = "js";
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("js.disable-eval", "true"),
          Map.entry("js.load", "false"),
          Map.entry("js.print", "false"),
          Map.entry("js.console", "false"),
          Map.entry("js.performance", "false"),
          Map.entry("js.graal-builtin", "false"),
          Map.entry("js.polyglot-builtin", "false"),
          Map.entry("js.java-package-globals", "false"),
          Map.entry("js.shared-array-buffer", "false"),
          Map.entry("js.atomics", "false"),
          Map.entry("js.webassembly", "false"),
          Map.entry("js.intl-402", "false"),
          Map.entry("js.temporal", "false"),
          Map.entry("js.bigint", "false"));
  private static final Pattern NAMED =
      Pattern.compile("^(?:\\s|//[^\\n]*\\n|/\\*(?s:.*?)\\*/)*(?:async\\s+)?function\\s+([\\w$]+)");

  private final Engine engine =
      Engine.newBuilder(JS)
          .sandbox(SandboxPolicy.TRUSTED)
          .out(OutputStream.nullOutputStream())
          .err(OutputStream.nullOutputStream())
          .build();
  private final Source globals = resource("globals.js");
  private final Source serverSide = resource("server-side.js");
  private final Source functions = resource("functions.js");

  private static Source resource(String name) {
    try (InputStream in = Sandbox.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder(JS, text, name).internal(true).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A context that no script has used. */
  Context open() {
    Context context =
        Context.newBuilder(JS)
            .engine(engine)
            .allowHostAccess(HostAccess.NONE)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowIO(IOAccess.NONE)
            .allowExperimentalOptions(true)
            .options(OPTIONS)
            .build();
    context.initialize(JS);
    return context;
  }

  void setGlobals(Context context, long nowMillis) {
    context.eval(globals).executeVoid((double) nowMillis);
  }

  Value serverSide(Context context) {
    return context.eval(serverSide);
  }

  Value functions(Context context) {
    return context.eval(functions);
  }

  /**
   * The function that a text is.
   *
   * @throws PolyglotException with a syntax error if it is none
   */
  Value function(Context context, String id, String body) {
    String text = body.strip();
    while (text.endsWith(";")) {
      text = text.substring(0, text.length() - 1).strip();
    }
    try {
      return context.eval(source(id, "(" + text + "\n)"));
    } catch (PolyglotException e) {
      Matcher named = NAMED.matcher(text);
      if (!e.isSyntaxError() || !named.find()) {
        throw e;
      }
      // More functions follow the first one.
      String all = "(function () {" + text + "\n;return " + named.group(1) + ";})()";
      return context.eval(source(id, all));
    }
  }

  private static Source source(String id, String text) {
    return Source.newBuilder(JS, text, id + ".js").buildLiteral();
  }
}
