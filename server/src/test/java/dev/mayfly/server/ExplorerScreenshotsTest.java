package dev.mayfly.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of all views, light and dark, wide and narrow: {@code ./mayfly screenshots DIR}. */
@EnabledIfSystemProperty(named = "mayfly.screenshots", matches = ".+")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExplorerScreenshotsTest {
  static final List<String> VIEWS =
      List.of(
          "overview",
          "c/shop/carts/items",
          "c/shop/carts/query",
          "c/shop/carts/settings",
          "c/shop/carts/expiry",
          "c/plant/readings/items",
          "server",
          "connect");

  private static final int WIDE = 1280;
  private static final int NARROW = 400;
  private static final int HEIGHT = 900;

  @TempDir private Path temporary;

  /** Some items in both APIs, of which some expire soon. */
  static void fill(ExplorerFixture server) throws Exception {
    server.container("shop", "carts", ",\"defaultTtl\":3600");
    server.container("shop", "orders", "");
    server.send("POST", "/containers/shop/carts/expiries?enabled=true");
    for (int i = 0; i < 40; i++) {
      String ttl = i % 3 == 0 ? ",\"ttl\":" + (60 + i * i * 2) : "";
      server.item(
          "shop",
          "carts",
          "cart-" + (1000 + i),
          ",\"total\":" + (i * 13 + 4) + ".5,\"lines\":" + i % 7 + ",\"open\":true" + ttl);
    }
    for (int i = 0; i < 12; i++) {
      server.item("shop", "orders", "order-" + i, ",\"total\":" + i * 31);
    }
    StringBuilder readings = new StringBuilder("{insert: 'readings', documents: [");
    for (int i = 0; i < 30; i++) {
      readings.append("{sensor: 's" + i % 4 + "', celsius: " + (20 + i % 9) + ".25},");
    }
    server.mongo("plant", readings + "]}");
    server.mongo(
        "plant",
        "{createIndexes: 'readings', indexes: [{name: '_ts_1', key: {_ts: 1},"
            + " expireAfterSeconds: 7200}]}");
  }

  @Test
  void picturesAreTaken() throws Exception {
    ExplorerTest.requireBrowser();
    Path directory = Files.createDirectories(Path.of(System.getProperty("mayfly.screenshots")));
    try (ExplorerFixture server = new ExplorerFixture(temporary.resolve("backups"), Map.of());
        Browser browser = new Browser()) {
      fill(server);
      for (String theme : List.of("light", "dark")) {
        for (int width : List.of(WIDE, NARROW)) {
          browser.size(width, HEIGHT);
          browser.open("about:blank");
          browser.open(server.address() + "/?theme=" + theme);
          browser.await("document.documentElement.dataset.ready === 'true'");
          for (String view : VIEWS) {
            browser.evaluate("location.hash = '#/" + view + "'");
            prepare(browser, server, view);
            String name = view.replace("c/", "").replace('/', '-');
            browser.screenshot(
                directory.resolve(
                    name + "-" + theme + (width == NARROW ? "-narrow" : "") + ".png"));
          }
        }
      }
    }
  }

  /** Brings a view to where it shows what it is for. */
  static void prepare(Browser browser, ExplorerFixture server, String view) throws Exception {
    if (view.equals("overview")) {
      browser.await("document.querySelectorAll('.spark').length >= 3");
    } else if (view.endsWith("items")) {
      browser.await("document.querySelectorAll('tr[data-id]').length > 5");
      browser.await("![...document.querySelectorAll('.time')].some(t => t.textContent === '…')");
    } else if (view.endsWith("query")) {
      browser.type("#query", "SELECT c.id, c.total, c.lines\nFROM c\nWHERE c.total > 100");
      browser.press("Run");
      browser.await("document.querySelector('#result-count')");
    } else if (view.endsWith("settings")) {
      browser.await("document.querySelector('#policy')");
      browser.type("#ttl-seconds", "1");
      browser.await("document.querySelector('#dry-run')?.textContent.includes('expires')");
    } else if (view.endsWith("expiry")) {
      browser.await("document.querySelector('main .tag')?.textContent === 'live'");
      server.advance(20);
      browser.await("document.querySelectorAll('.chart .bar').length > 0");
    } else if (view.equals("server")) {
      browser.await("document.querySelector('main .tag')?.textContent === 'ok'");
    }
    browser.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))");
  }
}
