package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.net.measure.SlowOperations;
import dev.mayfly.server.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The log of slow operations, of requests over the network. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowOperationTest {
  @TempDir private Path backups;

  @Test
  void whatReachesAThresholdIsLoggedWithItsActivityIdAndWithoutData() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(SlowOperations.class);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    logger.addAppender(logged);
    // Writes cost more than that, reads and handshakes less.
    try (ExplorerFixture server =
        new ExplorerFixture(
            backups,
            Map.of(
                Setting.SLOW_OPERATION_MILLIS, "0", Setting.SLOW_OPERATION_REQUEST_UNITS, "3"))) {
      server.container("shop", "carts", "");
      String activityId = server.item("shop", "carts", "unspoken", "");
      server.mongo("plant", "{insert: 'docs', documents: [{_id: 1}], comment: 'spring\\n sowing'}");
      server.mongo("plant", "{ping: 1}");
      List<String> lines = logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
      assertThat(lines)
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("Slow operation: nosql create_item /dbs/shop/colls/carts/docs")
                      .contains("activity id " + activityId + ": 201 after")
                      .contains(" RU"))
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("Slow operation: mongodb insert plant.docs, opid ")
                      .contains("comment 'spring? sowing': ok after"))
          .allSatisfy(line -> assertThat(line).doesNotContain("unspoken", "ping", "\n"));
      assertThat(server.metrics()).contains("mayfly_slow_operations_total ");
    } finally {
      logger.detachAppender(logged);
    }
  }
}
