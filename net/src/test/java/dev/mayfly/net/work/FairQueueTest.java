package dev.mayfly.net.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which requests of several users are served. */
class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>();
  private final ClientConnection first = new ClientConnection();
  private final ClientConnection second = new ClientConnection();
  private final ClientConnection third = new ClientConnection();

  private void add(String user, ClientConnection connection, String... elements) {
    for (String element : elements) {
      queue.add(new Requester(connection, user), element);
    }
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    queue.drainTo(all::add);
    return all;
  }

  @Test
  void usersTakeTurnsAndSoDoTheConnectionsOfEach() {
    add("a", first, "a1", "a2", "a3");
    add("a", second, "A1", "A2");
    add("b", third, "b1", "b2");
    assertThat(queue.size()).isEqualTo(7);
    assertThat(all()).containsExactly("a1", "b1", "A1", "b2", "a2", "A2", "a3");
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.poll()).isNull();
  }

  @Test
  void whatAConnectionHasCanBeTakenOut() {
    add("a", first, "a1", "a2");
    add("a", second, "A1");
    add("b", first, "b1");
    List<String> taken = new ArrayList<>();
    queue.drainTo(first, taken::add);
    assertThat(taken).containsExactlyInAnyOrder("a1", "a2", "b1");
    assertThat(queue.size()).isEqualTo(1);
    queue.drainTo(third, taken::add);
    assertThat(taken).hasSize(3);
    assertThat(all()).containsExactly("A1");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void whoComesAgainWaitsForTheOthers() {
    add("a", first, "a1");
    add("b", second, "b1", "b2");
    assertThat(queue.poll()).isEqualTo("a1");
    add("a", first, "a2");
    assertThat(all()).containsExactly("b1", "a2", "b2");
  }

  @Test
  void eachUserMayHaveAsManyAsAreLeft() {
    UserShares shares = new UserShares(8);
    assertThat(taken(shares, "a")).isEqualTo(4);
    assertThat(taken(shares, "b")).isEqualTo(2);
    assertThat(taken(shares, "c")).isEqualTo(1);
    assertThat(shares.take("c", true)).isTrue();
    shares.giveBack("a");
    shares.giveBack("a");
    assertThat(taken(shares, "d")).isEqualTo(1);
  }

  private static int taken(UserShares shares, String user) {
    int taken = 0;
    while (shares.take(user, false)) {
      taken++;
    }
    return taken;
  }
}
