package dev.mayfly.cosmos.resource;

import dev.mayfly.engine.catalog.ContainerDefinition;
import org.bson.BsonDocument;

/**
 * The parts of a container's definition that only this front end understands, by their names on the
 * wire: computedProperties, vectorEmbeddingPolicy and the like. The engine keeps them.
 */
public final class DefinitionParts {
  private static final String COSMOS = "cosmos";

  private DefinitionParts() {}

  public static BsonDocument of(ContainerDefinition definition) {
    return definition.opaque().getDocument(COSMOS, new BsonDocument());
  }

  /** What the engine keeps of a definition, with other parts. */
  public static BsonDocument with(BsonDocument opaque, BsonDocument parts) {
    BsonDocument next = new BsonDocument();
    next.putAll(opaque);
    return next.append(COSMOS, parts);
  }

  /** Whether another front end keeps something in the definition: it may write other values. */
  public static boolean isShared(ContainerDefinition definition) {
    return definition.opaque().keySet().stream().anyMatch(part -> !part.equals(COSMOS));
  }
}
