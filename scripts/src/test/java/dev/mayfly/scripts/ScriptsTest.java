package dev.mayfly.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts in their processes, without a database. */
class ScriptsTest {
  /** For scripts that do not end; the others have as long as a busy machine may take. */
  private static final Duration SHORT = Duration.ofSeconds(2);

  private static final Scripts SCRIPTS =
      new Scripts(
          new ScriptLimits(
              Duration.ofSeconds(60), 96, 1, 4, Duration.ofSeconds(60), Duration.ofMinutes(1)),
          ScriptProgram.ofThisProcess());

  @AfterAll
  static void close() {
    SCRIPTS.close();
  }

  private static Script.Result run(String body) {
    return run(body, "");
  }

  private static Script.Result run(String body, String parameters) {
    return run(body, parameters, SCRIPTS.limits().time());
  }

  private static Script.Result run(String body, String parameters, Duration time) {
    String input =
        "{\"kind\":\"sproc\",\"parameters\":\""
            + parameters.replace("\\", "\\\\").replace("\"", "\\\"")
            + "\",\"logging\":true,\"logCharacters\":1000,"
            + "\"selfLink\":\"s\",\"altLink\":\"a\",\"request\":{},\"response\":{\"Body\":\"\"}}";
    return SCRIPTS.run(
        new Script("test", body, input, 1_000_000_000_000L, time),
        (operation, link, sent, options) -> new Script.Answer(200, sent, ""));
  }

  private static ScriptException failure(String body) {
    return failure(body, SCRIPTS.limits().time());
  }

  private static ScriptException failure(String body, Duration time) {
    return catchThrowableOfType(ScriptException.class, () -> run(body, "", time));
  }

  private static String value(String expression) {
    return run("function () { getContext().getResponse().setBody(" + expression + "); }").body();
  }

  @Test
  void anAnswerOfTheServerReachesTheCallback() {
    assertThat(
            run("""
            function main() {
              const accepted = __.createDocument('a', {id: 'x'}, function (e, doc, about) {
                __.response.setBody([accepted, doc.id, about.statusCode]);
              });
            }\
            """)
                .body())
        .isEqualTo("[true,\"x\",200]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"hello\"",
        "0",
        "undefined",
        "-1.25",
        "false",
        "[x:4]",
        "{\"length\":600000}",
        "{\"length\":1e9}"
      })
  void parametersThatAreNoListAreRefused(String parameters) {
    ScriptException refused =
        catchThrowableOfType(ScriptException.class, () -> run("x => 1", parameters));
    assertThat(refused.reason()).isEqualTo(ScriptException.Reason.PARAMETERS);
  }

  @Test
  void parametersMayBeLikeAList() {
    String type = "x => __.response.setBody(typeof x)";
    for (String none : List.of("null", "{}", "{\"param1\":4}", "{\"0\":4}", "[]")) {
      assertThat(run(type, none).body()).isEqualTo("\"undefined\"");
    }
    assertThat(run("x => __.response.setBody(x)", "[null]").body()).isEqualTo("null");
    String joined = "function () { __.response.setBody([].join.call(arguments, '')); }";
    assertThat(run(joined, "{\"0\":\"one\",\"2\":\"twothree\",\"length\":3}").body())
        .isEqualTo("\"onetwothree\"");
    for (String length : List.of("1", "\"1\"", "1.5", "10000")) {
      assertThat(run(joined, "{\"0\":\"one\",\"length\":" + length + "}").body())
          .isEqualTo("\"one\"");
    }
  }

  @Test
  void timeIsTheServersAndErrorsHaveNumbers() {
    assertThat(value("new Date().getTime() - 1e12 < 60000 && Date.now() >= 1e12"))
        .isEqualTo("true");
    ScriptException thrown = failure("function f() { throw new Error(404, 'gone'); }");
    assertThat(thrown.reason()).isEqualTo(ScriptException.Reason.THROWN);
    assertThat(thrown.number()).isEqualTo(404);
    assertThat(thrown).hasMessage("Error: gone");
    assertThat(thrown.stack()).contains("test.js");
  }

