package dev.mayfly.server;

import dev.mayfly.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** The machine's Chromium without a window, with one page. */
final class Browser implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
  private static final String LISTENING = "DevTools listening on ";

  private final Path profile;
  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<BsonDocument>> waiting = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private String session;

  /** Where the browser is, if this machine has one. */
  static Optional<Path> find() {
    return PROGRAMS.stream()
        .map(name -> Path.of("/usr/bin", name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser() throws Exception {
    profile = Files.createTempDirectory("mayfly-browser");
    process =
        new ProcessBuilder(
                find().orElseThrow().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    URI address = address();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Listener())
            .get(60, TimeUnit.SECONDS);
    String target =
        send("Target.createTarget", new BsonDocument("url", new BsonString("about:blank")))
            .getString("targetId")
            .getValue();
    session =
        send(
                "Target.attachToTarget",
                new BsonDocument("targetId", new BsonString(target))
                    .append("flatten", BsonBoolean.TRUE))
            .getString("sessionId")
            .getValue();
    for (String domain : List.of("Page", "Runtime", "Log")) {
      send(domain + ".enable", new BsonDocument());
    }
  }

  private URI address() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith(LISTENING)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("the browser ended with " + process.exitValue());
    }
    Thread rest = new Thread(() -> lines.lines().forEach(unused -> {}), "browser-messages");
    rest.setDaemon(true);
    rest.start();
    return URI.create(line.substring(LISTENING.length()).trim());
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        received(BsonDocument.parse(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void received(BsonDocument message) {
    if (message.containsKey("id")) {
      CompletableFuture<BsonDocument> answer = waiting.remove(message.getInt32("id").getValue());
      if (message.containsKey("error")) {
        answer.completeExceptionally(new AssertionError(message.toJson()));
      } else {
        answer.complete(message.getDocument("result"));
      }
      return;
    }
    BsonDocument parameters = message.getDocument("params", new BsonDocument());
    switch (message.getString("method").getValue()) {
      case "Runtime.exceptionThrown" -> errors.add(parameters.toJson());
      case "Runtime.consoleAPICalled" -> {
        if (parameters.getString("type").getValue().equals("error")) {
          errors.add(parameters.toJson());
        }
      }
      case "Log.entryAdded" -> {
        BsonDocument entry = parameters.getDocument("entry");
        if (entry.getString("level").getValue().equals("error")) {
          errors.add(entry.toJson());
        }
      }
      case "Page.javascriptDialogOpening" ->
          command("Page.handleJavaScriptDialog", new BsonDocument("accept", BsonBoolean.TRUE));
      default -> {
        // Of no interest.
      }
    }
  }

  private CompletableFuture<BsonDocument> command(String method, BsonDocument parameters) {
    int id = lastId.incrementAndGet();
    BsonDocument message =
        new BsonDocument("id", new BsonInt32(id))
            .append("method", new BsonString(method))
            .append("params", parameters);
    if (session != null) {
      message.append("sessionId", new BsonString(session));
    }
    CompletableFuture<BsonDocument> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    socket.sendText(message.toJson(JSON), true);
    return answer;
  }

  private BsonDocument send(String method, BsonDocument parameters) throws Exception {
    return command(method, parameters).get(60, TimeUnit.SECONDS);
  }

  /** What the page has reported as an error, on its console or by an exception. */
  List<String> errors() {
    return errors;
  }

  void open(String address) throws Exception {
    send("Page.navigate", new BsonDocument("url", new BsonString(address)));
  }

  /** The value of an expression of JavaScript; a promise is awaited. */
  BsonValue evaluate(String expression) throws Exception {
    BsonDocument answer =
        send(
            "Runtime.evaluate",
            new BsonDocument("expression", new BsonString(expression))
                .append("awaitPromise", BsonBoolean.TRUE)
                .append("returnByValue", BsonBoolean.TRUE));
    if (answer.containsKey("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.toJson());
    }
    return answer.getDocument("result").get("value");
  }

  /** Waits until an expression is true; while a page is being loaded, it is not. */
  void await(String expression) throws Exception {
    String attempt =
        "(() => { try { return Boolean(" + expression + "); } catch { return false; } })()";
    try {
      Await.until(
          expression,
          () -> {
            try {
              BsonValue value = evaluate(attempt);
              return value != null && value.asBoolean().getValue();
            } catch (ExecutionException e) {
              return false;
            }
          });
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "; the page shows: " + evaluate("document.body.innerText") + errors, e);
    }
  }

  private static String element(String selector) {
    return "document.querySelector(" + quoted(selector) + ")";
  }

  static String quoted(String text) {
    String array = new BsonDocument("a", new BsonString(text)).toJson(JSON);
    return array.substring(array.indexOf(':') + 1, array.length() - 1).trim();
  }

  /** Clicks with the mouse in the middle of an element, once it is there. */
  void click(String selector) throws Exception {
    await(element(selector) + " && !" + element(selector) + ".disabled");
    BsonArray at =
        evaluate(
                "(() => { const e = "
                    + element(selector)
                    + "; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                    + " return [r.x + r.width / 2, r.y + r.height / 2]; })()")
            .asArray();
    for (String type : List.of("mousePressed", "mouseReleased")) {
      send(
          "Input.dispatchMouseEvent",
          new BsonDocument("type", new BsonString(type))
              .append("x", new BsonDouble(at.get(0).asNumber().doubleValue()))
              .append("y", new BsonDouble(at.get(1).asNumber().doubleValue()))
              .append("button", new BsonString("left"))
              .append("clickCount", new BsonInt32(1)));
    }
  }

  /** Clicks the button with that text. */
  void press(String text) throws Exception {
    String button =
        "[...document.querySelectorAll('button')].find(b => b.textContent.trim() === "
            + quoted(text)
            + " && b.checkVisibility() && !b.disabled)";
    await(button);
    evaluate("(" + button + ").dataset.pressed = 'true'");
    click("[data-pressed]");
    evaluate("document.querySelectorAll('[data-pressed]').forEach(b => delete b.dataset.pressed)");
  }

  /** Replaces what is in a field, once it can be seen. */
  void type(String selector, String text) throws Exception {
    String field = element(selector);
    await(field + ".checkVisibility()");
    evaluate(field + ".focus(), " + field + ".select()");
    await("document.activeElement === " + field);
    send("Input.insertText", new BsonDocument("text", new BsonString(text)));
    await(field + ".value === " + quoted(text));
  }

  /** Presses a key, such as {@code ArrowRight}, in the element that has the focus. */
  void key(String name) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      send(
          "Input.dispatchKeyEvent",
          new BsonDocument("type", new BsonString(type)).append("key", new BsonString(name)));
    }
  }

  void size(int width, int height) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        new BsonDocument("width", new BsonInt32(width))
            .append("height", new BsonInt32(height))
            .append("deviceScaleFactor", new BsonInt32(1))
            .append("mobile", BsonBoolean.FALSE));
  }

  /** A picture of the page, as far down as it goes but not further than so many pixels. */
  void screenshot(Path file, int heightMax) throws Exception {
    // A pointer that stands over a button would be seen as a frame around it.
    send(
        "Input.dispatchMouseEvent",
        new BsonDocument("type", new BsonString("mouseMoved"))
            .append("x", new BsonInt32(0))
            .append("y", new BsonInt32(0)));
    BsonArray size =
        evaluate("[innerWidth, Math.max(innerHeight, document.body.scrollHeight)]").asArray();
    double height = Math.min(heightMax, size.get(1).asNumber().doubleValue());
    BsonDocument answer =
        send(
            "Page.captureScreenshot",
            new BsonDocument("format", new BsonString("png"))
                .append("captureBeyondViewport", BsonBoolean.TRUE)
                .append(
                    "clip",
                    new BsonDocument("x", new BsonInt32(0))
                        .append("y", new BsonInt32(0))
                        .append("width", new BsonDouble(size.get(0).asNumber().doubleValue()))
                        .append("height", new BsonDouble(height))
                        .append("scale", new BsonInt32(1))));
    Files.write(file, Base64.getDecoder().decode(answer.getString("data").getValue()));
  }

  /** Ends the browser with all of its processes and forgets what it kept. */
  @Override
  public void close() throws Exception {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    socket.abort();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      each.onExit().get(60, TimeUnit.SECONDS);
    }
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
