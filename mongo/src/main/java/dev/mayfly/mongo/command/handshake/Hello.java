package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.ClientChannel;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.command.NonBlockingCommand;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.Sessions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code hello} and its legacy names. A client that knows the topology waits for a change: the
 * reply is sent when there is one ({@link ClientChannel#wake}) or {@code maxAwaitTimeMS} has
 * elapsed, repeatedly for exhaust requests.
 */
public record Hello(Topology topology, Users users, SaslStart saslStart, LongSupplier wallMillis)
    implements NonBlockingCommand {
  private static final String TOPOLOGY_VERSION = "topologyVersion";
  private static final String AWAIT_TIME = "maxAwaitTimeMS";
  private static final int METADATA_BYTES_MAX = 512;

  /** Drivers use 10 s; the minimum bounds the load of shorter values. */
  private static final long STREAM_MILLIS_MIN = 100;

  @Override
  public void start(CommandCall call) {
    BsonDocument body = call.body();
    BsonValue known = body.get(TOPOLOGY_VERSION);
    BsonValue wait = body.get(AWAIT_TIME);
    if ((known == null) != (wait == null)) {
      throw new MongoException(
          31368,
          known == null
              ? "A request with a 'maxAwaitTimeMS' must include a 'topologyVersion'"
              : "A request with a 'topologyVersion' must include 'maxAwaitTimeMS'");
    }
    if (known == null) {
      call.reply(run(call));
      return;
    }
    long millis = millis(wait);
    long version = topology.version();
    boolean stays = isCurrent(known, version);
    if (!call.isExhaustAllowed()) {
      if (stays) {
        wait(call, version, () -> call.reply(answer(call)), millis);
      } else {
        call.reply(run(call));
      }
    } else if (stays) {
      scheduleNext(call, version, millis);
    } else {
      call.replyMore(run(call));
      scheduleNext(call, version, millis);
    }
  }

  private void scheduleNext(CommandCall call, long version, long millis) {
    wait(
        call,
        version,
        () -> {
          long now = topology.version();
          call.replyMore(answer(call));
          scheduleNext(call, now, millis);
        },
        Math.max(STREAM_MILLIS_MIN, millis));
  }

  /** Whoever is awoken from now on is so by a change after that version, unless it was before. */
  private void wait(CommandCall call, long version, Runnable then, long millis) {
    ClientChannel channel = call.client().channel();
    channel.later(then, millis);
    if (topology.version() != version) {
      channel.wake();
    }
  }

  private static long millis(BsonValue wait) {
    double millis = wait.isNumber() ? wait.asNumber().doubleValue() : Double.NaN;
    if (!(millis >= 0) || millis > Integer.MAX_VALUE) {
      throw new MongoException(31373, "maxAwaitTimeMS must be a non-negative integer");
    }
    return (long) millis;
  }

  private boolean isCurrent(BsonValue version, long now) {
    if (!version.isDocument()
        || !(version.asDocument().get("processId") instanceof BsonObjectId processId)) {
      throw FieldErrors.missing("TopologyVersion.processId");
    }
    if (!(version.asDocument().get("counter") instanceof BsonInt64 counter)) {
      throw FieldErrors.missing("TopologyVersion.counter");
    }
    if (counter.getValue() < 0) {
      throw new MongoException(
          31372, "topologyVersion must have a non-negative counter: " + counter.getValue());
    }
    return processId.getValue().equals(topology.processId()) && counter.getValue() >= now;
  }

  @Override
  public BsonDocument run(CommandCall call) {
    introduce(call);
    BsonDocument answer = answer(call);
    if (call.body().get("saslSupportedMechs") instanceof BsonString name) {
      addMechanisms(name.getValue(), call.client(), answer);
    }
    if (call.body().get("speculativeAuthenticate") instanceof BsonDocument start
        && isPossible(start, answer.get("saslSupportedMechs"))) {
      BsonDocument begun = saslStart.speculate(call.client(), start);
      if (begun != null) {
        answer.append("speculativeAuthenticate", begun);
      }
    }
    return answer;
  }

  /**
   * Whether the speculative mechanism is one of the user's. Some drivers continue a speculative
   * authentication even if the mechanism is not in the list, and could never log in.
   */
  private static boolean isPossible(BsonDocument start, BsonValue mechanisms) {
    return mechanisms == null || mechanisms.asArray().contains(start.get("mechanism"));
  }

  private void addMechanisms(String fullName, Client client, BsonDocument answer) {
    int dot = fullName.indexOf('.');
    if (dot < 0) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "UserName must contain a '.' separated database.user pair");
    }
    String name = fullName.substring(dot + 1);
    User user = users.find(new UserName(name, fullName.substring(0, dot)));
    if (user == null && client.isCosmos()) {
      user = users.findRoot(name);
    }
    if (user != null) {
      BsonArray mechanisms = new BsonArray();
      user.mechanisms().forEach(each -> mechanisms.add(new BsonString(each.wireName())));
      answer.append("saslSupportedMechs", mechanisms);
    }
  }

  private static void introduce(CommandCall call) {
    if (call.body().get("client") instanceof BsonDocument sent) {
      if (call.client().metadata() != null) {
        throw new MongoException(
            ErrorCodes.CLIENT_METADATA_CANNOT_BE_MUTATED,
            "The client metadata document may only be sent in the first hello");
      }
      byte[] own = BsonBytes.of(sent);
      if (own.length > METADATA_BYTES_MAX) {
        throw new MongoException(
            ErrorCodes.CLIENT_METADATA_DOCUMENT_TOO_LARGE,
            "The client metadata document must be less then or equal to %s bytes"
                .formatted(METADATA_BYTES_MAX));
      }
      call.client().setMetadata(new LazyDocument(own));
    }
  }

  private BsonDocument answer(CommandCall call) {
    Client client = call.client();
    BsonDocument body = call.body();
    BsonDocument answer = new BsonDocument();
    if (Fields.isTrue(body.get("helloOk"))) {
      answer.append("helloOk", BsonBoolean.TRUE);
    }
    answer.append(TOPOLOGY_VERSION, version());
    topology.describe(
        client, answer, call.name().equals("hello") ? "isWritablePrimary" : "ismaster");
    answer
        .append("maxBsonObjectSize", new BsonInt32(MongoVersion.DOCUMENT_BYTES_MAX))
        .append("maxMessageSizeBytes", new BsonInt32(MongoVersion.MESSAGE_BYTES_MAX))
        .append("maxWriteBatchSize", new BsonInt32(MongoVersion.WRITE_BATCH_MAX))
        .append("localTime", new BsonDateTime(wallMillis.getAsLong()))
        .append("logicalSessionTimeoutMinutes", new BsonInt32(Sessions.TIMEOUT_MINUTES))
        .append("connectionId", new BsonInt32(client.connectionId()))
        .append("minWireVersion", new BsonInt32(MongoVersion.WIRE_MIN))
        .append("maxWireVersion", new BsonInt32(MongoVersion.WIRE_MAX))
        .append("readOnly", BsonBoolean.FALSE);
    BsonArray compression = agree(client, body.get("compression"));
    if (!compression.isEmpty()) {
      answer.append("compression", compression);
    }
    return answer;
  }

  private BsonDocument version() {
    return new BsonDocument("processId", new BsonObjectId(topology.processId()))
        .append("counter", new BsonInt64(topology.version()));
  }

  /** The common compressors in the client's order. Only these are accepted afterwards. */
  private static BsonArray agree(Client client, BsonValue offered) {
    BsonArray both = new BsonArray();
    if (offered == null || !offered.isArray()) {
      return both;
    }
    Set<Compressor> agreed = EnumSet.noneOf(Compressor.class);
    for (BsonValue name : offered.asArray()) {
      Compressor known = name.isString() ? Compressor.named(name.asString().getValue()) : null;
      if (known != null && agreed.add(known)) {
        both.add(name);
      }
    }
    client.setCompressors(agreed);
    return both;
  }
}
