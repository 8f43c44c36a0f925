package dev.mayfly.bench.attacker;

import java.util.List;

/**
 * The server that is attacked, and what the attacker knows of it: an account of its own on each
 * API, never that of the honest client.
 */
public record Target(
    int cosmosPort,
    int directPort,
    int mongoPort,
    int adminPort,
    String cosmosKey,
    String mongoUser,
    String mongoPassword) {
  /** The Cosmos database of the attacker is the client's own; its containers have these names. */
  public static final String CONTAINER = "attack";

  /** The MongoDB database that the attacker reads and writes. */
  public static final String DATABASE = "attack";

  /** A collection there with documents. */
  public static final String COLLECTION = "documents";

  List<String> toArguments() {
    return List.of(
        Integer.toString(cosmosPort),
        Integer.toString(directPort),
        Integer.toString(mongoPort),
        Integer.toString(adminPort),
        cosmosKey,
        mongoUser,
        mongoPassword);
  }

  static Target ofArguments(List<String> arguments) {
    return new Target(
        Integer.parseInt(arguments.get(0)),
        Integer.parseInt(arguments.get(1)),
        Integer.parseInt(arguments.get(2)),
        Integer.parseInt(arguments.get(3)),
        arguments.get(4),
        arguments.get(5),
        arguments.get(6));
  }
}
