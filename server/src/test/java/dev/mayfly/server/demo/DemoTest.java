package dev.mayfly.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo shows what it says. */
@Timeout(60)
class DemoTest {
  private static final String ESCAPE = "\u001b";

  @TempDir private Path directory;

  private final StringWriter said = new StringWriter();

  @Test
  void everyActEndsAsItShould() {
    play(Screen.of(new PrintWriter(said), Map.of()));
    assertThat(said.toString())
        .contains(
            "+0    code  session  cart  token  account    5\n",
            "+1    ....  session  cart  token  account    4   code: 404\n",
            "+2    ....  .......  cart  token  account    3   session: 404\n",
            "+3    ....  .......  ....  token  account    2   cart: 404\n",
            "+5    ....  .......  ....  .....  account    1   token: 404\n",
            "left on disk: 4.",
            "20,000 items written",
            "would expire 20,000 items")
        .containsPattern("a minute passes +count +20,000 +event-2500: 200\n")
        .containsPattern("default 3600 -> 30 +count +0 +event-2500: 404 +took [0-9.]+ ms\n")
        .containsPattern("default 30 -> off +count +0 +event-2500: 404 .*dead stays dead\n")
        .containsPattern("after [0-9.]+ s +still on disk +[0-9,]+ +[0-9,]+ deleted per second\n");
  }

  @Test
  void outsideATerminalItIsPlainLines() {
    play(Screen.of(new PrintWriter(said), Map.of("TERM", "xterm")));
    assertThat(said.toString()).doesNotContain(ESCAPE, "\r");
    assertThat(said.toString().lines())
        .allMatch(line -> line.equals(line.stripTrailing()) && line.length() <= 80);
  }

  @Test
  void withoutColoursOnlyTheChangingLineIsLeft() {
    play(new Screen(new PrintWriter(said), true, false));
    assertThat(said.toString().replace("\r" + ESCAPE + "[2K", "")).doesNotContain(ESCAPE);
  }

  private void play(Screen screen) {
    Demo.run(screen, directory.resolve("store"), 20_000);
  }
}
