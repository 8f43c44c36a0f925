package dev.mayfly.bench.mongo;

import java.util.Date;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents such as a shop has: some 400 bytes, the same for the same number. */
public final class Orders {
  static final int CUSTOMERS = 1000;

  private static final List<String> STATES = List.of("open", "paid", "sent", "returned");

  private Orders() {}

  public static Document document(int number) {
    SplittableRandom random = new SplittableRandom(number);
    return new Document("_id", number)
        .append("customer", "customer-" + random.nextInt(CUSTOMERS))
        .append("state", STATES.get(random.nextInt(STATES.size())))
        .append("amount", random.nextInt(100_000))
        .append("price", random.nextInt(100_000) / 100.0)
        .append("placed", new Date(1_700_000_000_000L + number * 1000L))
        .append("express", random.nextBoolean())
        .append("address", new Document("street", "Lime Street 12").append("city", "Ghent"))
        .append("tags", List.of("a" + random.nextInt(20), "b" + random.nextInt(20)))
        .append("note", "x".repeat(120));
  }

  /** The same as BSON. */
  static byte[] bytes(int number) {
    BasicOutputBuffer out = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new DocumentCodec().encode(writer, document(number), EncoderContext.builder().build());
    }
    return out.toByteArray();
  }
}
