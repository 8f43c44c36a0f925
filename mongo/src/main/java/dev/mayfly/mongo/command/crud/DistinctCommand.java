package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.query.buffer.DistinctBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record DistinctCommand(Backend backend) implements Command {
  static final Set<String> FIELDS = Set.of("key", "query", "collation", "hint");
  private static final int BYTES_MAX = 16 << 20;

  /** Heap bytes of the entries in two sets. */
  private static final int VALUE_BYTES = 160;

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    String[] path = arguments.requiredText("key").split("\\.", -1);
    MatchingDocuments documents =
        MatchingDocuments.of(backend, call, arguments, arguments.documentOrEmpty("query"));
    Collector collector = new Collector(call, documents.order());
    try (DocumentStream stream = documents.stream()) {
      for (BsonDocument next = stream.next(); next != null; next = stream.next()) {
        collector.collect(next, path, 0);
      }
    }
    TreeSet<BsonValue> sorted = new TreeSet<>(documents.order());
    collector.seen.forEach(each -> sorted.add(each.value()));
    return new BsonDocument("values", new BsonArray(List.copyOf(sorted)));
  }

  /** Collects the values at a path, traversing arrays. */
  private static final class Collector {
    private final BsonOrder order;
    private final DistinctBuffer<ValueKey> seen;
    private long bytes;

    Collector(CommandCall call, BsonOrder order) {
      this.order = order;
      this.seen =
          new DistinctBuffer<>(
              each -> VALUE_BYTES + HeapSize.of(each.value()), call.heap()::charge);
    }

    void collect(BsonValue value, String[] path, int depth) {
      if (depth < path.length) {
        descend(value, path, depth);
      } else if (value.isArray()) {
        value.asArray().forEach(this::add);
      } else {
        add(value);
      }
    }

    private void descend(BsonValue value, String[] path, int depth) {
      if (value.isDocument()) {
        BsonValue inner = value.asDocument().get(path[depth]);
        if (inner != null) {
          collect(inner, path, depth + 1);
        }
      } else if (value.isArray()) {
        BsonArray elements = value.asArray();
        int position = position(path[depth], elements.size());
        if (position >= 0) {
          collect(elements.get(position), path, depth + 1);
        }
        for (BsonValue element : elements) {
          if (element.isDocument()) {
            descend(element, path, depth);
          }
        }
      }
    }

    private static int position(String name, int size) {
      if (name.isEmpty() || name.length() > 8 || !name.chars().allMatch(Character::isDigit)) {
        return -1;
      }
      int position = Integer.parseInt(name);
      return position < size ? position : -1;
    }

    private void add(BsonValue value) {
      if (seen.add(new ValueKey(Detached.of(value), order))) {
        bytes += BsonSize.of(value);
        if (bytes > BYTES_MAX) {
          throw new MongoException(17217, "distinct too big, 16mb cap");
        }
      }
    }
  }
}
