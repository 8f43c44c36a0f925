package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.plan.NearPlan;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * Documents by their distance from a place, those of equal distance by their ids. A ring around the
 * place is read and sorted when the one before has been returned, so that the nearest documents are
 * found without reading the others. What was read for one batch and is returned in a later one is
 * read again, and omitted if it has expired or was deleted (B4).
 */
final class NearItems implements ItemStream {
  /** Overhead of a document that waits. */
  private static final int ROW_BYTES = 320;

  private static final Comparator<Found> NEAREST_FIRST =
      Comparator.comparingDouble(Found::distance)
          .thenComparing(each -> each.document().get("_id"), BsonOrder.SIMPLE);

  private final Reader reader;
  private final Container container;
  private final Query query;
  private final NearPlan plan;
  private final HeldItems held;
  private List<Found> ring = new ArrayList<>();
  private double reached;
  private long examined = -1;
  private boolean ended;
  private int position = -1;
  private long heldBytes;
  private long read;
  private long returned;

  private record Found(double distance, Item item, BsonDocument document) {}

  NearItems(Reader reader, Container container, Query query, NearPlan plan) {
    this.reader = reader;
    this.container = container;
    this.query = query;
    this.plan = plan;
    this.held = new HeldItems(reader, container);
    this.reached = query.near().minDistance();
    this.ended = reached > query.near().maxDistance();
  }

  @Override
  public boolean next() {
    position++;
    while (position < ring.size() || readRing()) {
      if (held.isAlive(rid(), this::waiting)) {
        returned++;
        return true;
      }
      position++;
    }
    return false;
  }

  /** Reads rings until one has documents; false if there is none. */
  private boolean readRing() {
    ring = new ArrayList<>();
    position = 0;
    if (heldBytes > 0) {
      reader.charge(-heldBytes);
      heldBytes = 0;
    }
    while (!ended && ring.isEmpty()) {
      NearPlan.Ring next = plan.next(reached, examined, reader.reading(container));
      if (next == null) {
        throw new MongoException(
            ErrorCodes.QUERY_PLAN_KILLED,
            "query plan killed :: index '" + plan.spec().name() + "' dropped");
      }
      read(next);
      reached = next.outer();
      ended = next.last();
    }
    ring.sort(Checkpoint.within(NEAREST_FIRST));
    held.readIn(reader.batch());
    return !ring.isEmpty();
  }

  private void read(NearPlan.Ring next) {
    PlannedItems items =
        new PlannedItems(reader, container, new ReadPlan.Indexes(next.scans()), Long.MAX_VALUE);
    examined = 0;
    while (items.next()) {
      Checkpoint.pass();
      examined++;
      read++;
      BsonDocument document = items.document();
      double distance = query.near().distance(document);
      if (next.holds(distance) && query.matches(document, null)) {
        long bytes = ROW_BYTES + items.item().sizeBytes();
        reader.charge(bytes);
        heldBytes += bytes;
        ring.add(new Found(distance, items.item(), document));
      }
    }
  }

  private Stream<BsonDocument> waiting() {
    return ring.subList(position, ring.size()).stream().map(Found::document);
  }

  @Override
  public BsonDocument document() {
    return ring.get(position).document();
  }

  @Override
  public Item item() {
    return ring.get(position).item();
  }

  @Override
  public void back() {
    position--;
    returned--;
  }

  @Override
  public long unreturned() {
    return read - returned;
  }
}
