package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.MongoException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code distinct}. */
public final class DistinctCommand implements Command {
  static final Set<String> FIELDS = Set.of("key", "query", "collation", "hint");
  private static final int BYTES_MAX = 16 << 20;

  /** The entries of two sets for a value. */
  private static final int VALUE_BYTES = 160;

  private static final int TOO_LARGE = 17217;

  private final Backend backend;

  public DistinctCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    String[] path = arguments.requiredText("key").split("\\.", -1);
    Documents documents =
        Documents.of(backend, call, arguments, arguments.documentOrEmpty("query"));
    Set<ValueKey> seen = new LinkedHashSet<>();
    Collector collector = new Collector(call, documents, seen);
    try (DocumentStream stream = documents.stream()) {
      for (BsonDocument next = stream.next(); next != null; next = stream.next()) {
        collector.collect(next, path, 0);
      }
    }
    TreeSet<BsonValue> sorted = new TreeSet<>(documents.order());
    seen.forEach(each -> sorted.add(each.value()));
    return new BsonDocument("values", new BsonArray(List.copyOf(sorted)));
  }

  /** Finds the values at a path, through arrays. */
  private static final class Collector {
    private final CommandCall call;
    private final Documents documents;
    private final Set<ValueKey> seen;
    private long bytes;

    Collector(CommandCall call, Documents documents, Set<ValueKey> seen) {
      this.call = call;
      this.documents = documents;
      this.seen = seen;
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
      if (seen.add(new ValueKey(Detached.of(value), documents.order()))) {
        bytes += BsonSize.of(value);
        call.heap().charge(VALUE_BYTES + HeapSize.of(value));
        if (bytes > BYTES_MAX) {
          throw new MongoException(TOO_LARGE, "distinct too big, 16mb cap");
        }
      }
    }
  }
}
