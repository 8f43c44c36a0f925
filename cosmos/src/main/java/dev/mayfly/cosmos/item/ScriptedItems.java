package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.partition.PartitionKey;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The items of one logical partition as a script sees and writes them, in a transaction. What it
 * gets back of its own writes has numbers that change with the commit; {@link #committed} puts the
 * final ones in their place.
 */
public final class ScriptedItems {
  private static final Pattern NUMBERED =
      Pattern.compile("\"_(?:rid|self|etag)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final Container view;
  private final PartitionKey partition;
  private final StoredItem form;
  private final Map<String, String> idsByRid = new HashMap<>();
  private final Map<ByteBuffer, Map<String, Item>> pending = new HashMap<>();
  private long chargeCentiRu;

  /**
   * @param view the container as the transaction sees it
   */
  public ScriptedItems(Container view, PartitionKey partition) {
    this.view = requireNonNull(view, "view");
    this.partition = requireNonNull(partition, "partition");
    this.form = StoredItem.of(view);
  }

  /** What became of an operation: the JSON of the item is null if there is none to show. */
  public record Outcome(int status, byte[] json) {}

  public Outcome create(byte[] json) {
    return write(ItemOperation.create(partition, sent(json), Preconditions.NONE));
  }

  public Outcome upsert(byte[] json, String etag) {
    return write(ItemOperation.upsert(partition, sent(json), Preconditions.of(etag, null)));
  }

  public Outcome replace(String id, byte[] json, String etag) {
    return write(ItemOperation.replace(partition, id, sent(json), Preconditions.of(etag, null)));
  }

  public Outcome delete(String id, String etag) {
    return write(ItemOperation.delete(key(id), Preconditions.of(etag, null)));
  }

  public Outcome read(String id, String ifNoneMatch) {
    Container.ReadOutcome outcome = view.readCharged(key(id));
    chargeCentiRu += outcome.chargeCentiRu();
    Item item = outcome.item();
    if (item == null) {
      throw CosmosException.notFound();
    }
    return Preconditions.of(null, ifNoneMatch).isKnown(item.etag())
        ? new Outcome(304, null)
        : new Outcome(200, ItemOperation.json(form.document(item)));
  }

  private static ItemOperation.Sent sent(byte[] json) {
    ItemSize.checkSent(json.length);
    return new ItemOperation.Sent(json, 0, json.length, true);
  }

  private ItemKey key(String id) {
    if (id.length() > ItemIds.BYTES_MAX) {
      throw CosmosException.notFound();
    }
    return new ItemKey(partition, ItemId.of(id));
  }

  private Outcome write(ItemOperation operation) {
    WriteOutcome outcome = apply(operation);
    Item item = outcome.item();
    return new Outcome(operation.status(outcome), item == null ? null : operation.json(form, item));
  }

  /** Does an operation as part of the transaction. */
  WriteOutcome apply(ItemOperation operation) {
    try {
      List<WriteOutcome> outcomes =
          operation.isRename()
              ? view.batch(operation.requests())
              : List.of(view.write(operation.request()));
      outcomes.forEach(each -> chargeCentiRu += each.chargeCentiRu());
      WriteOutcome last = outcomes.get(outcomes.size() - 1);
      if (last.item() != null) {
        note(last.item());
      }
      return operation.isRename()
          ? new WriteOutcome(WriteOutcome.Kind.REPLACED, last.item(), null, last.chargeCentiRu(), 0)
          : last;
    } catch (BatchRejectedException e) {
      throw Failures.refusal(operation.reported(e.failure()));
    } catch (RuntimeException e) {
      Throwable reported = operation.reported(e);
      throw reported instanceof CosmosException refusal ? refusal : e;
    }
  }

  private void note(Item item) {
    String rid = rid(item);
    idsByRid.put(rid, RawBson.findRoot(item.body(), ItemRids.ID).asString());
    Map<String, Item> versions =
        pending.computeIfAbsent(ByteBuffer.wrap(item.address()), each -> new HashMap<>());
    versions.put(etag(item), item);
    versions.put(rid, item);
    versions.put(self(rid), item);
  }

  private String rid(Item item) {
    return ResourceId.child(
        view.state().database(), view.state().number(), ResourceType.ITEM, item.rid());
  }

  private String self(String rid) {
    return "dbs/"
        + ResourceId.database(view.state().database())
        + "/colls/"
        + Directory.rid(view)
        + "/docs/"
        + rid
        + "/";
  }

  private static String etag(Item item) {
    return EtagText.of(item.etag()).replace("\"", "\\\"");
  }

  /** The id of the item that a link by resource ids ends with. */
  public String idOfRid(List<String> ids) {
    String own = idsByRid.get(ids.get(ids.size() - 1));
    if (own != null) {
      return own;
    }
    ResourcePath path = new ResourcePath(ResourceType.ITEM, ids, false, null);
    return ItemRids.isOne(path, view)
        ? ItemRids.named(path, view, partition).lastId()
        : ids.get(ids.size() - 1);
  }

  /** A JSON text of the script with the numbers that its writes got by the commit. */
  public String committed(String json, List<WriteOutcome> outcomes) {
    Map<String, String> known = new HashMap<>();
    for (WriteOutcome outcome : outcomes) {
      Item item = outcome.item();
      Map<String, Item> versions =
          item == null ? null : pending.get(ByteBuffer.wrap(item.address()));
      if (versions != null) {
        String rid = rid(item);
        versions.forEach(
            (text, version) ->
                known.put(
                    text,
                    text.startsWith("\\")
                        ? etag(item)
                        : text.startsWith("dbs/") ? self(rid) : rid));
      }
    }
    if (known.isEmpty()) {
      return json;
    }
    return NUMBERED
        .matcher(json)
        .replaceAll(
            found -> {
              String text = found.group(1);
              String whole = found.group();
              return Matcher.quoteReplacement(
                  whole.substring(0, whole.length() - text.length() - 1)
                      + known.getOrDefault(text, text)
                      + "\"");
            });
  }

  /** What the operations have cost. */
  public long chargeCentiRu() {
    return chargeCentiRu;
  }
}
