package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.error.ErrorCodes;
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
import org.bson.types.ObjectId;

/**
 * {@code hello} and its old names: who the server is and what it can do. A client that knows that
 * already waits for a change; as nothing ever changes, the answer comes when its time is over, and
 * again and again if it allows that.
 */
public final class Hello implements QuickCommand {
  private static final String TOPOLOGY_VERSION = "topologyVersion";
  private static final String AWAIT_TIME = "maxAwaitTimeMS";
  private static final int METADATA_BYTES_MAX = 512;

  /** Drivers ask for 10 s; nobody needs to know more often that nothing has changed. */
  private static final long STREAM_MILLIS_MIN = 100;

  private final Topology topology;
  private final Users users;
  private final SaslStart saslStart;
  private final LongSupplier wallMillis;

  public Hello(Topology topology, Users users, SaslStart saslStart, LongSupplier wallMillis) {
    this.topology = requireNonNull(topology, "topology");
    this.users = requireNonNull(users, "users");
    this.saslStart = requireNonNull(saslStart, "saslStart");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
  }

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
    boolean stays = isCurrent(known);
    if (!call.isExhaustAllowed()) {
      if (stays) {
        call.client().channel().later(() -> call.reply(answer(call)), millis);
      } else {
        call.reply(run(call));
      }
    } else if (stays) {
      goOn(call, millis);
    } else {
      call.replyMore(run(call));
      goOn(call, millis);
    }
  }

  private void goOn(CommandCall call, long millis) {
    call.client()
        .channel()
        .later(
            () -> {
              call.replyMore(answer(call));
              goOn(call, millis);
            },
            Math.max(STREAM_MILLIS_MIN, millis));
  }

  private static long millis(BsonValue wait) {
    double millis = wait.isNumber() ? wait.asNumber().doubleValue() : Double.NaN;
    if (!(millis >= 0) || millis > Integer.MAX_VALUE) {
      throw new MongoException(31373, "maxAwaitTimeMS must be a non-negative integer");
    }
    return (long) millis;
  }

  private boolean isCurrent(BsonValue version) {
    if (!version.isDocument()
        || !(version.asDocument().get("processId") instanceof BsonObjectId processId)) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field 'TopologyVersion.processId' is missing but a required field");
    }
    return processId.getValue().equals(topology.processId());
  }

  @Override
  public BsonDocument run(CommandCall call) {
    introduce(call);
    BsonDocument answer = answer(call);
    if (call.body().get("saslSupportedMechs") instanceof BsonString name) {
      tellMechanisms(name.getValue(), call.client(), answer);
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
   * Whether the guess at a mechanism is one of the user's. Some drivers go on with an answered
   * guess even where the list of mechanisms says otherwise, and could never log in.
   */
  private static boolean isPossible(BsonDocument start, BsonValue mechanisms) {
    return mechanisms == null || mechanisms.asArray().contains(start.get("mechanism"));
  }

  private void tellMechanisms(String fullName, Client client, BsonDocument answer) {
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
    if (call.body().get("client") instanceof BsonDocument told) {
      if (call.client().metadata() != null) {
        throw new MongoException(
            ErrorCodes.CLIENT_METADATA_CANNOT_BE_MUTATED,
            "The client metadata document may only be sent in the first hello");
      }
      byte[] own = BsonBytes.of(told);
      if (own.length > METADATA_BYTES_MAX) {
        throw new MongoException(
            ErrorCodes.CLIENT_METADATA_DOCUMENT_TOO_LARGE,
            "The client metadata document must be less then or equal to "
                + METADATA_BYTES_MAX
                + " bytes");
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
    answer.append(call.name().equals("hello") ? "isWritablePrimary" : "ismaster", BsonBoolean.TRUE);
    answer.append(TOPOLOGY_VERSION, version(topology.processId()));
    topology.describe(client, answer, wallMillis.getAsLong());
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

  private static BsonDocument version(ObjectId processId) {
    return new BsonDocument("processId", new BsonObjectId(processId))
        .append("counter", new BsonInt64(0));
  }

  /** What both sides can do, in the client's order. Only that may be used from now on. */
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
