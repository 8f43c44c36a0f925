package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.RequestFrame;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** All attacks by name, in the order in which they run. */
public final class Attacks {
  static final Map<String, Attack> ALL = all();

  private Attacks() {}

  /** The names, in the order in which the attacks run. */
  public static Iterable<String> names() {
    return ALL.keySet();
  }

  private static Map<String, Attack> all() {
    Map<String, Attack> all = new LinkedHashMap<>();
    for (Port port : Port.values()) {
      all.put("slow-senders-" + port.label(), new SlowSenders(port));
    }
    all.put("slow-readers-mongo", SlowReaders::mongo);
    all.put("slow-readers-cosmos", SlowReaders::cosmos);
    all.put("slow-readers-cosmos-download", SlowReaders::download);
    all.put("slow-readers-admin", SlowReaders::admin);
    all.put("slow-readers-direct", DirectFrames::unreadQueries);
    all.put("unread-reads-direct", DirectFrames::unreadReads);
    all.put("unread-refusals-direct", DirectFrames::unreadRefusals);
    all.put("half-requests-mongo", HalfRequests::mongo);
    all.put("half-requests-cosmos", arena -> HalfRequests.http(arena, Port.COSMOS));
    all.put("half-requests-cosmos-tls", arena -> HalfRequests.http(arena, Port.COSMOS_TLS));
    all.put("half-requests-admin", arena -> HalfRequests.http(arena, Port.ADMIN));
    all.put("half-requests-direct", DirectFrames::halfPayloads);
    all.put("header-bombs-cosmos", arena -> HeaderBombs.start(arena, Port.COSMOS));
    all.put("header-bombs-admin", arena -> HeaderBombs.start(arena, Port.ADMIN));
    all.put("broken-requests-admin", BrokenRequests::admin);
    all.put("broken-requests-mongo", BrokenRequests::mongo);
    all.put("broken-requests-direct", DirectFrames::broken);
    all.put("plain-bytes-direct", BrokenRequests::plain);
    all.put("frame-bombs-direct", DirectBombs::heads);
    all.put("payload-bombs-direct", DirectBombs::payloads);
    all.put("compression-bombs", CompressionBombs::start);
    all.put("nesting-bombs-json", NestingBombs::json);
    all.put("nesting-bombs-bson", NestingBombs::bson);
    all.put("nesting-bombs-sql", NestingBombs::sql);
    all.put("value-bombs-bson", NestingBombs::values);
    all.put("request-bombs-cosmos", RequestBombs::requests);
    all.put("policy-bombs-cosmos", RequestBombs::policies);
    all.put("chunk-bombs-cosmos", RequestBombs::chunks);
    for (Port port : Port.values()) {
      all.put("connections-" + port.label(), new ConnectionFlood(port, false));
    }
    all.put("connections-mongo-addresses", new ConnectionFlood(Port.MONGO, true));
    all.put("connections-cosmos-addresses", new ConnectionFlood(Port.COSMOS, true));
    all.put("connections-direct-addresses", new ConnectionFlood(Port.DIRECT, true));
    all.put(
        "contexts-direct", new ConnectionFlood(Port.DIRECT, false, RequestFrame.opening().bytes()));
    all.put("tls-handshakes", arena -> Handshakes.tls(arena, Port.COSMOS_TLS));
    all.put("tls-handshakes-direct", arena -> Handshakes.tls(arena, Port.DIRECT));
    all.put("wrong-passwords", Handshakes::passwords);
    all.put("waiting-hellos", Handshakes::waitingHellos);
    all.put("cursors", Floods::cursors);
    all.put("sessions", Floods::sessions);
    all.put("transactions", Floods::transactions);
    all.put("change-streams", Floods::changeStreams);
    all.put("change-streams-waiting", Floods::waitingStreams);
    all.put("collections", Floods::collections);
    all.put("databases", Floods::databases);
    all.put("containers", Floods::containers);
    all.put("indexes", Floods::indexes);
    all.put("change-feed-polls", Floods::changeFeed);
    all.put("metrics", Floods::metrics);
    Pipelines.ALL.forEach((name, attack) -> all.put("pipeline-" + name, attack));
    CosmosQueries.ALL.forEach((name, attack) -> all.put("query-" + name, attack));
    return Collections.unmodifiableMap(all);
  }
}
