package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.text.fulltext.FullTextKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Indexes as the service names them, in policies and metrics. */
public final class IndexNames {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private IndexNames() {}

  /** The index over one path, or over the elements of the array there. */
  static PathIndex over(List<String> path, boolean members) {
    StringBuilder text = new StringBuilder();
    path.forEach(name -> text.append('/').append(written(name)));
    return PathIndex.automatic(
        List.of(new PathIndex.Part(FieldPath.ofSlashed(text.toString()), false)),
        members ? PathIndex.Arrays.MEMBERS : PathIndex.Arrays.WHOLE);
  }

  /** A name as policies write it: in quotes if it is not a plain one. */
  private static String written(String name) {
    return PLAIN.matcher(name).matches()
        ? name
        : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String written(FieldPath path) {
    return path.names().stream().map(name -> "/" + written(name)).collect(Collectors.joining());
  }

  /** A path and the sign for a value, or paths with directions. */
  static String of(PathIndex index) {
    if (!isComposite(index)) {
      String path = written(index.parts().get(0).path());
      if (FullTextKeys.isIndex(index)) {
        return ofSearch(index.parts().get(0).path().names());
      }
      return path + (index.arrays() == PathIndex.Arrays.MEMBERS ? "/[]/?" : "/?");
    }
    return index.parts().stream()
        .map(part -> written(part.path()) + (part.descending() ? " DESC" : " ASC"))
        .collect(Collectors.joining(", "));
  }

  /** A full text or vector index, which has a path only. */
  static String ofSearch(List<String> path) {
    return path.stream().map(name -> "/" + written(name)).collect(Collectors.joining());
  }

  private static boolean isComposite(PathIndex index) {
    return index.parts().size() > 1;
  }

  /** The names of those over one path, or of the others, in their order. */
  public static List<String> of(List<PathIndex> indexes, boolean composite) {
    return indexes.stream()
        .filter(index -> isComposite(index) == composite)
        .map(IndexNames::of)
        .distinct()
        .sorted()
        .toList();
  }

  /** The composite indexes that the policy of a container names. */
  public static List<List<PathIndex.Part>> composites(ContainerDefinition definition) {
    List<List<PathIndex.Part>> indexes = new ArrayList<>();
    BsonDocument policy =
        DefinitionParts.of(definition).getDocument("indexingPolicy", new BsonDocument());
    for (BsonValue index : policy.getArray("compositeIndexes", new BsonArray())) {
      indexes.add(index.asArray().stream().map(IndexNames::part).toList());
    }
    return indexes;
  }

  private static PathIndex.Part part(BsonValue value) {
    BsonDocument part = value.asDocument();
    return new PathIndex.Part(
        FieldPath.ofSlashed(part.getString("path").getValue()),
        part.getString("order").getValue().equals("descending"));
  }
}
