package dev.mayfly.cosmos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.net.work.RequestExecutor;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The way of a request to its handler. */
class DispatcherTest {
  private final List<String> signedVerbs = new ArrayList<>();
  private final List<String> handledVerbs = new ArrayList<>();
  private final List<Response> answers = new ArrayList<>();

  private final OperationMeter meter = new OperationMeter();
  private Throwable failure;
  private byte[] body = new byte[0];

  private void dispatch(String method, String path, RequestExecutor workers) {
    Handler handler =
        call -> {
          handledVerbs.add(call.request().method());
          if (failure instanceof Error error) {
            throw error;
          } else if (failure instanceof RuntimeException exception) {
            throw exception;
          }
          call.respond(Response.of(200));
        };
    Dispatcher dispatcher =
        new Dispatcher(
            (request, named) -> {
              signedVerbs.add(request.method());
              return Caller.OWNER;
            },
            Map.of(ResourceType.ACCOUNT, handler, ResourceType.ITEM, handler),
            Locations.ONE,
            workers,
            new RequestMeter(meter));
    Request request =
        new Request(method, path, "http", "localhost", new DefaultHttpHeaders(), body, "activity");
    Exchange exchange = new Exchange(request, answers::add);
    try {
      dispatcher.admit(request).handler().accept(exchange);
    } catch (CosmosException e) {
      exchange.fail(e);
    }
  }

  @Test
  void requestsAreCountedByOperationAndStatus() {
    dispatch("GET", "/dbs/d/colls/c/docs/i", (from, task) -> task.run());
    dispatch("GET", "/dbs/d/colls/c/docs", (from, task) -> task.run());
    failure = new CosmosException(404, "none");
    dispatch("DELETE", "/dbs/d/colls/c/docs/i", (from, task) -> task.run());
    dispatch("GET", "/nothing/of/the/kind", (from, task) -> task.run());
    List<String> counted =
        meter.series().stream()
            .map(
                each ->
                    each.api()
                        + " "
                        + each.operation()
                        + " "
                        + each.status()
                        + " "
                        + Arrays.stream(each.counts()).sum())
            .sorted()
            .toList();
    assertThat(counted)
        .containsExactly(
            "nosql delete_item 404 1",
            "nosql list_item 200 1",
            "nosql read_item 200 1",
            "nosql unknown 404 1");
  }

  @Test
  void whoAsksForHeadersAloneIsAnsweredLikeAReader() {
    dispatch("HEAD", "/", (from, task) -> task.run());
    assertThat(signedVerbs).as("what the client signed").containsExactly("HEAD");
    assertThat(handledVerbs).containsExactly("GET");
    assertThat(answers).extracting(Response::status).containsExactly(200);
  }

  @Test
  void whenAllWorkersAreBusyOnlySingleItemsAreServed() {
    RequestExecutor full =
        (from, task) -> {
          throw new RejectedExecutionException("of the test");
        };
    dispatch("GET", "/", full);
    dispatch("GET", "/dbs/d/colls/c/docs/i", full);
    assertThat(answers).extracting(Response::status).containsExactly(503, 200);
  }

  @Test
  void largeItemsAreReadByWorkers() {
    List<String> handedOver = new ArrayList<>();
    RequestExecutor workers =
        (from, task) -> {
          handedOver.add("once");
          task.run();
        };
    body = new byte[64 << 10];
    dispatch("POST", "/dbs/d/colls/c/docs", workers);
    dispatch("PUT", "/dbs/d/colls/c/docs/i", workers);
    assertThat(handedOver).as("small ones").isEmpty();
    body = new byte[100 << 10];
    dispatch("POST", "/dbs/d/colls/c/docs", workers);
    dispatch("PUT", "/dbs/d/colls/c/docs/i", workers);
    assertThat(handedOver).as("large ones").hasSize(2);
    assertThat(answers).extracting(Response::status).containsExactly(200, 200, 200, 200);
  }

  @Test
  void whoeverHandlesItTheClientIsAnswered() {
    for (String path : List.of("/", "/dbs/d/colls/c/docs/i")) {
      failure = new NoClassDefFoundError("of the test");
      dispatch("GET", path, (from, task) -> task.run());
      failure = new IllegalStateException("of the test");
      dispatch("GET", path, (from, task) -> task.run());
    }
    assertThat(answers).extracting(Response::status).containsExactly(500, 500, 500, 500);
  }

  @Test
  void whatNobodyHandlesIsRefused() {
    dispatch("GET", "/offers", (from, task) -> task.run());
    dispatch("GET", "/nothing", (from, task) -> task.run());
    assertThat(answers).extracting(Response::status).containsExactly(405, 404);
  }
}
