package dev.mayfly.storage.suite;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * All that can be seen of an engine, apart from numbers that depend on how often it was tried.
 *
 * @param items what readers of items see: definitions, items, counts, the feed
 * @param history what was logged and recorded, and what is left for the background to do
 */
record Fingerprint(List<String> items, List<String> history) {
  static Fingerprint of(Engine engine) {
    List<String> items = new ArrayList<>();
    List<String> history = new ArrayList<>();
    for (Database database : engine.databases()) {
      items.add(database.name() + " " + database.throughput() + " " + database.opaque());
      for (Container container : engine.containers(database.name())) {
        items.add(container.definition().toString());
        items.add("live " + container.live());
        for (Item item : container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()) {
          items.add(line(item));
        }
        for (Item item :
            container.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).entries()) {
          items.add("feed " + line(item));
        }
        history(container, history);
      }
    }
    return new Fingerprint(items, history);
  }

  private static void history(Container container, List<String> history) {
    history.add(
        "ready " + container.dateTtlsReady() + ", backlog " + container.metrics().backlog());
    if (container.definition().allVersions() == null) {
      return;
    }
    for (ChangeFeed.Version version :
        container.allVersions(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).entries()) {
      history.add(version.kind() + " " + version.tsSecond() + " " + line(version.item()));
    }
    for (ChangeFeed.Expiry expiry :
        container.expiries(FeedStart.beginning(), ReadLimits.DEFAULT).entries()) {
      history.add("expiry " + expiry.deathSecond() + " " + line(expiry.item()));
    }
  }

  private static String line(Item item) {
    return HexFormat.of().formatHex(item.address())
        + " "
        + item.tsSecond()
        + " "
        + item.remainingSeconds()
        + " "
        + Bodies.decode(item.body());
  }
}
