package dev.mayfly.mongo.call;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.session.Session;
import dev.mayfly.query.memory.RequestMemory;
import org.bson.BsonDocument;

/**
 * A call on behalf of another one, which is answered once. Subclasses change what the command sees
 * or what becomes of its reply.
 */
public abstract class ForwardingCall implements CommandCall {
  protected final CommandCall call;

  protected ForwardingCall(CommandCall call) {
    this.call = requireNonNull(call, "call");
  }

  @Override
  public final String name() {
    return call.name();
  }

  @Override
  public final String database() {
    return call.database();
  }

  @Override
  public final boolean isExhaustAllowed() {
    return false;
  }

  @Override
  public final void replyMore(BsonDocument answer) {
    throw new UnsupportedOperationException("this call is answered once");
  }

  @Override
  public final void charge(long centiRu) {
    call.charge(centiRu);
  }

  @Override
  public final void waits() {
    call.waits();
  }

  @Override
  public final void wroteAt(long logTime) {
    call.wroteAt(logTime);
  }

  @Override
  public void check() {
    call.check();
  }

  @Override
  public final RequestMemory heap() {
    return call.heap();
  }

  @Override
  public final GenericArguments arguments() {
    return call.arguments();
  }

  @Override
  public final Client client() {
    return call.client();
  }

  @Override
  public final Session session() {
    return call.session();
  }
}
