package dev.mayfly.mongo.driver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.FindIterable;
import dev.mayfly.engine.clock.MovableClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.Document;

/** Reads whose answers are those of a model. */
final class HistoryReads {
  private static final double DOUBT = 1e-6;

  private final Random random;
  private final HistoryDocuments documents;
  private final HistoryFilters filters;
  private final MovableClock clock;
  private final HistoryModel model;
  private int found;

  HistoryReads(Random random, MovableClock clock, HistoryModel model) {
    this.random = requireNonNull(random, "random");
    this.clock = requireNonNull(clock, "clock");
    this.model = requireNonNull(model, "model");
    this.documents = new HistoryDocuments(random);
    this.filters = new HistoryFilters(random);
  }

  /** How many documents were found so far. */
  int found() {
    return found;
  }

  private List<Document> visible(HistoryParty party) {
    return model.visible(party.open, clock.epochSecond());
  }

  void filtered(HistoryParty party, HistoryFilters.Filter filter) {
    List<Document> expected = visible(party);
    expected.removeIf(filter.selects().negate());
    FindIterable<Document> find = party.find(filter.document()).batchSize(7);
    List<Document> answer = find.into(new ArrayList<>());
    answer.sort(Comparator.comparing(each -> each.getInteger("_id")));
    assertThat(answer).as(filter.document().toJson()).isEqualTo(expected);
    found += answer.size();
    if (!filter.document().containsKey("$text")) {
      ordered(party, filter, expected);
    }
  }

  /** The first of those that a filter selects, by a sort that an index may have. */
  private void ordered(HistoryParty party, HistoryFilters.Filter filter, List<Document> selected) {
    int direction = random.nextBoolean() ? 1 : -1;
    int limit = 1 + random.nextInt(9);
    Comparator<Document> byNumber =
        Comparator.comparing(
            each -> each.getInteger("n"), Comparator.nullsFirst(Comparator.naturalOrder()));
    Comparator<Document> byWord =
        Comparator.comparing(
            each -> each.getString("s"), Comparator.nullsFirst(Comparator.naturalOrder()));
    Comparator<Document> order = byNumber.thenComparing(byWord.reversed());
    order = direction > 0 ? order : order.reversed();
    selected.sort(order.thenComparing(each -> each.getInteger("_id")));
    Document sort = new Document("n", direction).append("s", -direction).append("_id", 1);
    assertThat(party.find(filter.document()).sort(sort).limit(limit).into(new ArrayList<>()))
        .as(filter.document() + " by " + sort)
        .isEqualTo(selected.subList(0, Math.min(limit, selected.size())));
  }

  /**
   * Places in the plane.
   *
   * @param near whether there is an index that finds the nearest
   */
  void plane(HistoryParty party, boolean near) {
    filtered(party, filters.box());
    if (near) {
      double x = random.nextInt(20) - 10 + 0.25;
      double y = random.nextInt(20) - 10 + 0.125;
      nearest(party, "xy", List.of(x, y), HistoryDocuments::flat);
    }
  }

  /**
   * Places on the sphere.
   *
   * @param near whether there is an index that finds the nearest
   */
  void sphere(HistoryParty party, boolean near) {
    List<Double> from = documents.place().getList("coordinates", Double.class);
    double radius = random.nextDouble() * 2;
    boolean doubtful =
        visible(party).stream()
            .filter(each -> each.containsKey("at"))
            .anyMatch(each -> Math.abs(HistoryDocuments.angle(from, each) - radius) < DOUBT);
    if (!doubtful) {
      filtered(
          party,
          HistoryFilters.Filter.of(
              "{at: {$geoWithin: {$centerSphere: [%s, %s]}}}".formatted(from, radius),
              each -> each.containsKey("at") && HistoryDocuments.angle(from, each) <= radius));
    }
    if (near) {
      nearest(party, "at", from, HistoryDocuments::angle);
    }
  }

  private interface Distance {
    double of(List<Double> from, Document document);
  }

  private void nearest(HistoryParty party, String field, List<Double> from, Distance distance) {
    List<Document> expected = visible(party);
    expected.removeIf(each -> !each.containsKey(field));
    expected.sort(Comparator.comparingDouble(each -> distance.of(from, each)));
    int limit = 1 + random.nextInt(8);
    int count = Math.min(expected.size(), limit);
    String operator = field.equals("at") ? "$nearSphere" : "$near";
    List<Document> answer =
        party
            .find(new Document(field, new Document(operator, from)))
            .limit(limit)
            .batchSize(2)
            .into(new ArrayList<>());
    assertThat(answer).hasSize(count);
    for (int i = 0; i < count; i++) {
      // Those at the same distance may come in any order.
      assertThat(distance.of(from, answer.get(i)))
          .isCloseTo(distance.of(from, expected.get(i)), within(DOUBT));
      assertThat(expected).contains(answer.get(i));
    }
    found += count;
  }

  /** Groups of whole documents, which do not fit into memory. */
  void grouped(HistoryParty party) {
    Map<Integer, List<Integer>> expected = new HashMap<>();
    for (Document each : visible(party)) {
      expected
          .computeIfAbsent(each.getInteger("n"), any -> new ArrayList<>())
          .add(each.getInteger("_id"));
    }
    List<Document> stages =
        List.of(
            Document.parse("{$sort: {_id: 1}}"),
            Document.parse("{$group: {_id: '$n', ids: {$push: '$_id'}, pad: {$max: '$pad'}}}"));
    Map<Integer, List<Integer>> answer = new HashMap<>();
    party
        .aggregate(stages)
        .forEach(each -> answer.put(each.getInteger("_id"), each.getList("ids", Integer.class)));
    assertThat(answer).isEqualTo(expected);
  }

  /** All documents, by a sort that does not fit into memory. */
  void all(HistoryParty party) {
    if (party.open != null && party.open.isDoomed(clock.epochSecond())) {
      return;
    }
    List<Document> expected = visible(party);
    Comparator<Document> order =
        Comparator.comparing(
            each -> each.getString("text"), Comparator.nullsFirst(Comparator.naturalOrder()));
    expected.sort(order.thenComparing(each -> -each.getInteger("_id")));
    assertThat(
            party
                .find(new Document())
                .sort(Document.parse("{text: 1, _id: -1}"))
                .batchSize(5)
                .into(new ArrayList<>()))
        .isEqualTo(expected);
    found += expected.size();
  }
}