  /** Neither the Java machine nor the process, nor text that becomes code, can be reached. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java.type('java.lang.System').exit(1)",
        "java.lang.System.exit(1)",
        "Packages.java.lang.System",
        "Polyglot.import('x')",
        "Graal.versionGraalVM",
        "load('/etc/passwd')",
        "read('/etc/passwd')",
        "require('fs')",
        "print('x')",
        "process.exit(1)",
        "new Worker('x')",
        "new XMLHttpRequest()",
        "fetch('http://localhost')",
        "setTimeout(() => 1, 1)",
        "new SharedArrayBuffer(8)",
        "eval('1')",
        "new Function('return 1')()",
        "(function () {}).constructor('return 1')()",
        "(async function () {}).constructor('return 1')()",
        "getContext.getClass().forName('java.lang.System')"
      })
  void thereIsNothingToReach(String attempt) {
    assertThat(failure("function () { " + attempt + "; }").reason())
        .isEqualTo(ScriptException.Reason.THROWN);
  }

  /** Whether the engine can interrupt it or not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "(async () => { while (true) await 1; })()",
        "Array.prototype.lastIndexOf.call({length: 2 ** 53 - 1}, 1)",
        "/(.*)*\\1x/.test('ab'.repeat(60))",
        "const again = () => Promise.resolve().then(again); again()"
      })
  void whatDoesNotEndIsEnded(String endless) {
    // The start of a process is not what is measured.
    assertThat(value("0")).isEqualTo("0");
    long started = System.nanoTime();
    assertThat(failure("function () { " + endless + "; }", SHORT).reason())
        .isEqualTo(ScriptException.Reason.TIME);
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(30));
    assertThat(value("1 + 1")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const a = []; while (true) a.push({x: a.length})",
        "Array.from({length: 1e9})",
        "const a = []; while (true) a.push(new ArrayBuffer(1 << 24))",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v' + i)"
      })
  void whatNeedsTooMuchMemoryIsEnded(String bomb) {
    assertThat(failure("function () { " + bomb + "; }", SHORT).reason())
        .isIn(ScriptException.Reason.MEMORY, ScriptException.Reason.TIME);
    assertThat(value("1 + 1")).isEqualTo("2");
  }

  @Test
  void deepRecursionIsAnErrorThatCanBeCaught() {
    assertThat(value("(function f() { try { return f(); } catch (e) { return e.name; } })()"))
        .isEqualTo("\"RangeError\"");
    assertThat(failure("function f() { f(); }")).hasMessageContaining("RangeError");
  }

  @Test
  void largeResultsAreRefused() {
    String body = "function () { __.response.setBody('x'.repeat(5e6)); }";
    ScriptException refused =
        catchThrowableOfType(ScriptException.class, () -> run(body, "", Duration.ofSeconds(30)));
    assertThat(refused.number()).isEqualTo(413);
  }

  @Test
  void nothingIsLeftOfTheScriptBefore() {
    run("function () { globalThis.left = 1; Array.prototype.left = 1; }");
    assertThat(value("typeof left + typeof [].left")).isEqualTo("\"undefinedundefined\"");
  }

  @Test
  void functionsAreCalledWithJson() {
    try (Scripts.Functions functions =
        SCRIPTS.functions(
            List.of(
                "tax", "function tax(x) { return x * 0.05; }",
                "kind", "x => typeof x",
                "none", "function () {}",
                "bad", "function ( {",
                "loop", "function () { while (true) {} }"),
            0)) {
      assertThat(functions.apply("tax", List.of("100"))).isEqualTo("5");
      assertThat(functions.apply("kind", List.of(""))).isEqualTo("\"undefined\"");
      assertThat(functions.apply("kind", List.of("{\"a\":1}"))).isEqualTo("\"object\"");
      assertThat(functions.apply("none", List.of())).isEmpty();
      ScriptException bad =
          catchThrowableOfType(ScriptException.class, () -> functions.apply("bad", List.of()));
      assertThat(bad.reason()).isEqualTo(ScriptException.Reason.SYNTAX);
      assertThat(functions.apply("tax", List.of("1"))).isEqualTo("0.05");
    }
  }

  @Test
  void functionsAreCalledSeveralTimesAtOnce() {
    try (Scripts.Functions functions =
        SCRIPTS.functions(
            List.of(
                "kind", "(x, y) => typeof x + typeof y",
                "maybe", "x => x > 1 ? {x} : undefined",
                "picky", "function (x) { if (x === 2) throw new Error('no'); return x; }",
                "bad", "function ( {",
                "slow", "function () { const end = Date.now() + 30; while (Date.now() < end) {} }",
                "large", "x => 'x'.repeat(x)"),
            0)) {
      assertThat(functions.applyAll("kind", calls("[1,\"a\"],[null,null],[[],true]", "1,1")))
          .containsExactly("\"numberstring\"", "\"objectundefined\"", "\"objectboolean\"");
      assertThat(functions.applyAll("maybe", calls("[1],[2],[null]", "")))
          .containsExactly("", "{\"x\":2}", "");
      assertThat(functions.applyAll("picky", calls("[0],[1],[2],[3]", "")))
          .containsExactly("0", "1");
      assertThat(functions.applyAll("bad", calls("[0]", ""))).isEmpty();
      // Each call has its whole time: those after a slow one are not made.
      assertThat(functions.applyAll("slow", calls("[],[],[],[]", ""))).hasSize(1);
      assertThat(functions.applyAll("large", calls("[1],[2000000],[1]", ""))).hasSize(1);
      assertThat(functions.apply("picky", List.of("1"))).isEqualTo("1");
    }
  }

  private static String calls(String calls, String missing) {
    return "{\"calls\":[" + calls + "],\"missing\":[" + missing + "]}";
  }

  @Test
  void oneOfSeveralCallsThatDoesNotEndIsEnded() {
    try (Scripts.Functions functions =
        SCRIPTS.functions(List.of("loop", "x => { while (x) {} return 1; }"), 0)) {
      ScriptException late =
          catchThrowableOfType(
              ScriptException.class,
              () -> functions.applyAll("loop", calls("[false],[true],[false]", "")));
      assertThat(late.reason()).isEqualTo(ScriptException.Reason.TIME);
    }
    assertThat(value("1 + 1")).isEqualTo("2");
  }
}
