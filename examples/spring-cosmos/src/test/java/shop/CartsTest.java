package shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.PartitionKey;
import dev.mayfly.embedded.MayflyClock;
import dev.mayfly.junit.MayflyServer;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@MayflyServer
class CartsTest {
  @Autowired private Carts carts;

  @RepeatedTest(2)
  void aCartIsGoneThirtyDaysAfterItsLastChange(MayflyClock clock) {
    carts.save(new Cart("1", "ann"));
    clock.advance(Duration.ofDays(29));
    carts.save(new Cart("1", "ann"));
    clock.advance(Duration.ofDays(30).minusSeconds(1));
    assertThat(carts.findById("1", new PartitionKey("ann"))).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertThat(carts.findById("1", new PartitionKey("ann"))).isEmpty();
  }
}
