package dev.mayfly.server;

import dev.mayfly.server.config.Setting;
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

  /** Pages are shown as a whole, but for lists and what is behind a dialog. */
  private static final int PICTURE_HEIGHT_MAX = 1800;

  @TempDir private Path temporary;

  /** Some items in both APIs, of which some expire soon. */
  static void fill(ExplorerFixture server) throws Exception {
    server.container("shop", "carts", ",\"defaultTtl\":3600");
    server.container("shop", "orders", "");
    server.send("POST", "/containers/shop/carts/expiries?enabled=true");
    String[] customers = {"Ada", "Grace", "Edsger", "Barbara", "Leslie", "Frances"};
    for (int i = 0; i < 240; i++) {
      String ttl = i % 12 == 5 ? "" : ",\"ttl\":" + (20 + i * 997 % 3560 * (i % 3 + 1) / 3);
      server.item(
          "shop",
          "carts",
          "cart-" + (1000 + i),
          ",\"customer\":\""
              + customers[i * 5 % 6]
              + "\",\"total\":"
              + (i * 13 % 400 + 4)
              + ".5,\"lines\":"
              + (i % 7 + 1)
              + ttl);
      if (i % 6 == 5) {
        server.advance(9);
      }
    }
    server.advance(240);
    for (int i = 0; i < 12; i++) {
      server.item("shop", "orders", "order-" + i, ",\"total\":" + i * 31);
    }
    StringBuilder readings = new StringBuilder("{insert: 'readings', documents: [");
    for (int i = 0; i < 160; i++) {
      readings.append(
          "{sensor: 's"
              + i % 4
              + "', celsius: "
              + (20 + i % 9)
              + ".25, ttl: "
              + (300 + i * i % 97 * 70)
              + "},");
    }
    server.mongo("plant", readings + "]}");
    server.mongo(
        "plant",
        "{createIndexes: 'readings', indexes: [{name: '_ts_1', key: {_ts: 1},"
            + " expireAfterSeconds: 7200}]}");
  }

  /** The page in one theme and at one width; its pictures have both in their names. */
  private record Look(String theme, int width) {
    static final List<Look> ALL =
        List.of(
            new Look("light", WIDE),
            new Look("light", NARROW),
            new Look("dark", WIDE),
            new Look("dark", NARROW));

    void open(Browser browser, ExplorerFixture server) throws Exception {
      browser.size(width, HEIGHT);
      browser.open("about:blank");
      browser.open(server.address() + "/?theme=" + theme);
      browser.await("document.documentElement.dataset.ready === 'true'");
    }

    void take(Browser browser, String name, int heightMax) throws Exception {
      Path directory = Files.createDirectories(Path.of(System.getProperty("mayfly.screenshots")));
      String suffix = "-" + theme + (width == NARROW ? "-narrow" : "") + ".png";
      browser.screenshot(directory.resolve(name + suffix), heightMax);
    }
  }

  private static void go(Browser browser, String view) throws Exception {
    browser.evaluate("location.hash = '#/" + view + "'");
  }

  @Test
  void viewsAreTaken() throws Exception {
    ExplorerTest.requireBrowser();
    try (ExplorerFixture server = new ExplorerFixture(temporary.resolve("backups"), Map.of());
        Browser browser = new Browser()) {
      fill(server);
      for (Look look : Look.ALL) {
        look.open(browser, server);
        for (String view : VIEWS) {
          go(browser, view);
          prepare(browser, server, view);
          if (view.endsWith("expiry")) {
            drawLines(browser, server);
          }
          boolean list = view.endsWith("items") || view.endsWith("query");
          look.take(
              browser,
              view.replace("c/", "").replace('/', '-'),
              list ? HEIGHT : PICTURE_HEIGHT_MAX);
        }
        takeDialogs(browser, look);
      }
    }
  }

  /** What is seen only after something was pressed or typed. */
  private static void takeDialogs(Browser browser, Look look) throws Exception {
    go(browser, "overview");
    browser.press("New container");
    look.take(browser, "new-container", HEIGHT);
    browser.press("Cancel");
    go(browser, "c/shop/carts/items");
    browser.click("tr[data-id] button");
    browser.await("document.querySelector('#json')?.checkVisibility()");
    look.take(browser, "item", HEIGHT);
    browser.press("Cancel");
    go(browser, "c/shop/carts/query");
    browser.type("#query", "SELECT c.t");
    browser.await("document.querySelector('.completion')");
    look.take(browser, "completion", HEIGHT);
    go(browser, "c/plant/readings/settings");
    browser.await("document.querySelector('[name=date]')");
    look.take(browser, "plant-readings-settings", PICTURE_HEIGHT_MAX);
    go(browser, "c/shop/carts/expiry");
    browser.await("document.querySelector('.chart .bar')");
    browser.evaluate("document.querySelector('.chart').focus()");
    for (int i = 0; i < 12; i++) {
      browser.key("ArrowRight");
    }
    browser.await("document.querySelector('.chart .tip')");
    look.take(browser, "chart-values", HEIGHT);
  }

  @Test
  void emptyAndLockedPagesAreTaken() throws Exception {
    ExplorerTest.requireBrowser();
    Map<Setting, String> key = Map.of(Setting.COSMOS_KEY, "bWF5Zmx5IGZpcnN0IGtleSBvZiBhbGw=");
    try (ExplorerFixture empty = new ExplorerFixture(temporary.resolve("empty"), Map.of());
        ExplorerFixture locked = new ExplorerFixture(temporary.resolve("locked"), key);
        Browser browser = new Browser()) {
      for (Look look : Look.ALL) {
        look.open(browser, locked);
        browser.await("document.querySelector('.signin')");
        look.take(browser, "sign-in", HEIGHT);
        look.open(browser, empty);
        browser.await("document.querySelector('main .empty')");
        look.take(browser, "empty", HEIGHT);
      }
    }
  }

  /** Lets some time go by, which the charts over time show. */
  private static void drawLines(Browser browser, ExplorerFixture server) throws Exception {
    for (int i = 0; i < 4; i++) {
      server.advance(20 + 15 * i);
      browser.evaluate("new Promise(r => setTimeout(r, 1600))");
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
      browser.await("document.querySelectorAll('.chart .bar').length > 0");
      server.advance(40);
      browser.await("Number(document.querySelector('#received').dataset.count) > 0");
    } else if (view.equals("server")) {
      browser.await("document.querySelector('main .tag')?.textContent === 'ok'");
      browser.await("document.querySelector('[name=name]')");
    }
    browser.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))");
  }
}
