package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.item.Item;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Items of one container in the one form in which they are written and queried: with the properties
 * that the server adds, {@code _rid}, {@code _self}, {@code _etag}, {@code _attachments} and {@code
 * _ts}, at the end.
 */
public final class StoredItem {
  private static final byte STRING = 0x02;
  private static final byte INT32 = 0x10;
  private static final byte INT64 = 0x12;

  private static final byte[] RID = name("_rid");
  private static final byte[] SELF = name("_self");
  private static final byte[] ETAG = name("_etag");
  private static final byte[] ATTACHMENTS = name("_attachments");
  private static final byte[] TS = name("_ts");
  private static final byte[] LSN = name("_lsn");
  private static final int LSN_BYTES = 1 + LSN.length + Long.BYTES;
  private static final byte[] ATTACHMENTS_LINK = ascii("attachments/");

  private final int database;
  private final int container;
  private final String parentLink;

  private StoredItem(Container container) {
    this.database = container.state().database();
    this.container = container.state().number();
    this.parentLink =
        "dbs/" + ResourceId.database(database) + "/colls/" + Directory.rid(container) + "/docs/";
  }

  /** The form of the items of a container; for more than one of them. */
  public static StoredItem of(Container container) {
    return new StoredItem(container);
  }

  /** An item as BSON. */
  public byte[] document(Item item) {
    return document(item, false);
  }

  /**
   * An item as the change feed returns it: with its {@code _lsn}, which takes the place of a
   * property of that name.
   */
  byte[] changed(Item item) {
    byte[] document = document(item, true);
    RawCursor elements = RawBson.cursor(document);
    while (elements.next()) {
      int start = elements.nameOffset() - 1;
      if (start == document.length - LSN_BYTES - 1) {
        break;
      }
      int end = elements.valueOffset() + elements.valueLength();
      if (isLsn(document, elements)) {
        return without(document, start, end);
      }
    }
    return document;
  }

  private static boolean isLsn(byte[] document, RawCursor element) {
    int from = element.nameOffset();
    return Arrays.equals(document, from, from + element.nameLength(), LSN, 0, LSN.length - 1);
  }

  private static byte[] without(byte[] document, int start, int end) {
    byte[] rest = Arrays.copyOf(document, document.length - (end - start));
    System.arraycopy(document, end, rest, start, document.length - end);
    ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN).putInt(0, rest.length);
    return rest;
  }

  private byte[] document(Item item, boolean withLsn) {
    String rid = rid(item);
    byte[] ridBytes = ascii(rid);
    byte[] self = ascii(parentLink + rid + "/");
    byte[] etag = ascii(EtagText.of(item.etag()));
    boolean shortTs = item.tsSecond() == (int) item.tsSecond();
    int length =
        item.bodyLength()
            + stringSize(RID, ridBytes)
            + stringSize(SELF, self)
            + stringSize(ETAG, etag)
            + stringSize(ATTACHMENTS, ATTACHMENTS_LINK)
            + 1
            + TS.length
            + (shortTs ? Integer.BYTES : Long.BYTES)
            + (withLsn ? LSN_BYTES : 0);
    byte[] document = new byte[length];
    item.copyBody(document);
    ByteBuffer buffer = ByteBuffer.wrap(document).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(0, length);
    // The properties take the place of the zero that ends the body; the last byte is zero already.
    buffer.position(item.bodyLength() - 1);
    putString(buffer, RID, ridBytes);
    putString(buffer, SELF, self);
    putString(buffer, ETAG, etag);
    putString(buffer, ATTACHMENTS, ATTACHMENTS_LINK);
    if (shortTs) {
      buffer.put(INT32).put(TS).putInt((int) item.tsSecond());
    } else {
      buffer.put(INT64).put(TS).putLong(item.tsSecond());
    }
    if (withLsn) {
      buffer.put(INT64).put(LSN).putLong(item.lsn());
    }
    return document;
  }

  /**
   * An item as JSON, of the JSON of its body that was made before it was written: little is left to
   * do for the thread that commits.
   */
  byte[] json(byte[] bodyJson, Item item) {
    String rid = rid(item);
    String etag = EtagText.of(item.etag());
    byte[] tail =
        ascii(
            ",\"_rid\":\""
                + rid
                + "\",\"_self\":\""
                + parentLink
                + rid
                + "/\",\"_etag\":\"\\\""
                + etag.substring(1, etag.length() - 1)
                + "\\\"\",\"_attachments\":\"attachments/\",\"_ts\":"
                + item.tsSecond()
                + "}");
    // An item has an id, so there is a property before these.
    byte[] json = Arrays.copyOf(bodyJson, bodyJson.length - 1 + tail.length);
    System.arraycopy(tail, 0, json, bodyJson.length - 1, tail.length);
    return json;
  }

  private String rid(Item item) {
    return ResourceId.child(database, container, ResourceType.ITEM, item.rid());
  }

  private static int stringSize(byte[] name, byte[] text) {
    return 1 + name.length + Integer.BYTES + text.length + 1;
  }

  private static void putString(ByteBuffer buffer, byte[] name, byte[] text) {
    buffer.put(STRING).put(name).putInt(text.length + 1).put(text).put((byte) 0);
  }

  private static byte[] name(String text) {
    return ascii(text + '\0');
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
