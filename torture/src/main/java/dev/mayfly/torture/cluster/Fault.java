package dev.mayfly.torture.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** What is done to a cluster in a round, and how often in relation to the others. */
enum Fault {
  KILL_LEADER(20),
  KILL_FOLLOWER(1),
  KILL_ALL(1),
  /** Two of three nodes are killed: nothing is acknowledged until one of them is back. */
  LOSE_MAJORITY(1),
  PAUSE_LEADER(1),
  /** The leader is in the minority. */
  ISOLATE_LEADER(4),
  ISOLATE_FOLLOWER(1),
  /** The leader and one follower do not reach each other; both reach the third node. */
  CUT_PAIR(2),
  /** What one node sends is lost, what it is sent arrives; or the other way round. */
  ONE_WAY(2),
  /** A node is separated and joined again, many times. */
  FLAP(2),
  DELAY(1),
  SKEW(1),
  FULL_DISK(1),
  /** A node is lost with its disk, removed, and another one added, which begins with nothing. */
  REPLACE(5),
  TRANSFER(1),
  ROLLING_RESTART(1);

  private final int share;

  Fault(int share) {
    this.share = share;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isPartition() {
    return switch (this) {
      case ISOLATE_LEADER, ISOLATE_FOLLOWER, CUT_PAIR, ONE_WAY, FLAP -> true;
      default -> false;
    };
  }

  static Fault of(String word) {
    return Arrays.stream(values())
        .filter(fault -> fault.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no fault '" + word + "'; there are " + words()));
  }

  static String words() {
    return Arrays.stream(values()).map(Fault::word).collect(Collectors.joining(", "));
  }

  /** All of these in their shares, or each once, shuffled. */
  static List<Fault> deck(List<Fault> faults, boolean shares, Random random) {
    List<Fault> deck = new ArrayList<>();
    for (Fault fault : faults) {
      deck.addAll(Collections.nCopies(shares ? fault.share : 1, fault));
    }
    Collections.shuffle(deck, random);
    return deck;
  }
}
