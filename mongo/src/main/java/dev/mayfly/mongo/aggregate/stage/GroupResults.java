package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.spill.PartitionedRows;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;

/** The documents of a {@code $group}: first of the groups in memory, then of each part on disk. */
final class GroupResults implements DocumentStream {
  private static final int BETWEEN_CHECKS = 16;

  private final GroupTable.Rules rules;
  private final List<String> names;
  private final PipelineContext context;
  private final Deque<PartitionedRows<GroupRow>.Partition> parts = new ArrayDeque<>();
  private Iterator<Group> rest;

  /**
   * @param table with all of its input
   */
  GroupResults(
      GroupTable table, GroupTable.Rules rules, List<String> names, PipelineContext context) {
    this.rules = rules;
    this.names = names;
    this.context = context;
    table.finish(parts);
    this.rest = table.groups().iterator();
  }

  @Override
  public BsonDocument next() {
    while (!rest.hasNext()) {
      if (parts.isEmpty()) {
        return null;
      }
      rules.memory().close();
      rest = read(parts.removeFirst()).groups().iterator();
    }
    Group group = rest.next();
    BsonDocument result = new BsonDocument(names.size() + 1);
    result.put("_id", group.id());
    for (int i = 0; i < names.size(); i++) {
      result.put(names.get(i), group.accumulators()[i].result());
    }
    return result;
  }

  private GroupTable read(PartitionedRows<GroupRow>.Partition part) {
    GroupTable table = new GroupTable(rules, part.level() + 1);
    int untilCheck = BETWEEN_CHECKS;
    for (Iterator<GroupRow> rows = part.rows(); rows.hasNext(); ) {
      if (--untilCheck == 0) {
        untilCheck = BETWEEN_CHECKS;
        context.check();
        Checkpoint.pass();
      }
      table.add(rows.next());
    }
    part.done();
    table.finish(parts);
    return table;
  }

  @Override
  public void close() {
    rules.memory().close();
    parts.forEach(PartitionedRows.Partition::done);
    parts.clear();
  }
}
