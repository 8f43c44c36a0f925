package dev.mayfly.testkit.oracle;

import java.util.ArrayList;
import java.util.List;

/** Transactions, several at a time, with others' writes and time passing in between. */
final class Transactions {
  private final World world;
  private final Writing writing;
  private final Comparison comparison;
  private final Asks asks;

  Transactions(World world, Writing writing) {
    this.world = world;
    this.writing = writing;
    this.comparison = new Comparison(world);
    this.asks = new Asks(world);
  }

  void some() {
    world.note("transactions begin");
    List<OpenTransaction> open = new ArrayList<>();
    try {
      open.add(begin());
      for (int i = 1 + world.random.nextInt(12); i > 0 && !open.isEmpty(); i--) {
        OpenTransaction any = world.any(open);
        switch (world.random.nextInt(12)) {
          case 0, 1 -> outside(open);
          case 2 -> advance(open);
          case 3, 4 -> any.read();
          case 5 -> {
            if (open.size() < 3) {
              open.add(begin());
            }
          }
          case 6 -> any.commit();
          default -> any.statement(open);
        }
        open.stream().filter(OpenTransaction::isOver).forEach(OpenTransaction::close);
        open.removeIf(OpenTransaction::isOver);
      }
      for (OpenTransaction each : open) {
        if (!world.oneIn(8)) {
          each.commit();
        }
      }
    } finally {
      open.forEach(OpenTransaction::close);
    }
  }

  private OpenTransaction begin() {
    return new OpenTransaction(world, writing, comparison);
  }

  private void outside(List<OpenTransaction> open) {
    Subject subject = world.anySubject();
    Ask ask = asks.any(subject, subject.shape.keys());
    Writing.Locked locked = Writing.Locked.NO;
    for (OpenTransaction each : open) {
      Writing.Locked by = each.locks(subject, ask);
      locked = by.compareTo(locked) > 0 ? by : locked;
    }
    writing.one(subject, ask, locked);
  }

  private void advance(List<OpenTransaction> open) {
    long seconds = 1 + world.random.nextInt(3);
    world.note("  advance " + seconds);
    for (long i = 1; i <= seconds; i++) {
      for (OpenTransaction each : open) {
        each.age(world.now() + i);
      }
    }
    world.advance(seconds);
  }
}
