package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ByteBudget.Limits;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;

/**
 * The memory that all ports of the front end share.
 *
 * @param bodies for requests that are being read or answered
 * @param answers for large answers that are not sent
 */
public record PortBudgets(ByteBudget bodies, ByteBudget answers) {
  public PortBudgets {
    requireNonNull(bodies, "bodies");
    requireNonNull(answers, "answers");
  }

  public static PortBudgets of(HttpLimits limits) {
    return new PortBudgets(
        new ByteBudget(limits.bodies()),
        new ByteBudget(Limits.total(limits.sizes().answersBytesMax())));
  }

  /** A connection's share for bodies. Those of one remote address have a limit together. */
  public ByteBudget.Share ofBodies(SocketChannel channel) {
    InetSocketAddress remote = channel.remoteAddress();
    // Local clients have one address in common.
    boolean local = remote == null || remote.getAddress().isLoopbackAddress();
    return bodies.share(local ? channel.id() : remote.getAddress());
  }

  /** A connection's share for answers. */
  public ByteBudget.Share ofAnswers(SocketChannel channel) {
    return answers.share(channel.id());
  }
}
