package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.ttl.Expirable;
import dev.mayfly.engine.ttl.TtlClass;
import java.util.Arrays;

/**
 * The fixed part before an item's body: all that expiry, counts, charges and feeds need, so that
 * none of them parses the body. Immutable; reads the row's bytes in place.
 */
public final class ItemRow implements Expirable {
  static final int FIXED_BYTES = 36;
  private static final int FLAGS = 1;
  private static final int LSN = 2;
  private static final int TS = 10;
  private static final int RID = 18;
  private static final int SIZE = 26;
  private static final int TERMS = 30;
  private static final int LENGTH = 34;

  private static final int CLASS_MASK = 0b11;
  private static final int HAS_TTL = 1 << 2;
  private static final int HAS_BASE = 1 << 3;
  private static final int HAS_DATES = 1 << 4;
  private static final int HAS_UNIQUE = 1 << 5;
  private static final int DEATH_LOGGED = 1 << 6;
  private static final int ALL_FLAGS = (1 << 7) - 1;
  private static final int DATE_BYTES = 12;

  /** More date sources than this on one item are refused when the source is made. */
  public static final int DATES_MAX = 64;

  private static final TtlClass[] CLASSES = TtlClass.values();

  private final byte[] row;
  private final int rowLength;

  private ItemRow(byte[] row, int rowLength) {
    this.row = row;
    this.rowLength = rowLength;
  }

  /** A row as read from storage; null is damage too. */
  public static ItemRow of(byte[] row) {
    if (row == null) {
      throw Damage.of("An item that another row names is missing: the store");
    }
    return of(row, row.length);
  }

