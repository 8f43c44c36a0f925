package dev.mayfly.mongo.command;

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

/** Who is at the other end of a connection, and what is known of it. */
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

  // Only touched by one command at a time, like the connection.
  private Conversation conversation;
  private int conversationId;

  /**
   * @param cosmos whether it came to the port that is for Azure Cosmos DB's clients
   */
  public Client(int connectionId, boolean cosmos, ClientChannel channel, Users users, Clients all) {
    this.connectionId = connectionId;
    this.cosmos = cosmos;
    this.channel = requireNonNull(channel, "channel");
    this.users = requireNonNull(users, "users");
    this.all = requireNonNull(all, "all");
    this.local = channel.remoteAddress().getAddress().isLoopbackAddress();
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

  /** Everybody who is connected. */
  public Clients all() {
    return all;
  }

  /** Whether it runs on this machine. */
  public boolean isLocal() {
    return local;
  }

  /** Who has logged in and is still known by that password, as they are now; or null. */
  public User user() {
    return users.current(proved);
  }

  /** Logs in who has proved to be a user; null logs out. */
  public void setUser(User who) {
    proved = who;
  }

  /** Whether it may ask for more than to be authenticated. */
  public boolean isAdmitted() {
    return users.isEmpty() ? local : user() != null;
  }

  /** Whether messages compressed in this way are accepted: it has agreed on it with the server. */
  public boolean hasAgreedOn(Compressor compressor) {
    return compressors.contains(compressor);
  }

  public void setCompressors(Set<Compressor> agreed) {
    compressors = agreed;
  }

  /** Whether it may know that a database exists. */
  public boolean maySee(String database) {
    User who = user();
    return may(Action.LIST_DATABASES, database) || who != null && who.mayDoAnything(database);
  }

  /** Whether it may do something with a database, or with the server. */
  public boolean may(Action action, String database) {
    User who = user();
    return who == null ? users.isEmpty() : who.mayDo(action, database);
  }

  /**
   * Runs a part of a request on a worker. It uses the user's part of the time, or that of its
   * machine where nobody has logged in.
   *
   * @throws java.util.concurrent.RejectedExecutionException if too many are waiting
   */
  public void execute(Runnable task) {
    User who = user();
    Object user = who == null ? channel.remoteAddress().getAddress() : who.name();
    all.workers().execute(new Requester(connection, user), task);
  }

  /** Whose the sessions are that it names. */
  public String sessionOwner() {
    User who = user();
    return who == null ? "" : who.name().full();
  }

  /** The conversation in which it is proving who it is, or null. */
  public Conversation conversation() {
    return conversation;
  }

  public int conversationId() {
    return conversationId;
  }

  /** Begins a conversation instead of the one before; null ends it. */
  public void setConversation(Conversation other) {
    conversation = other;
    conversationId++;
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
