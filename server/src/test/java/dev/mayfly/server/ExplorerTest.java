package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.explorer.ExplorerFile;
import dev.mayfly.server.config.Setting;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Explorer as people use it, in the machine's Chromium. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExplorerTest {
  private static final String KEY = "bWF5Zmx5IGZpcnN0IGtleSBvZiBhbGw=";
  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  private static Browser browser;

  @TempDir private Path backups;

  /** Without a browser the tests are skipped, with a line that says so. */
  static void requireBrowser() {
    if (Browser.find().isEmpty()) {
      String skipped = "There is no Chromium in /usr/bin: the tests of the Explorer are skipped.";
      assertThat(System.getenv("CI")).as(skipped).isNotEqualTo("true");
      System.out.println(skipped);
      Assumptions.abort(skipped);
    }
  }

  @BeforeAll
  static void startBrowser() throws Exception {
    requireBrowser();
    browser = new Browser();
  }

  @AfterAll
  static void stopBrowser() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  /** Also leaves the page of the last test, whose server is gone. */
  @BeforeEach
  void forgetErrors() throws Exception {
    browser.open("about:blank");
    browser.await("location.href === 'about:blank'");
    browser.errors().clear();
  }

  private ExplorerFixture server() throws Exception {
    return new ExplorerFixture(backups, Map.of());
  }

  private static void open(ExplorerFixture server, String view) throws Exception {
    browser.size(1280, 900);
    browser.open(server.address() + "/#/" + view);
    browser.await("document.documentElement.dataset.ready === 'true'");
  }

  private static void go(String view) throws Exception {
    browser.evaluate("location.hash = '#/" + view + "'");
  }

  private static String text(String selector) {
    return "document.querySelector(" + Browser.quoted(selector) + ")?.textContent";
  }

  @Test
  void aContainerIsMadeAndItsItemsVanishAtTheirSecond() throws Exception {
    try (ExplorerFixture server = server()) {
      open(server, "overview");
      browser.press("New container");
      browser.type("#create [name=database]", "shop");
      browser.type("#create [name=container]", "carts");
      browser.type("#create [name=key]", "/tenant");
      browser.type("#create [name=ttl]", "1000");
      browser.press("Create");
      browser.await("location.hash === '#/c/shop/carts/items'");
      for (String item :
          List.of(
              "{\"id\": \"short\", \"tenant\": \"acme\", \"ttl\": 30}",
              "{\"id\": \"long\", \"tenant\": \"acme\","
                  + " \"note\": \"<img src=x onerror=alert(1)>\"}")) {
        browser.press("New item");
        browser.type("#json", item);
        browser.press("Save");
        browser.await("!document.querySelector('dialog[open]')");
      }
      browser.await("document.querySelectorAll('tr[data-id]').length === 2");
      browser.await(text("tr[data-id=short] .time") + ".trim() === '30 s'");
      browser.await(text("tr[data-id=long]") + ".includes('<img src=x')");
      browser.await(text(".live") + " === '2 items'");
      go("server");
      browser.type("#advance", "30");
      browser.press("Advance");
      go("c/shop/carts/items");
      browser.await("document.querySelectorAll('tr[data-id]').length === 1");
      browser.await("!document.querySelector('tr[data-id=short]')");
      browser.await(text(".live") + " === '1 item'");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void theEditorOpensAgainBeforeThePageLearnsThatItWasClosed() throws Exception {
    try (ExplorerFixture server = server()) {
      server.container("shop", "carts", "");
      open(server, "c/shop/carts/items");
      browser.press("New item");
      browser.await("document.querySelector('#editor').open");
      browser.evaluate(
          "document.querySelector('#editor').close();"
              + " document.querySelector('.toolbar .primary').click()");
      browser.type("#json", "{\"id\": \"a\", \"tenant\": \"acme\"}");
      browser.press("Save");
      browser.await("document.querySelector('tr[data-id=a]')");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void aRowFadesWhenItsSecondComesWhileThePageIsOpen() throws Exception {
    try (ExplorerFixture server = server()) {
      server.container("shop", "carts", ",\"defaultTtl\":100");
      server.item("shop", "carts", "a", "");
      server.item("shop", "carts", "b", ",\"ttl\":500");
      open(server, "c/shop/carts/items");
      browser.await("document.querySelectorAll('tr[data-id]').length === 2");
      server.advance(100);
      browser.await("!document.querySelector('tr[data-id=a]:not(.expired)')");
      browser.await(text(".live") + " === '1 item'");
      browser.await("document.querySelector('tr[data-id=b]:not(.expired)')");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void theDefaultIsChangedAfterADryRun() throws Exception {
    try (ExplorerFixture server = server()) {
      server.container("shop", "carts", ",\"defaultTtl\":1000");
      for (int i = 0; i < 3; i++) {
        server.item("shop", "carts", "i" + i, "");
      }
      server.item("shop", "carts", "own", ",\"ttl\":2000");
      server.advance(60);
      open(server, "c/shop/carts/settings");
      browser.type("#ttl-seconds", "50");
      browser.await(text("#dry-run") + "?.includes('expires 3 items')");
      browser.await(text(".live") + " === '4 items'");
      browser.press("Save");
      browser.await(text(".live") + " === '1 item'");
      assertThat(server.send("GET", "/containers/shop/carts").body()).contains("\"defaultTtl\":50");
      browser.click("input[value=off]");
      browser.await(text("#dry-run") + "?.includes('no item')");
      browser.press("Save");
      browser.await("!document.querySelector('#dry-run')");
      assertThat(server.send("GET", "/containers/shop/carts").body())
          .contains("\"defaultTtl\":null");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void queriesAreRunInBothLanguages() throws Exception {
    try (ExplorerFixture server = server()) {
      server.container("shop", "carts", "");
      for (int i = 0; i < 5; i++) {
        server.item("shop", "carts", "i" + i, ",\"n\":" + i);
      }
      server.mongo("plant", "{insert: 'docs', documents: [{_id: 1, n: 1}, {_id: 2, n: 2}]}");
      open(server, "c/shop/carts/query");
      browser.type("#query", "SELECT c.id, c.n FROM c WHERE c.n >= 3");
      browser.press("Run");
      browser.await(text("#result-count") + " === '2 results'");
      browser.await(text(".query") + ".includes(' RU')");
      browser.type("#query", "SELECT FROM");
      browser.press("Run");
      browser.await(text(".query .error") + "?.includes('yntax error')");
      go("c/plant/docs/query");
      browser.type("#query", "{\"n\": {\"$gt\": 1}}");
      browser.press("Run");
      browser.await(text("#result-count") + " === '1 result'");
      browser.press("Pipeline");
      browser.await("document.querySelector('#query').value.includes('$match')");
      browser.type("#query", "[{\"$group\": {\"_id\": null, \"sum\": {\"$sum\": \"$n\"}}}]");
      browser.press("Run");
      browser.await(text(".query table") + "?.includes('3')");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void theForecastMovesAndExpiriesAreFollowed() throws Exception {
    try (ExplorerFixture server = server()) {
      server.container("shop", "carts", ",\"defaultTtl\":600");
      for (int i = 0; i < 4; i++) {
        server.item("shop", "carts", "i" + i, i == 0 ? ",\"ttl\":1800" : "");
      }
      open(server, "c/shop/carts/expiry");
      browser.await("document.querySelector('#forecast-sum')?.dataset.items === '4'");
      browser.await("document.querySelectorAll('.chart .bar').length === 2");
      browser.await(
          "document.querySelector('.chart').getAttribute('aria-label').includes('4 in 60')");
      browser.evaluate("document.querySelector('.chart').focus()");
      for (int i = 0; i < 10; i++) {
        browser.key("ArrowRight");
      }
      browser.await(text(".chart .tip") + "?.includes('3 items')");
      browser.await(text("mayfly-chart [role=status]") + "?.includes('3 items')");
      browser.press("Switch on");
      browser.await(text("main .tag") + " === 'live'");
      server.advance(600);
      browser.await("document.querySelector('#received')?.dataset.count === '3'");
      browser.await("document.querySelectorAll('.events li').length === 3");
      browser.await("document.querySelector('#forecast-sum')?.dataset.items === '1'");
      browser.press("Pause");
      browser.await("[...document.querySelectorAll('.tag')].some(t => t.textContent === 'paused')");
      assertThat(server.send("GET", "/purge").body()).contains("\"paused\":true");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void settingsOfACollectionAreChangedAfterADryRunOfADate() throws Exception {
    try (ExplorerFixture server = server()) {
      server.mongo(
          "plant",
          "{insert: 'docs', documents: [{_id: 1, at: {$date: {$numberLong: '1000'}}}, {_id: 2}]}");
      open(server, "c/plant/docs/settings");
      browser.type("[name=date]", "at");
      browser.type("[name=after]", "60");
      browser.press("Dry run");
      browser.await(text("#date-dry-run") + "?.includes('expires 1 item')");
      browser.await(text(".live") + " === '2 items'");
      browser.press("Create index");
      browser.await(text("main") + ".includes('index at_1')");
      browser.await(text(".live") + " === '1 item'");
      browser.press("Switch on");
      browser.type("[name=webhook]", "ftp://example.org/");
      browser.await("document.querySelector('[name=webhook]').validity.patternMismatch");
      browser.type("[name=webhook]", "http://localhost:9/none");
      browser.press("Save");
      browser.await(text("main") + ".includes('shown only now')");
      assertThat(server.send("GET", "/containers/plant/docs/webhook").body())
          .contains("http://localhost:9/none");
      browser.press("Remove");
      browser.await("!document.querySelector('[name=webhook]').value");
      go("c/plant/docs/items");
      browser.await(text("tr[data-id='2'] .time") + ".trim() === 'never'");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void throughputIsChangedAndABackupIsMadeAndChecked() throws Exception {
    try (ExplorerFixture server =
        new ExplorerFixture(backups, Map.of(Setting.DEFAULT_THROUGHPUT, "400"))) {
      String unique = ",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/n\"]}]}";
      server.container("shop", "carts", unique);
      server.item("shop", "carts", "a", "");
      open(server, "c/shop/carts/settings");
      browser.await(text("main") + ".includes('uniqueKeys')");
      browser.type("[name=throughput]", "700");
      browser.evaluate("document.querySelector('[name=throughput]').form.requestSubmit()");
      browser.await(text(".notice") + "?.includes('Saved')");
      browser.await("document.querySelector('[name=throughput]').value === '700'");
      go("server");
      browser.type("[name=name]", "first");
      browser.press("Make a backup");
      browser.press("Check");
      browser.await(text(".plain") + "?.includes('everything fits together')");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void whatIsTooLargeOrChangedMeanwhileIsRefusedWithAReason() throws Exception {
    try (ExplorerFixture server = server()) {
      server.mongo("plant", "{insert: 'docs', documents: [{_id: 'a', n: 1}]}");
      open(server, "c/plant/docs/items");
      browser.click("tr[data-id=a] button");
      browser.type("#json", "{\"_id\": \"a\", \"n\": 2}");
      server.mongo("plant", "{update: 'docs', updates: [{q: {_id: 'a'}, u: {$set: {n: 3}}}]}");
      browser.press("Save");
      browser.await(text("dialog .error") + "?.includes('changed or has expired')");
      browser.press("Cancel");
      browser.press("New item");
      browser.await("document.querySelector('#json')?.checkVisibility()");
      browser.evaluate(
          "(() => { const e = document.querySelector('#json');"
              + " e.value = JSON.stringify({big: 'x'.repeat(400000)});"
              + " e.dispatchEvent(new Event('input')); })()");
      browser.press("Save");
      browser.await("document.querySelector('dialog .error')?.textContent.length > 10");
      assertThat(server.mongo("plant", "{count: 'docs'}").getNumber("n").intValue()).isEqualTo(1);
    }
  }

  @Test
  void thePageSaysThatTheServerIsGoneAndContinuesWithTheNext() throws Exception {
    int port;
    try (ExplorerFixture server = new ExplorerFixture(backups, Map.of(Setting.COSMOS_KEY, KEY))) {
      port = server.adminPort();
      server.container("shop", "carts", "");
      open(server, "overview");
      browser.type("[name=secret]", KEY);
      browser.press("Sign in");
      browser.await(text("table") + "?.includes('carts')");
    }
    browser.await(text(".banner") + "?.includes('does not answer')");
    // Sessions end with the server: the next one asks again.
    Map<Setting, String> same =
        Map.of(Setting.COSMOS_KEY, KEY, Setting.ADMIN_PORT, Integer.toString(port));
    try (ExplorerFixture server = new ExplorerFixture(backups, same)) {
      browser.await("!document.querySelector('.banner')");
      browser.await(text("h1") + " === 'Sign in'");
      browser.type("[name=secret]", KEY);
      browser.press("Sign in");
      browser.await(text("main") + "?.includes('No containers yet')");
      assertThat(server.send("GET", "/containers").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void signingInNeedsTheKeyAndChangesNeedTheToken() throws Exception {
    try (ExplorerFixture server = new ExplorerFixture(backups, Map.of(Setting.COSMOS_KEY, KEY))) {
      server.container("shop", "carts", ",\"defaultTtl\":100");
      open(server, "overview");
      browser.type("[name=secret]", "d3Jvbmc=");
      browser.press("Sign in");
      browser.await(text(".signin .error") + "?.includes('not an account key')");
      assertThat(server.send("GET", "/containers").statusCode()).isEqualTo(401);
      browser.type("[name=secret]", KEY);
      browser.press("Sign in");
      browser.await(text("table") + "?.includes('carts')");
      BsonValue refused =
          browser.evaluate(
              "fetch('/containers/shop/carts/ttl?default=off', {method: 'POST'})"
                  + ".then(r => r.status)");
      assertThat(refused.asNumber().intValue()).isEqualTo(403);
      assertThat(browser.evaluate("document.cookie").asString().getValue()).isEmpty();
      go("c/shop/carts/settings");
      browser.click("input[value=off]");
      browser.press("Save");
      browser.await("!document.querySelector('#dry-run')");
      browser.press("Sign out");
      browser.await(text("h1") + " === 'Sign in'");
      assertThat(browser.evaluate("fetch('/containers').then(r => r.status)").asNumber().intValue())
          .isEqualTo(401);
    }
  }

  @Test
  void thePageIsReachedFromTheCosmosPort() throws Exception {
    try (ExplorerFixture server = server()) {
      HttpResponse<String> answer = server.cosmos("/_explorer/index.html");
      assertThat(answer.statusCode()).isEqualTo(307);
      assertThat(answer.headers().firstValue("location")).hasValue(server.address() + "/");
      HttpResponse<String> page = server.send("GET", "/");
      assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
          .contains("default-src 'none'")
          .doesNotContain("unsafe");
      for (String name : ExplorerFile.names()) {
        HttpResponse<String> file = server.send("GET", "/explorer/app/" + name);
        assertThat(file.statusCode()).as(name).isEqualTo(200);
        assertThat(file.headers().firstValue("x-content-type-options")).hasValue("nosniff");
        assertThat(file.body()).doesNotContain("https://cdn", "//unpkg");
      }
      for (String path : List.of("/explorer/app/..%2f..%2fMain.class", "/explorer/app/none.js")) {
        assertThat(server.send("GET", path).statusCode()).as(path).isEqualTo(404);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void noViewHasASeriousBarrier(String theme) throws Exception {
    String axe;
    try (InputStream in = ExplorerTest.class.getResourceAsStream(AXE)) {
      axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    try (ExplorerFixture server = server()) {
      ExplorerScreenshotsTest.fill(server);
      browser.open(server.address() + "/?theme=" + theme);
      browser.await("document.documentElement.dataset.ready === 'true'");
      // The page's own policy keeps scripts of others out, but not the browser's tools.
      browser.evaluate(axe + ";true");
      for (String view : ExplorerScreenshotsTest.VIEWS) {
        go(view);
        ExplorerScreenshotsTest.prepare(browser, server, view);
        BsonDocument found =
            browser
                .evaluate(
                    "axe.run(document, {resultTypes: ['violations']}).then(r => ({list:"
                        + " r.violations.filter(v => ['serious', 'critical'].includes(v.impact))"
                        + ".map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' '))}))")
                .asDocument();
        assertThat(found.getArray("list")).as(view).isEmpty();
      }
      assertThat(browser.errors()).isEmpty();
    }
  }
}