  /** A row at the beginning of an array, which may be longer. */
  public static ItemRow of(byte[] row, int rowLength) {
    if (rowLength < FIXED_BYTES || row[0] != Format.VERSION || (row[FLAGS] & CLASS_MASK) == 3) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "An item row has an unknown format; run `mayfly check` on the data directory.");
    }
    int length = Bytes.getUnsignedShort(row, LENGTH);
    if (length > rowLength || length != lengthByFlags(row, rowLength)) {
      throw new EngineException(ErrorCode.CORRUPTED, "An item row's header has a wrong length.");
    }
    if ((row[SIZE] | row[TERMS]) < 0) {
      throw Damage.of("An item row with a negative size");
    }
    return new ItemRow(row, rowLength);
  }

  /** How long the header must be; -1 if its flags or extras can't be. */
  private static int lengthByFlags(byte[] row, int rowLength) {
    int flags = row[FLAGS];
    if ((flags & ~(HAS_UNIQUE | DEATH_LOGGED)) == TtlClass.INHERITS.ordinal()) {
      return FIXED_BYTES;
    }
    boolean own = (flags & CLASS_MASK) == TtlClass.OWN.ordinal();
    if ((flags & ~ALL_FLAGS) != 0 || own != ((flags & HAS_TTL) != 0)) {
      return -1;
    }
    int at = FIXED_BYTES + (own ? Integer.BYTES : 0);
    if (own && (at > rowLength || Bytes.getInt(row, FIXED_BYTES) <= 0)) {
      return -1;
    }
    at += (flags & HAS_BASE) != 0 ? Long.BYTES : 0;
    if ((flags & HAS_DATES) == 0) {
      return at;
    }
    int dates = at < rowLength ? row[at] : 0;
    return dates < 1 || dates > DATES_MAX ? -1 : at + 1 + dates * DATE_BYTES;
  }

  /** The bytes of a row as if it had been written in another second; the same if it was. */
  public static byte[] writtenAt(byte[] row, long second) {
    if (Bytes.getLong(row, TS) == second) {
      return row;
    }
    byte[] copy = row.clone();
    Bytes.putLong(copy, TS, second);
    return copy;
  }

  /** The bytes of the row: header and body. */
  public byte[] row() {
    return row.length == rowLength ? row : Arrays.copyOf(row, rowLength);
  }

  /** The array that the row is at the beginning of; shared. */
  public byte[] array() {
    return row;
  }

  /** The same in an array of its own. */
  public ItemRow copied() {
    return new ItemRow(Arrays.copyOf(row, rowLength), rowLength);
  }

  public byte[] body() {
    return Arrays.copyOfRange(row, bodyOffset(), rowLength);
  }

  /** Copies the body into an array. */
  void copyBody(byte[] target, int at) {
    System.arraycopy(row, bodyOffset(), target, at, bodyLength());
  }

  public int bodyLength() {
    return rowLength - bodyOffset();
  }

  public int bodyOffset() {
    return Bytes.getUnsignedShort(row, LENGTH);
  }

  @Override
  public TtlClass ttlClass() {
    return CLASSES[row[FLAGS] & CLASS_MASK];
  }

  @Override
  public long lsn() {
    return Bytes.getLong(row, LSN);
  }

  /** The second of the commit; rises with the LSN. */
  public long tsSecond() {
    return Bytes.getLong(row, TS);
  }

  public long rid() {
    return Bytes.getLong(row, RID);
  }

  public int sizeBytes() {
    return Bytes.getInt(row, SIZE);
  }

  public int terms() {
    return Bytes.getInt(row, TERMS);
  }

  @Override
  public int ttlSeconds() {
    return has(HAS_TTL) ? Bytes.getInt(row, FIXED_BYTES) : 0;
  }

  /** True if an import kept an older time than that of its commit. */
  public boolean isImported() {
    return has(HAS_BASE);
  }

  @Override
  public long baseSecond() {
    return has(HAS_BASE) ? Bytes.getLong(row, baseOffset()) : tsSecond();
  }

  public boolean hasUniqueRows() {
    return has(HAS_UNIQUE);
  }

  /** Whether its delete is in the operation log already. */
  public boolean isDeathLogged() {
    return has(DEATH_LOGGED);
  }

  /** The same version, with the note that its delete is in the operation log. */
  public ItemRow withDeathLogged() {
    byte[] noted = Arrays.copyOf(row, rowLength);
    noted[FLAGS] |= DEATH_LOGGED;
    return new ItemRow(noted, rowLength);
  }

  @Override
  public int dateCount() {
    return has(HAS_DATES) ? row[datesOffset()] : 0;
  }

  @Override
  public int dateSource(int index) {
    return Bytes.getInt(row, datesOffset() + 1 + index * DATE_BYTES);
  }

  @Override
  public long dateSecond(int index) {
    return Bytes.getLong(row, datesOffset() + 5 + index * DATE_BYTES);
  }

  /** True if the item may die for more than one reason, or by a time that is not its commit's. */
  public boolean hasSeveralDeadlines() {
    return (row[FLAGS] & (HAS_BASE | HAS_DATES)) != 0;
  }

  private boolean has(int flag) {
    return (row[FLAGS] & flag) != 0;
  }

  private int baseOffset() {
    return FIXED_BYTES + (has(HAS_TTL) ? 4 : 0);
  }

  private int datesOffset() {
    return baseOffset() + (has(HAS_BASE) ? 8 : 0);
  }

  public record Date(int source, long second) {}

  /** What a new row is made of. */
  public static final class Builder {
    private TtlClass ttlClass = TtlClass.INHERITS;
    private int ttlSeconds;
    private long lsn;
    private long tsSecond;
    private long rid;
    private int sizeBytes;
    private int terms;
    private boolean imported;
    private long baseSecond;
    private boolean unique;
    private Date[] dates = {};

    public Builder ttl(TtlClass ttlClass, int ttlSeconds) {
      if ((ttlClass == TtlClass.OWN) != (ttlSeconds > 0)) {
        throw new IllegalArgumentException(ttlClass + " with ttl " + ttlSeconds);
      }
      this.ttlClass = ttlClass;
      this.ttlSeconds = ttlSeconds;
      return this;
    }

    public Builder version(long lsn, long tsSecond, long rid) {
      this.lsn = lsn;
      this.tsSecond = tsSecond;
      this.rid = rid;
      return this;
    }

    public Builder size(int sizeBytes, int terms) {
      this.sizeBytes = sizeBytes;
      this.terms = terms;
      return this;
    }

    public Builder importedFrom(long baseSecond) {
      this.imported = true;
      this.baseSecond = baseSecond;
      return this;
    }

    public Builder unique(boolean unique) {
      this.unique = unique;
      return this;
    }

    public Builder dates(Date... dates) {
      if (dates.length > DATES_MAX) {
        throw new IllegalArgumentException(dates.length + " dates");
      }
      this.dates = dates.clone();
      return this;
    }

    /** The row: header, then the body. */
    public ItemRow build(byte[] body) {
      int length =
          FIXED_BYTES
              + (ttlClass == TtlClass.OWN ? 4 : 0)
              + (imported ? 8 : 0)
              + (dates.length > 0 ? 1 + dates.length * DATE_BYTES : 0);
      byte[] row = new byte[length + body.length];
      row[0] = Format.VERSION;
      row[FLAGS] =
          (byte)
              (ttlClass.ordinal()
                  | (ttlClass == TtlClass.OWN ? HAS_TTL : 0)
                  | (imported ? HAS_BASE : 0)
                  | (dates.length > 0 ? HAS_DATES : 0)
                  | (unique ? HAS_UNIQUE : 0));
      Bytes.putLong(row, LSN, lsn);
      Bytes.putLong(row, TS, tsSecond);
      Bytes.putLong(row, RID, rid);
      Bytes.putInt(row, SIZE, sizeBytes);
      Bytes.putInt(row, TERMS, terms);
      Bytes.putShort(row, LENGTH, length);
      int at = FIXED_BYTES;
      if (ttlClass == TtlClass.OWN) {
        Bytes.putInt(row, at, ttlSeconds);
        at += 4;
      }
      if (imported) {
        Bytes.putLong(row, at, baseSecond);
        at += 8;
      }
      if (dates.length > 0) {
        row[at++] = (byte) dates.length;
        for (Date date : dates) {
          Bytes.putInt(row, at, date.source());
          Bytes.putLong(row, at + 4, date.second());
          at += DATE_BYTES;
        }
      }
      System.arraycopy(body, 0, row, at, body.length);
      assert isDecodedFrom(row, body) : "an item row that is not read as it was written";
      return new ItemRow(row, row.length);
    }

    private boolean isDecodedFrom(byte[] row, byte[] body) {
      ItemRow read = ItemRow.of(row);
      return read.ttlClass() == ttlClass
          && read.ttlSeconds() == ttlSeconds
          && read.lsn() == lsn
          && read.tsSecond() == tsSecond
          && read.rid() == rid
          && read.sizeBytes() == sizeBytes
          && read.terms() == terms
          && read.isImported() == imported
          && read.baseSecond() == (imported ? baseSecond : tsSecond)
          && read.hasUniqueRows() == unique
          && Arrays.equals(read.dates(), dates)
          && Arrays.equals(read.body(), body);
    }
  }

  /** The same version with other dates: a date source was built over existing items. */
  public ItemRow withDates(Date... dates) {
    Builder builder =
        new Builder()
            .ttl(ttlClass(), ttlSeconds())
            .version(lsn(), tsSecond(), rid())
            .size(sizeBytes(), terms())
            .unique(hasUniqueRows())
            .dates(dates);
    if (isImported()) {
      builder.importedFrom(baseSecond());
    }
    ItemRow built = builder.build(body());
    return isDeathLogged() ? built.withDeathLogged() : built;
  }

  public Date[] dates() {
    Date[] dates = new Date[dateCount()];
    for (int i = 0; i < dates.length; i++) {
      dates[i] = new Date(dateSource(i), dateSecond(i));
    }
    return dates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ItemRow that
        && Arrays.equals(row, 0, rowLength, that.row, 0, that.rowLength);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(row());
  }
}
