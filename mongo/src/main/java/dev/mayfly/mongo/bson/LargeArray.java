package dev.mayfly.mongo.bson;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * An array in chunks, to which elements can be added and nothing else. One object with a million
 * references is placed among the old objects of the heap as soon as it is made. There it stays
 * until the whole heap has been marked, and until then each collection of young objects walks
 * through all its references: a few requests that made such arrays paused the server for more than
 * half a second. Chunks are young objects like others. Full ones are shared by the arrays that are
 * made of this one.
 */
public final class LargeArray extends ListedArray {
  static final int CHUNK_SIZE = 8192;

  private final ChunkedList values;

  private LargeArray(ChunkedList values) {
    this.values = values;
  }

  /** An empty array to which about so many elements are going to be added. */
  public static BsonArray ofSize(int size) {
    return size <= CHUNK_SIZE ? new BsonArray(size) : new LargeArray(new ChunkedList());
  }

  /** An array of these elements. */
  public static BsonArray of(List<? extends BsonValue> elements) {
    BsonArray array = ofSize(elements.size());
    array.addAll(elements);
    return array;
  }

  /** So many elements; only the last of a list may have fewer. */
  private static final class Chunk {
    private final BsonValue[] values = new BsonValue[CHUNK_SIZE];

    /** Of a full chunk, once it was asked for; otherwise 0. */
    private long heapBytes;
  }

  private static final class ChunkedList extends AbstractList<BsonValue> implements RandomAccess {
    private final List<Chunk> chunks = new ArrayList<>();
    private int size;

    @Override
    public int size() {
      return size;
    }

    @Override
    public BsonValue get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException("index " + index + " of " + size);
      }
      return chunks.get(index / CHUNK_SIZE).values[index % CHUNK_SIZE];
    }

    @Override
    public boolean add(BsonValue element) {
      if (size == Integer.MAX_VALUE) {
        throw new IllegalStateException("the array is full");
      }
      int place = size % CHUNK_SIZE;
      if (place == 0) {
        chunks.add(new Chunk());
      }
      chunks.get(chunks.size() - 1).values[place] = element;
      size++;
      return true;
    }

    @Override
    public boolean addAll(Collection<? extends BsonValue> elements) {
      int from = elements instanceof LargeArray large ? share(large.values) : 0;
      if (from > 0) {
        List<BsonValue> rest = ((LargeArray) elements).values;
        for (int i = from; i < rest.size(); i++) {
          add(rest.get(i));
        }
      } else {
        elements.forEach(this::add);
      }
      return !elements.isEmpty();
    }

    /** Takes over the full chunks of another list, if they fit; returns how many elements. */
    private int share(ChunkedList other) {
      if (size % CHUNK_SIZE != 0 || other.size > Integer.MAX_VALUE - size) {
        return 0;
      }
      int full = other.size / CHUNK_SIZE;
      for (int i = 0; i < full; i++) {
        chunks.add(other.chunks.get(i));
      }
      size += full * CHUNK_SIZE;
      return full * CHUNK_SIZE;
    }

    /** That of full chunks is remembered: an array that was made of others is not walked anew. */
    private long heapBytes() {
      long bytes = 0;
      int full = size / CHUNK_SIZE;
      for (int i = 0; i < full && bytes <= HeapSize.MOST; i++) {
        Chunk chunk = chunks.get(i);
        if (chunk.heapBytes == 0) {
          chunk.heapBytes = HeapSize.elements(Arrays.asList(chunk.values));
        }
        bytes += chunk.heapBytes;
      }
      return bytes + HeapSize.elements(subList(full * CHUNK_SIZE, size));
    }
  }

  /** The heap bytes of the elements with their references, as {@link HeapSize} estimates them. */
  long heapBytes() {
    return values.heapBytes();
  }

  @Override
  public List<BsonValue> getValues() {
    return values;
  }

  @Override
  public boolean add(BsonValue element) {
    return values.add(element);
  }

  @Override
  public boolean addAll(Collection<? extends BsonValue> elements) {
    return values.addAll(elements);
  }

  @Override
  public String toString() {
    return "LargeArray{size=" + values.size() + '}';
  }
}
