package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.failpoint.CommandFaults;
import dev.mayfly.mongo.failpoint.FailPoints;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.mongo.session.Sessions;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Dispatches calls to commands. Non-blocking ones run on the network thread, all others on workers.
 */
public final class Dispatcher {
  /** Commands whose {@code maxTimeMS} limits a wait rather than the execution. */
  private static final Set<String> WAITING = Set.of("getMore", "hello", "isMaster", "ismaster");

  /** Write commands that may have a number outside of transactions. */
  private static final Set<String> RETRYABLE =
      Set.of("insert", "update", "delete", "findAndModify", "findandmodify", "bulkWrite");

  private static final Set<String> ENDS = Set.of("commitTransaction", "abortTransaction");

  /** How long a read waits for a time that this server has not yet applied, without maxTimeMS. */
  private static final long AWAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long AWAIT_STEP_MILLIS = 3;

  private final CommandTable commands;
  private final Authorizer authorizer;
  private final Sessions sessions;
  private final OperationCounters counters;
  private final ClusterTimes times;
  private final MemberCheck members;
  private final BiConsumer<CommandCall, Command> transactions;
  private final Consumer<CommandCall> snapshots;
  private final CommandFaults faults;

  /**
   * @param transactions runs the commands of transactions
   * @param snapshots runs reads with the read concern snapshot
   */
  public Dispatcher(
      CommandTable commands,
      Users users,
      Sessions sessions,
      OperationCounters counters,
      ClusterTimes times,
      MemberCheck members,
      BiConsumer<CommandCall, Command> transactions,
      Consumer<CommandCall> snapshots,
      FailPoints failPoints) {
    this.faults = new CommandFaults(failPoints, commands::areSame);
    this.transactions = requireNonNull(transactions, "transactions");
    this.snapshots = requireNonNull(snapshots, "snapshots");
    this.commands = requireNonNull(commands, "commands");
    this.authorizer = new Authorizer(users);
    this.sessions = requireNonNull(sessions, "sessions");
    this.counters = requireNonNull(counters, "counters");
    this.times = requireNonNull(times, "times");
    this.members = requireNonNull(members, "members");
  }

  /** Called on network threads. */
  public void dispatch(RunningOperation call) {
    try {
      Command command = commands.find(call.name());
      if (command == null) {
        throw new MongoException(
            ErrorCodes.COMMAND_NOT_FOUND, "no such command: '" + call.name() + "'");
      }
      call.known();
      ApiVersion.check(call);
      authorizer.authorize(call);
      prepare(call);
      if (times.isBehind(call)) {
        await(call, System.nanoTime() + AWAIT_NANOS, () -> proceed(command, call));
      } else {
        proceed(command, call);
      }
    } catch (RuntimeException | Error e) {
      call.fail(refusal(call, e));
    }
  }

  /** What this member refuses, the driver sends again to the primary, if the labels say so. */
  private static Throwable refusal(RunningOperation call, Throwable failure) {
    if (!(failure instanceof MongoException known) || call.arguments().txnNumber() < 0) {
      return failure;
    }
    return call.arguments().isInTransaction()
        ? ErrorLabels.labelled(known, ENDS.contains(call.name()))
        : ErrorLabels.ofRetryable(known);
  }

  private void proceed(Command command, RunningOperation call) {
    if (faults.isOff()) {
      execute(command, call);
    } else {
      faults.run(call, () -> execute(command, call));
    }
  }

  /** Looks again and again whether this server has applied what a command wants to read. */
  private void await(RunningOperation call, long deadlineNanos, Runnable then) {
    call.client()
        .channel()
        .later(
            () -> {
              try {
                call.check();
                if (!times.isBehind(call)) {
                  then.run();
                } else if (System.nanoTime() - deadlineNanos > 0) {
                  throw new MongoException(
                      ErrorCodes.READ_CONCERN_NOT_AVAILABLE_YET,
                      "This member has not yet applied what afterClusterTime names: try again, or"
                          + " read at the primary.");
                } else {
                  await(call, deadlineNanos, then);
                }
              } catch (RuntimeException | Error e) {
                call.fail(e);
              }
            },
            AWAIT_STEP_MILLIS);
  }

  private void execute(Command command, RunningOperation call) {
    if (call.arguments().asksForHelp()) {
      call.reply(new BsonDocument("help", new BsonString("help for: " + call.name() + " ")));
    } else if (call.arguments().isInTransaction()) {
      transactions.accept(call, command);
    } else if (ReadConcern.isSnapshot(call)) {
      snapshots.accept(call);
    } else if (command.isNonBlocking(call)) {
      command.start(call);
    } else {
      call.client().execute(() -> run(command, call));
    }
  }

  private void prepare(RunningOperation call) {
    counters.count(call.name());
    GenericArguments arguments = call.arguments();
    if (arguments.lsid() != null && call.client().isAdmitted()) {
      call.join(sessions.use(SessionId.of(arguments.lsid(), call.client().sessionOwner())));
    }
    members.check(call);
    arguments.checkTransactionFields();
    boolean inTransaction = arguments.isInTransaction();
    if (!inTransaction && arguments.txnNumber() >= 0 && !RETRYABLE.contains(call.name())) {
      throw new MongoException(
          ErrorCodes.NOT_A_RETRYABLE_WRITE_COMMAND,
          "txnNumber may only be provided for multi-document transactions and retryable write"
              + " commands. autocommit:false was not provided, and "
              + call.name()
              + " is not a retryable write command.");
    }
    if (arguments.clusterTime() != null) {
      times.checkGossip(arguments.clusterTime());
    }
    if (arguments.readConcern() != null && !inTransaction) {
      ReadConcern.check(call, times);
    }
    if (arguments.writeConcern() != null) {
      WriteConcern.check(call);
    }
    if (arguments.maxTimeMillis() > 0 && !WAITING.contains(call.name())) {
      call.setTimeout(arguments.maxTimeMillis());
    }
  }

  /** The client always gets a reply: it waits, and so do its next requests. */
  private static void run(Command command, CommandCall call) {
    try {
      command.start(call);
    } catch (RuntimeException | Error e) {
      call.fail(e);
    }
  }
}
