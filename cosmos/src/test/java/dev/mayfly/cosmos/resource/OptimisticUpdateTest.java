package dev.mayfly.cosmos.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Changes of what somebody else changes at the same time. */
class OptimisticUpdateTest {
  private final AtomicInteger version = new AtomicInteger(1);
  private final AtomicInteger changes = new AtomicInteger();

  private static Request request(String ifMatch) {
    HttpHeaders headers = new DefaultHttpHeaders();
    if (ifMatch != null) {
      headers.set(HttpHeaderNames.IF_MATCH, ifMatch);
    }
    return new Request("PUT", "/", "http", "h", headers, new byte[0], "a");
  }

  /** Others are faster so many times. */
  private int change(String ifMatch, int races) {
    return OptimisticUpdate.change(
        request(ifMatch),
        version::get,
        OptimisticUpdateTest::etag,
        (found, etag) -> {
          assertThat(etag).isEqualTo(etag(found));
          if (changes.getAndIncrement() < races) {
            version.incrementAndGet();
            throw new EngineException(ErrorCode.PRECONDITION_FAILED, "changed");
          }
          return found;
        });
  }

  private static Etag etag(int version) {
    return new Etag(7, version);
  }

  @Test
  void whoNamesNoVersionLooksAgain() {
    assertThat(change(null, 3)).isEqualTo(4);
    changes.set(0);
    assertThat(change("*", 1)).isEqualTo(5);
  }

  @Test
  void whoNamesAVersionMeansThatOne() {
    assertThat(change(EtagText.of(etag(1)), 0)).isEqualTo(1);
    changes.set(0);
    assertThatThrownBy(() -> change(EtagText.of(etag(1)), 1)).isInstanceOf(EngineException.class);
    assertThat(changes).hasValue(1);
    assertThatThrownBy(() -> change(EtagText.of(etag(1)), 0))
        .isInstanceOfSatisfying(CosmosException.class, e -> assertThat(e.status()).isEqualTo(412));
    assertThat(changes).hasValue(1);
  }

  @Test
  void itIsNotTriedForever() {
    assertThatThrownBy(() -> change(null, Integer.MAX_VALUE)).isInstanceOf(EngineException.class);
    assertThat(changes).hasValueLessThan(100);
  }
}
