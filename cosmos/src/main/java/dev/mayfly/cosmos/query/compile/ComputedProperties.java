package dev.mayfly.cosmos.query.compile;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The computed properties of a container: queries name them like those that items have. What they
 * stand for is put in their place before a query is compiled, so whatever asks what a filter means
 * sees what they are made of. An item's own property of the same name is seen only where the item
 * is taken as a whole.
 *
 * @param definitions as the container holds them
 */
public record ComputedProperties(BsonArray definitions) {
  public static final ComputedProperties NONE = new ComputedProperties(new BsonArray());

  public ComputedProperties {
    requireNonNull(definitions, "definitions");
  }

  public static ComputedProperties of(ContainerDefinition definition) {
    BsonValue found = DefinitionParts.of(definition).get("computedProperties");
    return found == null ? NONE : new ComputedProperties(found.asArray());
  }

  /** The query with what the properties in it stand for. */
  Query in(Query query) {
    if (definitions.isEmpty()) {
      return query;
    }
    Map<String, String> queries = new HashMap<>();
    for (BsonValue each : definitions) {
      BsonDocument definition = each.asDocument();
      queries.put(
          definition.getString("name").getValue(), definition.getString("query").getValue());
    }
    return new ComputedNames(queries).in(query);
  }
}
