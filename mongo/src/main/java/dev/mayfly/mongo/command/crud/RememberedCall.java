package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.GenericArguments;
import dev.mayfly.mongo.session.Session;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** A call whose end is noted before it is answered. */
final class RememberedCall implements CommandCall {
  private final CommandCall call;
  private final Consumer<BsonDocument> onAnswer;
  private final Consumer<Throwable> onFailure;

  RememberedCall(CommandCall call, Consumer<BsonDocument> onAnswer, Consumer<Throwable> onFailure) {
    this.call = requireNonNull(call, "call");
    this.onAnswer = requireNonNull(onAnswer, "onAnswer");
    this.onFailure = requireNonNull(onFailure, "onFailure");
  }

  @Override
  public void reply(BsonDocument answer) {
    onAnswer.accept(answer);
    call.reply(answer);
  }

  @Override
  public void fail(Throwable failure) {
    onFailure.accept(failure);
    call.fail(failure);
  }

  @Override
  public BsonDocument body() {
    return call.body();
  }

  @Override
  public String name() {
    return call.name();
  }

  @Override
  public String database() {
    return call.database();
  }

  @Override
  public void charge(long centiRu) {
    call.charge(centiRu);
  }

  @Override
  public void check() {
    call.check();
  }

  @Override
  public boolean isExhaustAllowed() {
    return false;
  }

  @Override
  public void replyMore(BsonDocument answer) {
    throw new UnsupportedOperationException("a write is answered once");
  }

  @Override
  public GenericArguments arguments() {
    return call.arguments();
  }

  @Override
  public Client client() {
    return call.client();
  }

  @Override
  public Session session() {
    return call.session();
  }
}
