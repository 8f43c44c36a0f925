package dev.mayfly.bench.soak;

import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.util.SplittableRandom;

/** What one worker does again and again; it remembers little, whatever the length of the run. */
@FunctionalInterface
interface Task {
  void once(CosmosClient client, SplittableRandom random) throws IOException;
}
