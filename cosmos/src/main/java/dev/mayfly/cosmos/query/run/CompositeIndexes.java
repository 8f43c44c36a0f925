package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The composite indexes of a container's policy. */
public final class CompositeIndexes {
  private static final String DESCENDING = "descending";

  private CompositeIndexes() {}

  /** The parts of each. */
  public static List<List<PathIndex.Part>> of(ContainerDefinition definition) {
    List<List<PathIndex.Part>> indexes = new ArrayList<>();
    BsonDocument policy =
        ContainerJson.opaque(definition).getDocument("indexingPolicy", new BsonDocument());
    for (BsonValue index : policy.getArray("compositeIndexes", new BsonArray())) {
      indexes.add(index.asArray().stream().map(CompositeIndexes::part).toList());
    }
    return indexes;
  }

  private static PathIndex.Part part(BsonValue value) {
    BsonDocument part = value.asDocument();
    return new PathIndex.Part(
        FieldPath.ofSlashed(part.getString("path").getValue()),
        part.getString("order").getValue().equals(DESCENDING));
  }
}
