package dev.mayfly.mongo;

import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.transaction.SnapshotReads;
import dev.mayfly.mongo.transaction.Transactions;

/** Builds the table of all commands. */
final class Commands {
  private Commands() {}

  static CommandTable of(
      Backend backend,
      MongoOptions options,
      ServerState state,
      Transactions transactions,
      SnapshotReads snapshots) {
    CommandTable table = new CommandTable();
    ServerCommands.addTo(table, backend, options, state, transactions, snapshots);
    DataCommands.addTo(table, backend, options.setIdentity());
    return table;
  }
}
