package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.mongo.session.Sessions;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Sends each call to the command that it names. What needs no waiting stays on the network thread;
 * everything else runs on the workers.
 */
public final class Dispatcher {
  /** Their {@code maxTimeMS} says how long they may wait for something to happen. */
  private static final Set<String> WAITING = Set.of("getMore", "hello", "isMaster", "ismaster");

  private final CommandTable commands;
  private final Authorizer authorizer;
  private final Sessions sessions;
  private final OperationCounters counters;

  public Dispatcher(
      CommandTable commands, Users users, Sessions sessions, OperationCounters counters) {
    this.commands = requireNonNull(commands, "commands");
    this.authorizer = new Authorizer(users);
    this.sessions = requireNonNull(sessions, "sessions");
    this.counters = requireNonNull(counters, "counters");
  }

  /** Called on network threads. */
  public void dispatch(RunningOperation call) {
    try {
      Command command = commands.find(call.name());
      if (command == null) {
        throw new MongoException(
            ErrorCodes.COMMAND_NOT_FOUND, "no such command: '" + call.name() + "'");
      }
      ApiVersion.check(call);
      authorizer.authorize(call);
      prepare(call);
      if (call.arguments().asksForHelp()) {
        call.reply(new BsonDocument("help", new BsonString("help for: " + call.name() + " ")));
      } else if (command.isQuick(call)) {
        command.start(call);
      } else {
        call.client().execute(() -> run(command, call));
      }
    } catch (RuntimeException | Error e) {
      call.fail(e);
    }
  }

  private void prepare(RunningOperation call) {
    counters.count(call.name());
    GenericArguments arguments = call.arguments();
    if (arguments.lsid() != null && call.client().isAdmitted()) {
      call.join(sessions.use(SessionId.of(arguments.lsid(), call.client().sessionOwner())));
    }
    if (arguments.isInTransaction()) {
      throw new MongoException(
          ErrorCodes.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Multi-document transactions are not supported by this server yet.");
    }
    if (arguments.readConcern() != null) {
      ReadConcern.check(call);
    }
    if (arguments.writeConcern() != null) {
      WriteConcern.check(call);
    }
    if (arguments.maxTimeMillis() > 0 && !WAITING.contains(call.name())) {
      call.endWithin(arguments.maxTimeMillis());
    }
  }

  /** Whatever happens, the client is answered: it waits, and so does what it asked after this. */
  private static void run(Command command, CommandCall call) {
    try {
      command.start(call);
    } catch (RuntimeException | Error e) {
      call.fail(e);
    }
  }
}
