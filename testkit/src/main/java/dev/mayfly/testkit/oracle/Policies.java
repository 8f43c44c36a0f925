package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.count.Tally;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Containers made, changed in every direction, and dropped. */
final class Policies {
  private static final List<String> FIELDS = List.of("d", "e");
  private final World world;

  Policies(World world) {
    this.world = world;
  }

  void create(String name) {
    Shape shape = Shape.random(name, world.random);
    Integer defaultTtl = anyDefault();
    List<DateRule> rules = new ArrayList<>();
    if (shape.dates() && world.oneIn(2)) {
      rules.add(new DateRule("d", "d", world.random.nextInt(5), false));
    }
    world.note(name + ": create, default " + defaultTtl + ", dates " + rules + ", " + shape);
    Model model = new Model(shape, defaultTtl, rules);
    Subject subject =
        new Subject(
            shape,
            world.engine.createContainer(World.DATABASE, shape.definition(defaultTtl, rules)),
            model);
    subject.intricate = shape.dates();
    subject.takeForce(world.now());
    Check.that(subject.container.dateTtlsReady(), "date TTLs of an empty container are in force");
    world.subjects.add(subject);
  }

  /** Drops a container and makes another of the same name. */
  void recreate() {
    Subject subject = world.anySubject();
    world.note(subject + ": drop");
    world.engine.deleteContainer(World.DATABASE, subject.shape.name());
    try {
      subject.container.live();
      throw new AssertionError("a dropped container answered");
    } catch (EngineException e) {
      Check.refused(e, Set.of(ErrorCode.CONTAINER_NOT_FOUND));
    }
    world.subjects.remove(subject);
    create(subject.shape.name());
  }

  private Integer anyDefault() {
    return switch (world.random.nextInt(8)) {
      case 0, 1 -> null;
      case 2 -> -1;
      case 3 -> 250 + world.random.nextInt(20);
      default -> 1 + world.random.nextInt(10);
    };
  }

  void change() {
    Subject subject = world.anySubject();
    Model model = subject.model;
    Integer defaultTtl = world.oneIn(4) ? model.defaultTtl : anyDefault();
    List<DateRule> rules =
        subject.shape.dates() && world.oneIn(2) ? otherRules(model.dateRules) : model.dateRules;
    world.note(subject + ": default " + defaultTtl + ", dates " + rules);
    dryRun(subject, defaultTtl);
    ContainerDefinition definition = subject.shape.definition(defaultTtl, rules);
    subject.container =
        world.oneIn(2)
            ? world.engine.replaceContainer(World.DATABASE, definition)
            : world.engine.forceReplaceContainer(World.DATABASE, definition);
    model.change(defaultTtl, rules);
    subject.takeForce(world.now());
  }

  /** The dry run says what will die of a change (G2). */
  private void dryRun(Subject subject, Integer defaultTtl) {
    Tally told = subject.container.dryRun(defaultTtl);
    if (!subject.intricate) {
      Model trial = subject.model.copy();
      trial.defaultTtl = defaultTtl;
      trial.age(world.now());
      long bytes = trial.deaths.stream().mapToLong(item -> item.sizeBytes).sum();
      Check.same("dry run", new Tally(trial.deaths.size(), bytes), told);
    }
  }

  private List<DateRule> otherRules(List<DateRule> before) {
    List<DateRule> rules = new ArrayList<>();
    for (String field : FIELDS) {
      // Of the same name and with another field, it is another source.
      String name = world.oneIn(10) ? "x" : field;
      DateRule wanted = new DateRule(name, field, world.random.nextInt(8), false);
      boolean nameTaken = rules.stream().anyMatch(rule -> rule.name().equals(name));
      if (!nameTaken && !world.oneIn(3)) {
        boolean inForce = before.stream().anyMatch(old -> old.isSame(wanted) && old.inForce());
        rules.add(inForce ? wanted.taken() : wanted);
      }
    }
    return rules;
  }
}
