package dev.mayfly.fuzz;

import dev.mayfly.fuzz.target.AuthorizationTarget;
import dev.mayfly.fuzz.target.BsonTarget;
import dev.mayfly.fuzz.target.CommandTarget;
import dev.mayfly.fuzz.target.ContinuationTarget;
import dev.mayfly.fuzz.target.FrameTarget;
import dev.mayfly.fuzz.target.HttpTarget;
import dev.mayfly.fuzz.target.HybridRowTarget;
import dev.mayfly.fuzz.target.JsonTarget;
import dev.mayfly.fuzz.target.PipelineTarget;
import dev.mayfly.fuzz.target.RecordTarget;
import dev.mayfly.fuzz.target.SqlTarget;
import dev.mayfly.fuzz.target.StoreTarget;
import dev.mayfly.fuzz.target.Target;
import dev.mayfly.fuzz.target.WireTarget;
import java.util.List;
import java.util.stream.Collectors;

/** All targets, in the order in which they are listed and run. */
public final class Targets {
  private static final List<Target> ALL =
      List.of(
          new HttpTarget(),
          new FrameTarget(),
          new JsonTarget(),
          new HybridRowTarget(),
          new SqlTarget(),
          new ContinuationTarget(),
          new AuthorizationTarget(),
          new WireTarget(),
          new BsonTarget(),
          new CommandTarget(),
          new PipelineTarget(),
          new RecordTarget(),
          new StoreTarget());

  private Targets() {}

  public static List<Target> all() {
    return ALL;
  }

  /**
   * The target of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static Target named(String name) {
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no target "
                        + name
                        + "; choose one of "
                        + ALL.stream().map(Target::name).collect(Collectors.joining(", "))));
  }
}
