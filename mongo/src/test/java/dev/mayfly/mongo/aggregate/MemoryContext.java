package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.vector.VectorSearch;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Collections as lists, for pipelines under test. */
public final class MemoryContext implements PipelineContext {
  public final Map<Namespace, List<BsonDocument>> collections = new HashMap<>();
  public final Set<List<String>> uniqueFields = new HashSet<>();
  public boolean indexed;
  public long heldBytes;
  public int checks;
  public final StageLimits limits = new StageLimits();
  public final SpillCounts spilled = new SpillCounts();

  /** Null if nothing may be written to disk. */
  public RequestSpill spill;

  private final TransientMemory made = new TransientMemory(bytes -> heldBytes += bytes);

  @Override
  public Namespace namespace() {
    return new Namespace("db", "c");
  }

  /** Documents of a collection of the database of the pipeline. */
  public List<BsonDocument> collection(String name) {
    return collections.computeIfAbsent(new Namespace("db", name), any -> new ArrayList<>());
  }

  @Override
  public PipelineContext on(Namespace collection) {
    return this;
  }

  @Override
  public DocumentStream documents(Namespace from, DocumentSelection wanted) {
    List<BsonDocument> matching = new ArrayList<>();
    Filter filter = wanted.filter();
    for (BsonDocument document : collections.getOrDefault(from, List.of())) {
      if (filter == null || filter.matches(document, Variables.at(0), null)) {
        matching.add(document);
      }
    }
    return DocumentStreams.of(matching);
  }

  @Override
  public DocumentStream indexed(Namespace from, DocumentSelection wanted) {
    return indexed ? documents(from, wanted) : null;
  }

  @Override
  public String geoField(Namespace from) {
    return null;
  }

  @Override
  public DocumentStream nearest(Namespace from, VectorSearch search) {
    return DocumentStreams.EMPTY;
  }

  @Override
  public View view(Namespace name) {
    return null;
  }

  @Override
  public Output replacing(Namespace target) {
    List<BsonDocument> written = new ArrayList<>();
    return new Output() {
      @Override
      public void write(BsonDocument document) {
        written.add(document);
      }

      @Override
      public void finish() {
        collections.put(target, written);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public MergeTarget merging(Namespace target) {
    List<BsonDocument> documents = collections.computeIfAbsent(target, any -> new ArrayList<>());
    return new MergeTarget() {
      @Override
      public Uniqueness uniqueness(List<String> fields) {
        if (fields.equals(List.of("_id"))) {
          return Uniqueness.ALL;
        }
        return uniqueFields.contains(fields) ? Uniqueness.SPARSE : Uniqueness.NONE;
      }

      @Override
      public MongoException duplicate(BsonDocument values) {
        return new MongoException(ErrorCodes.DUPLICATE_KEY, "E11000 duplicate key error");
      }

      @Override
      public BsonDocument find(BsonDocument values) {
        for (BsonDocument document : documents) {
          if (values.keySet().stream()
              .allMatch(
                  name ->
                      BsonOrder.SIMPLE.equal(
                          values.get(name), PathSetter.parse(name).get(document)))) {
            return document;
          }
        }
        return null;
      }

      @Override
      public void insert(BsonDocument document) {
        if (find(new BsonDocument("_id", document.get("_id"))) != null) {
          throw new MongoException(ErrorCodes.DUPLICATE_KEY, "E11000 duplicate key error");
        }
        documents.add(document);
      }

      @Override
      public boolean replace(BsonDocument document) {
        BsonDocument before = find(new BsonDocument("_id", document.get("_id")));
        documents.set(documents.indexOf(before), document);
        return true;
      }
    };
  }

  @Override
  public List<BsonDocument> report(String stage, BsonDocument specification) {
    return List.of(new BsonDocument("stage", new BsonString(stage)));
  }

  @Override
  public HeapAccount heap() {
    return bytes -> heldBytes += bytes;
  }

  @Override
  public RequestSpill spill() {
    return spill;
  }

  @Override
  public StageLimits limits() {
    return limits;
  }

  @Override
  public SpillCounts spilled() {
    return spilled;
  }

  @Override
  public TransientMemory made() {
    return made;
  }

  @Override
  public void check() {
    checks++;
  }
}
