package dev.mayfly.net.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.net.limit.ByteBudget.Limits;
import dev.mayfly.net.limit.ByteBudget.Share;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final Limits LIMITS = new Limits(1000, 600, 500, 100);

  @Test
  void oneConnectionHoldsNoMoreThanItsShare() {
    ByteBudget budget = new ByteBudget(LIMITS);
    Share share = budget.share("ann");

    assertThat(share.take(500)).isTrue();
    assertThat(share.take(1)).isFalse();
    assertThat(budget.held()).isEqualTo(500);
    assertThat(budget.charged()).isEqualTo(400);

    share.giveBack(500);
    assertThat(budget.held()).isZero();
    assertThat(budget.charged()).isZero();
  }

  @Test
  void oneOwnerHoldsNoMoreThanItsShareWithManyConnections() {
    ByteBudget budget = new ByteBudget(LIMITS);
    assertThat(budget.share("ann").take(500)).isTrue();
    Share second = budget.share("ann");

    assertThat(second.take(301)).isFalse();
    assertThat(second.take(300)).isTrue();
    assertThat(budget.share("bob").take(500)).isTrue();
  }

  @Test
  void allOwnersTogetherHoldNoMoreThanTheBudget() {
    ByteBudget budget = new ByteBudget(LIMITS);
    assertThat(budget.share("ann").take(500)).isTrue();
    assertThat(budget.share("bob").take(500)).isTrue();
    Share third = budget.share("eve");

    assertThat(third.take(301)).isFalse();
    assertThat(third.take(300)).isTrue();
    assertThat(budget.charged()).isEqualTo(1000);
  }

  @Test
  void smallRequestsDoNotDependOnTheBudget() {
    ByteBudget budget = new ByteBudget(LIMITS);
    for (String owner : List.of("ann", "bob", "eve")) {
      budget.share(owner).take(500);
      budget.share(owner).take(300);
    }
    assertThat(budget.share("ann").take(101)).isFalse();

    for (int i = 0; i < 100; i++) {
      assertThat(budget.share("ann").take(100)).isTrue();
    }
  }

  @Test
  void whatIsThereAlreadyIsCountedBeyondTheLimits() {
    ByteBudget budget = new ByteBudget(LIMITS);
    Share share = budget.share("ann");

    assertThat(share.takeAnyway(500)).isTrue();
    assertThat(share.takeAnyway(1)).isFalse();
    assertThat(share.held()).isEqualTo(501);
    Share other = budget.share("ann");
    assertThat(other.takeAnyway(400)).isFalse();

    share.giveBack(501);
    assertThat(budget.charged()).isEqualTo(300);
    other.giveBack(400);
    assertThat(budget.charged()).isZero();
  }

  @Test
  void whatIsHeldMovesToTheUserWhoAuthenticates() {
    ByteBudget budget = new ByteBudget(LIMITS);
    Share share = budget.share("127.0.0.1");
    share.take(500);
    share.setOwner("ann");

    assertThat(budget.share("127.0.0.1").take(500)).isTrue();
    assertThat(budget.share("ann").take(400)).isFalse();
    share.giveBack(500);
    assertThat(budget.share("ann").take(400)).isTrue();
  }

  @Test
  void moreThanWasTakenCannotBeGivenBack() {
    Share share = new ByteBudget(LIMITS).share("ann");
    share.take(10);

    assertThatThrownBy(() -> share.giveBack(11)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsForfeitedIsFreeAtOnceAndNotCountedAgain() {
    ByteBudget budget = new ByteBudget(LIMITS);
    Share share = budget.share("ann");
    share.take(500);
    share.forfeit();
    assertThat(budget.held()).isZero();
    assertThat(budget.charged()).isZero();

    share.giveBack(500);
    assertThat(share.take(10)).isFalse();
    assertThat(share.takeAnyway(10)).isTrue();
    assertThat(budget.held()).isZero();
  }

  @Test
  void nothingIsLostHoweverItIsUsed() {
    long seed = Seeds.seed(ByteBudgetTest.class);
    Random random = new Random(seed);
    ByteBudget budget = new ByteBudget(LIMITS);
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      shares.add(budget.share(i % 3));
    }
    for (int i = 0; i < 10_000; i++) {
      Share share = shares.get(random.nextInt(shares.size()));
      switch (random.nextInt(4)) {
        case 0 -> share.take(random.nextInt(300));
        case 1 -> share.giveBack((long) (random.nextDouble() * share.held()));
        case 2 -> share.setOwner(random.nextInt(3));
        default -> share.giveBack(share.held());
      }
      assertThat(budget.charged()).isBetween(0L, 1000L);
      assertThat(share.held()).isBetween(0L, 500L);
    }
    assertThat(budget.held()).isEqualTo(shares.stream().mapToLong(Share::held).sum());
    shares.forEach(each -> each.giveBack(each.held()));
    assertThat(budget.held()).isZero();
    assertThat(budget.charged()).isZero();
    assertThat(budget.share(0).take(500)).isTrue();
    assertThat(budget.share(0).take(300)).isTrue();
  }
}
