package dev.mayfly.mongo.bson;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** An array that reads its elements from a list of its own, and in which none can be changed. */
abstract class ListedArray extends BsonArray {
  ListedArray() {
    super(0);
  }

  /** The elements. */
  @Override
  public abstract List<BsonValue> getValues();

  @Override
  public int size() {
    return getValues().size();
  }

  @Override
  public boolean isEmpty() {
    return getValues().isEmpty();
  }

  @Override
  public BsonValue get(int index) {
    return getValues().get(index);
  }

  @Override
  public Iterator<BsonValue> iterator() {
    return getValues().iterator();
  }

  @Override
  public ListIterator<BsonValue> listIterator() {
    return getValues().listIterator();
  }

  @Override
  public ListIterator<BsonValue> listIterator(int index) {
    return getValues().listIterator(index);
  }

  @Override
  public List<BsonValue> subList(int from, int to) {
    return getValues().subList(from, to);
  }

  @Override
  public Object[] toArray() {
    return getValues().toArray();
  }

  @Override
  public <T> T[] toArray(T[] array) {
    return getValues().toArray(array);
  }

  @Override
  public boolean contains(Object other) {
    return getValues().contains(other);
  }

  @Override
  public boolean containsAll(Collection<?> others) {
    return getValues().containsAll(others);
  }

  @Override
  public int indexOf(Object other) {
    return getValues().indexOf(other);
  }

  @Override
  public int lastIndexOf(Object other) {
    return getValues().lastIndexOf(other);
  }

  @Override
  public boolean addAll(int index, Collection<? extends BsonValue> elements) {
    throw unsupported();
  }

  @Override
  public void add(int index, BsonValue element) {
    throw unsupported();
  }

  @Override
  public BsonValue set(int index, BsonValue element) {
    throw unsupported();
  }

  @Override
  public BsonValue remove(int index) {
    throw unsupported();
  }

  @Override
  public boolean remove(Object other) {
    throw unsupported();
  }

  @Override
  public boolean removeAll(Collection<?> others) {
    throw unsupported();
  }

  @Override
  public boolean retainAll(Collection<?> others) {
    throw unsupported();
  }

  @Override
  public void clear() {
    throw unsupported();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("elements can't be changed");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BsonArray array && getValues().equals(array.getValues());
  }

  @Override
  public int hashCode() {
    return getValues().hashCode();
  }

  @Override
  public boolean add(BsonValue element) {
    throw unsupported();
  }

  @Override
  public boolean addAll(Collection<? extends BsonValue> elements) {
    throw unsupported();
  }
}
