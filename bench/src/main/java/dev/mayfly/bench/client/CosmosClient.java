package dev.mayfly.bench.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Requests to one container over one connection, signed each. For one thread. */
public final class CosmosClient implements AutoCloseable {
  public static final String DATABASE = "bench";
  public static final String CONTAINER = "items";

  /** The headers of a query within one partition, whose key is another header. */
  public static final String QUERY_HEADERS =
      "\r\nx-ms-documentdb-isquery: True\r\ncontent-type: application/query+json";

  /** The headers of a query over all partitions. */
  public static final String CROSS_PARTITION_QUERY_HEADERS =
      QUERY_HEADERS + "\r\nx-ms-documentdb-query-enablecrosspartition: True";

  private static final String DATABASE_LINK = "dbs/" + DATABASE;
  private static final byte[] NOTHING = {};

  // SimpleDateFormat's pattern, because the RFC's own leaves out the zero before the day.
  static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  /** What the Java SDK sends with every request. */
  private static final String CONSTANT =
      "\r\nx-ms-version: 2020-07-15"
          + "\r\nuser-agent: azsdk-java-cosmos/4.81.0 Linux JRE/17"
          + "\r\ncache-control: no-cache"
          + "\r\nx-ms-cosmos-sdk-supportedcapabilities: 1"
          + "\r\naccept: application/json";

  private final Connection connection;
  private final MasterKey key;
  private final String host;
  private final String container;
  private final String link;
  private long dateSecond;
  private String date;

  private CosmosClient(Connection connection, int port, String key, String container) {
    this.connection = connection;
    this.key = new MasterKey(key);
    this.host = "localhost:" + port;
    this.container = container;
    this.link = DATABASE_LINK + "/colls/" + container;
  }

  public static CosmosClient connect(int port, boolean secure) throws IOException {
    return connect(port, secure, CONTAINER);
  }

  /** For a container of another name. */
  public static CosmosClient connect(int port, boolean secure, String container)
      throws IOException {
    return over(Connection.open(port, secure), port, MasterKey.WELL_KNOWN, container);
  }

  /** Over a connection that is open, with an account key. */
  public static CosmosClient over(Connection connection, int port, String key, String container) {
    return new CosmosClient(connection, port, key, container);
  }

  public Connection connection() {
    return connection;
  }

  public void createDatabase() throws IOException {
    expect(201, send("POST", "dbs", "", "/dbs", "", utf8("{\"id\":\"" + DATABASE + "\"}")));
  }

  /**
   * Makes the container in the database that is there.
   *
   * @param properties further ones, each preceded by a comma
   */
  public void createContainer(String properties) throws IOException {
    String definition =
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}%s}"
            .formatted(container, properties);
    String path = "/" + DATABASE_LINK + "/colls";
    expect(201, send("POST", "colls", DATABASE_LINK, path, "", utf8(definition)));
  }

  public Answer read(String id, String partition) throws IOException {
    return one("GET", id, partition, "", NOTHING);
  }

  public Answer create(String partition, byte[] item) throws IOException {
    return feed("POST", partitionKey(partition), item);
  }

  public Answer upsert(String partition, byte[] item) throws IOException {
    return feed("POST", "\r\nx-ms-documentdb-is-upsert: True" + partitionKey(partition), item);
  }

  public Answer patch(String id, String partition, byte[] operations) throws IOException {
    return one("PATCH", id, partition, "", operations);
  }

  public Answer delete(String id, String partition) throws IOException {
    return one("DELETE", id, partition, "", NOTHING);
  }

  /** A request for one item. */
  private Answer one(String method, String id, String partition, String headers, byte[] body)
      throws IOException {
    String item = link + "/docs/" + id;
    return send(method, "docs", item, "/" + item, headers + partitionKey(partition), body);
  }

  /**
   * A request for all items: create, query, batch, feed.
   *
   * @param headers further ones, each preceded by a line end
   */
  public Answer feed(String method, String headers, byte[] body) throws IOException {
    return send(method, "docs", link, "/" + link + "/docs", headers, body);
  }

  /** The same, without waiting for the response. */
  public byte[] feedRequest(String method, String headers, byte[] body) {
    return request(method, "docs", link, "/" + link + "/docs", headers, body);
  }

  public static String partitionKey(String partition) {
    return "\r\nx-ms-documentdb-partitionkey: [\"" + partition + "\"]";
  }

  /** Asks for another container with a definition that need not be valid. */
  public Answer defineContainer(byte[] definition) throws IOException {
    return send("POST", "colls", DATABASE_LINK, "/" + DATABASE_LINK + "/colls", "", definition);
  }

  private Answer send(
      String method, String type, String link, String path, String headers, byte[] body)
      throws IOException {
    connection.send(request(method, type, link, path, headers, body));
    return connection.answer();
  }

  /**
   * The bytes of a signed request for any resource.
   *
   * @param type the segment of the path that names the resource type, as in {@code docs}
   * @param link of the resource, or of the parent for feeds and creates
   */
  public byte[] request(
      String method, String type, String link, String path, String headers, byte[] body) {
    String now = date();
    StringBuilder head = new StringBuilder(768);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nhost: ").append(host);
    head.append(CONSTANT).append("\r\nx-ms-date: ").append(now);
    head.append("\r\nauthorization: ").append(key.authorization(method, type, link, now));
    head.append(headers);
    if (body.length > 0) {
      if (headers.indexOf("content-type") < 0) {
        head.append("\r\ncontent-type: application/json");
      }
      head.append("\r\ncontent-length: ").append(body.length);
    }
    head.append("\r\n\r\n");
    // One array and one write: one record of TLS, one packet.
    byte[] request = new byte[head.length() + body.length];
    byte[] ascii = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(ascii, 0, request, 0, ascii.length);
    System.arraycopy(body, 0, request, ascii.length, body.length);
    return request;
  }

  private String date() {
    long second = System.currentTimeMillis() / 1000;
    if (second != dateSecond || date == null) {
      dateSecond = second;
      date = DATE.format(ZonedDateTime.now(ZoneOffset.UTC));
    }
    return date;
  }

  /** Fails if the answer is another one, and says what it was. */
  public static Answer expect(int status, Answer answer) {
    if (answer.status() != status) {
      throw new IllegalStateException(
          "The server answered %d and not %d: %s"
              .formatted(answer.status(), status, answer.body()));
    }
    return answer;
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
