package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.plan.IndexChooser;
import dev.mayfly.mongo.plan.IndexPlan;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** By way of an index, or of one for each alternative of a query. */
record IndexAccess(Collection collection, Query query, IndexChooser.Choice choice)
    implements Access {
  IndexAccess {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
    requireNonNull(choice, "choice");
  }

  @Override
  public boolean isOrdered() {
    return choice.isOrdered();
  }

  @Override
  public boolean isByIndex() {
    return true;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    if (choice.plans().size() == 1) {
      return scan(choice.plans().get(0), reader, expected);
    }
    List<ItemStream> streams = new ArrayList<>();
    List<Filter> filters = new ArrayList<>();
    for (int i = 0; i < choice.plans().size(); i++) {
      streams.add(scan(choice.plans().get(i), reader, expected));
      filters.add(FilterParser.parse(choice.branches().get(i), query.parsing()));
    }
    return new Alternatives(streams, filters, query.variables());
  }

  private ItemStream scan(IndexPlan plan, Reader reader, long expected) {
    collection.uses().used(plan.index().spec());
    return new IndexScan(reader, collection.container(), plan, expected);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    BsonDocument input;
    if (choice.plans().size() == 1) {
      input = choice.plans().get(0).explained();
    } else {
      BsonArray inputs = new BsonArray();
      choice.plans().forEach(plan -> inputs.add(plan.explained()));
      input = new BsonDocument("stage", new BsonString("OR")).append("inputStages", inputs);
    }
    return Access.fetched(filter, input);
  }
}
