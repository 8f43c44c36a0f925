package dev.mayfly.mongo.call;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.Conversation;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.net.work.ClientConnection;
import dev.mayfly.net.work.Requester;
import java.util.Set;
import org.bson.BsonDocument;

/** A connected client and its state. */
public final class Client {
  private final int connectionId;
  private final boolean cosmos;
  private final ClientChannel channel;
  private final Users users;
  private final Clients all;
  private final boolean local;
  private final ClientConnection connection = new ClientConnection();
  private volatile User proved;
  private volatile BsonDocument metadata;
  private volatile LastRequest lastRequest;
  private volatile Set<Compressor> compressors = Set.of();

  // Accessed by one command at a time.
  private Conversation conversation;
  private int conversationId;

  /**
   * @param cosmos whether it is connected to the port for Azure Cosmos DB's clients
   */
  public Client(int connectionId, boolean cosmos, ClientChannel channel, Users users, Clients all) {
    this.connectionId = connectionId;
    this.cosmos = cosmos;
    this.channel = requireNonNull(channel, "channel");
    this.users = requireNonNull(users, "users");
    this.all = requireNonNull(all, "all");
    this.local = channel.remoteAddress().getAddress().isLoopbackAddress();
  }

  /** Name and cost of the last command of a connection. */
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

  /** All connected clients. */
  public Clients all() {
    return all;
  }

  /** Whether it connects from this machine. */
  public boolean isLocal() {
    return local;
  }

  /**
   * The current state of the authenticated user, or null; null also once the password has changed.
   */
  public User user() {
    return users.current(proved);
  }

  /** Sets the authenticated user; null logs out. */
  public void setUser(User who) {
    proved = who;
  }

  /** Whether it may run commands other than those for authentication. */
  public boolean isAdmitted() {
    return users.isOpen() ? local : user() != null;
  }

  /** Whether the compressor was negotiated. */
  public boolean hasAgreedOn(Compressor compressor) {
    return compressors.contains(compressor);
  }

  public void setCompressors(Set<Compressor> agreed) {
    compressors = agreed;
  }

  /** Whether the database is visible to it. */
  public boolean maySee(String database) {
    User who = user();
    return may(Action.LIST_DATABASES, database) || who != null && who.mayDoAnything(database);
  }

  /** Whether an action is allowed on a database, or on the cluster. */
  public boolean may(Action action, String database) {
    if (users.isOpen()) {
      return true;
    }
    User who = user();
    return who != null && who.mayDo(action, database);
  }

  /**
   * Runs a part of a request on a worker, scheduled by user, or by remote address without
   * authentication.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the queue is full
   */
  public void execute(Runnable task) {
    all.workers().execute(new Requester(connection, requester()), task);
  }

  /** Whose share its requests take: the user's, or the address's without authentication. */
  public Object requester() {
    User who = user();
    return who == null ? channel.remoteAddress().getAddress() : who.name();
  }

  /** Ends its running requests at their next checkpoint. */
  void disconnect() {
    connection.close();
  }

  /** The owner of its sessions. */
  public String sessionOwner() {
    User who = user();
    return who == null ? "" : who.name().full();
  }

  /** The SASL conversation in progress, or null. */
  public Conversation conversation() {
    return conversation;
  }

  public int conversationId() {
    return conversationId;
  }

  /** Replaces the SASL conversation; null ends it. */
  public void setConversation(Conversation other) {
    conversation = other;
    conversationId++;
  }

  /** Client metadata of the handshake, or null. */
  public BsonDocument metadata() {
    return metadata;
  }

  public void setMetadata(BsonDocument sent) {
    metadata = sent;
  }

  /** The last completed request, or null. */
  public LastRequest lastRequest() {
    return lastRequest;
  }

  public void setLastRequest(LastRequest last) {
    lastRequest = last;
  }
}
