package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import org.bson.BsonDocument;

/** Who is at the other end of a connection, and what is known of it. */
public final class Client {
  private final int connectionId;
  private final boolean cosmos;
  private final ClientChannel channel;
  private volatile BsonDocument metadata;
  private volatile LastRequest lastRequest;

  /**
   * @param cosmos whether it came to the port that is for Azure Cosmos DB's clients
   */
  public Client(int connectionId, boolean cosmos, ClientChannel channel) {
    this.connectionId = connectionId;
    this.cosmos = cosmos;
    this.channel = requireNonNull(channel, "channel");
  }

  /** What the last command of a connection was and cost. */
  public record LastRequest(String name, long centiRu, long nanos) {}

  public int connectionId() {
    return connectionId;
  }

  public boolean isCosmos() {
    return cosmos;
  }

  public ClientChannel channel() {
    return channel;
  }

  /** What it told about itself, or null. */
  public BsonDocument metadata() {
    return metadata;
  }

  public void setMetadata(BsonDocument told) {
    metadata = told;
  }

  /** What was answered last, or null. */
  public LastRequest lastRequest() {
    return lastRequest;
  }

  public void setLastRequest(LastRequest last) {
    lastRequest = last;
  }
}
