package dev.mayfly.fuzz.target;

import dev.mayfly.fuzz.input.Documents;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.MongoWorld;
import java.util.List;
import org.bson.BsonDocument;

/** A target whose input is a few documents for a real server of MongoDB's protocol. */
abstract class MongoTarget implements Target {
  private static final int SECONDS_MAX = 20;

  private final int documentsMax;
  private MongoWorld world;

  MongoTarget(int documentsMax) {
    this.documentsMax = documentsMax;
  }

  /** Sends what the input says, and fails if an answer shows a defect. */
  abstract void run(MongoWorld server, List<BsonDocument> documents);

  @Override
  public final int bytesMax() {
    return 2048;
  }

  @Override
  public final List<byte[]> seeds(byte[] file) {
    return List.of(Documents.code(file));
  }

  @Override
  public final byte[] kept(byte[] input) {
    return Documents.text(input, documentsMax);
  }

  @Override
  public final String describe(byte[] input) {
    return "\n" + Documents.show(Documents.read(input, documentsMax));
  }

  @Override
  public final void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new MongoWorld();
    }
    List<BsonDocument> documents = Documents.read(input, documentsMax);
    Limits.inProcess(SECONDS_MAX, () -> run(world, documents));
  }
}
