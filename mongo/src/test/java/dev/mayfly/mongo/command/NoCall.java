package dev.mayfly.mongo.command;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import org.bson.BsonDocument;

/** A call without a client. */
public final class NoCall implements CommandCall {
  private final RequestMemory heap;

  public NoCall() {
    this(new MemoryPool(Long.MAX_VALUE / 4));
  }

  /**
   * @param memory what it shares with others
   */
  public NoCall(MemoryPool memory) {
    heap = memory.open(Failures::outOfMemory);
  }

  @Override
  public BsonDocument body() {
    return new BsonDocument();
  }

  @Override
  public String name() {
    return "getMore";
  }

  @Override
  public String database() {
    return "d";
  }

  @Override
  public void reply(BsonDocument answer) {}

  @Override
  public boolean isExhaustAllowed() {
    return false;
  }

  @Override
  public void replyMore(BsonDocument answer) {}

  @Override
  public void fail(Throwable failure) {}

  @Override
  public void charge(long centiRu) {}

  @Override
  public void wroteAt(long logTime) {}

  @Override
  public void check() {}

  @Override
  public RequestMemory heap() {
    return heap;
  }

  @Override
  public GenericArguments arguments() {
    return null;
  }

  @Override
  public Client client() {
    return null;
  }

  @Override
  public Session session() {
    return null;
  }
}
