package dev.mayfly.explorer;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of the page. Nothing is read before it is asked for, and nothing but the files that are
 * listed here is found, whatever a name says.
 *
 * @param contentType what a browser takes it for
 */
public record ExplorerFile(String contentType, byte[] bytes) {
  /** Of the page itself. */
  public static final String INDEX = "index.html";

  /** What the page may do: load from where it came from, and nothing else. */
  public static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String LIT_HTML = "/META-INF/resources/webjars/lit-html/3.3.2/lit-html.js";

  private static final Map<String, String> RESOURCES =
      Stream.of(
              INDEX,
              "icon.svg",
              "app.css",
              "app.js",
              "api.js",
              "chart.js",
              "connect.js",
              "expiry.js",
              "format.js",
              "items.js",
              "overview.js",
              "query.js",
              "server.js",
              "settings.js",
              "state.js",
              "lit-html.js")
          .collect(
              Collectors.toUnmodifiableMap(
                  name -> name, name -> name.equals("lit-html.js") ? LIT_HTML : name));

  private static final Map<String, ExplorerFile> READ = new ConcurrentHashMap<>();

  public ExplorerFile {
    requireNonNull(contentType, "contentType");
    requireNonNull(bytes, "bytes");
  }

  /** The file of that name, if the page has it. */
  public static Optional<ExplorerFile> find(String name) {
    return RESOURCES.containsKey(name)
        ? Optional.of(READ.computeIfAbsent(name, ExplorerFile::read))
        : Optional.empty();
  }

  /** The names of all files. */
  public static Set<String> names() {
    return RESOURCES.keySet();
  }

  private static ExplorerFile read(String name) {
    try (InputStream in = ExplorerFile.class.getResourceAsStream(RESOURCES.get(name))) {
      return new ExplorerFile(contentType(name), in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> "text/javascript; charset=utf-8";
    };
  }
}
