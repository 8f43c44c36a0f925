package dev.mayfly.bench.measure;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * One result of a benchmark.
 *
 * @param value what is held against the goal: mostly the median of the rounds
 * @param unit of the value; {@link #RATIO} for a ratio
 * @param peer what it is compared with; empty if with nothing
 * @param rounds what each round showed, at least one
 * @param reached may be true although the value is not within the goal: see the remark
 * @param remark empty if there is none
 */
public record Figure(
    String name,
    double value,
    String unit,
    String peer,
    Spread rounds,
    Goal goal,
    boolean reached,
    String remark) {
  public static final String RATIO = "x";

  public Figure {
    requireNonNull(name, "name");
    requireNonNull(unit, "unit");
    requireNonNull(peer, "peer");
    requireNonNull(rounds, "rounds");
    requireNonNull(goal, "goal");
    requireNonNull(remark, "remark");
  }

  public BsonDocument toBson() {
    BsonArray each = new BsonArray();
    rounds.rounds().forEach(round -> each.add(Numbers.bson(round)));
    return new BsonDocument("name", new BsonString(name))
        .append("value", Numbers.bson(value))
        .append("unit", new BsonString(unit))
        .append("peer", new BsonString(peer))
        .append("rounds", each)
        .append("goalKind", new BsonString(goal.kind().name()))
        .append("goal", Numbers.bson(goal.value()))
        .append("reached", BsonBoolean.valueOf(reached))
        .append("remark", new BsonString(remark));
  }

  public static Figure of(BsonDocument bson) {
    List<Double> rounds = new ArrayList<>();
    bson.getArray("rounds").forEach(round -> rounds.add(round.asNumber().doubleValue()));
    return new Figure(
        bson.getString("name").getValue(),
        bson.getNumber("value").doubleValue(),
        bson.getString("unit").getValue(),
        bson.getString("peer").getValue(),
        new Spread(rounds),
        new Goal(
            Goal.Kind.valueOf(bson.getString("goalKind").getValue()),
            bson.getNumber("goal").doubleValue()),
        bson.getBoolean("reached").getValue(),
        bson.getString("remark").getValue());
  }
}
