package dev.mayfly.cosmos.handler;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.net.work.RequestExecutor;

/** A request that may be made, on its way to the handler of what it names. */
public record Call(Exchange exchange, ResourcePath path, Caller caller) {
  public Call {
    requireNonNull(exchange, "exchange");
    requireNonNull(path, "path");
    requireNonNull(caller, "caller");
  }

  public Request request() {
    return exchange.request();
  }

  public void respond(Response response) {
    exchange.respond(response);
  }

  /**
   * Continues on a worker. Whatever happens there, the client is answered: it waits, and so do its
   * answers after this one.
   */
  public void handOver(RequestExecutor workers, Runnable rest) {
    workers.execute(
        exchange.requester(caller),
        () -> {
          try {
            rest.run();
          } catch (RuntimeException | Error e) {
            exchange.fail(e);
          }
        });
  }
}
