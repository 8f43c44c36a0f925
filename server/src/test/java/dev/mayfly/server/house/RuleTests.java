package dev.mayfly.server.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Finds, by reading the sources of all modules, which test methods are named after which rules
 * ({@code @Rule} and {@code @Tag}), and where the tests of abstract suites run.
 */
final class RuleTests {
  /**
   * @param names rules and other names of the contract
   * @param test class and method, or a class alone if all its tests are named so
   */
  record Named(Set<String> names, String suite, String test) {}

  /**
   * @param above the superclass's simple name, or empty
   */
  private record FoundClass(String name, String module, String above, boolean concrete) {}

  private final List<Named> tests = new ArrayList<>();
  private final Map<String, List<FoundClass>> classesNamed = new HashMap<>();
  private final Map<String, List<FoundClass>> classesBelow = new HashMap<>();

  static RuleTests read(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    RuleTests found = new RuleTests();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        String file = SourceTree.name(Path.of(unit.getSourceFile().toUri()));
        found.new Scanner(file.substring(0, file.indexOf('/'))).scan(unit, null);
      }
    } catch (IOException e) {
      throw new IllegalStateException("can't parse the sources", e);
    }
    return found;
  }

  List<Named> tests() {
    return List.copyOf(tests);
  }

  /** The modules in which the tests of a class run: its own, or those of its subclasses. */
  Set<String> modulesRunning(String suite) {
    Set<String> modules = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(suite));
    for (FoundClass found : classesNamed.getOrDefault(suite, List.of())) {
      addIfRun(found, modules);
    }
    while (!open.isEmpty()) {
      String above = open.pop();
      if (seen.add(above)) {
        for (FoundClass found : classesBelow.getOrDefault(above, List.of())) {
          addIfRun(found, modules);
          open.push(found.name());
        }
      }
    }
    return modules;
  }

  private static void addIfRun(FoundClass found, Set<String> modules) {
    if (found.concrete()) {
      modules.add(found.module());
    }
  }

  private void add(FoundClass found) {
    classesNamed.computeIfAbsent(found.name(), name -> new ArrayList<>()).add(found);
    classesBelow.computeIfAbsent(found.above(), above -> new ArrayList<>()).add(found);
  }

  private final class Scanner extends TreeScanner<Void, Void> {
    private final String module;
    private final Deque<String> path = new ArrayDeque<>();

    Scanner(String module) {
      this.module = module;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      String name = tree.getSimpleName().toString();
      if (name.isEmpty()) {
        return super.visitClass(tree, null);
      }
      boolean concrete = !tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
      add(new FoundClass(name, module, superclass(tree), concrete));
      path.addLast(name);
      Set<String> names = names(tree.getModifiers());
      if (!names.isEmpty()) {
        tests.add(new Named(names, path.getFirst(), String.join(".", path)));
      }
      super.visitClass(tree, null);
      path.removeLast();
      return null;
    }

    private String superclass(ClassTree tree) {
      String above =
          tree.getExtendsClause() == null
              ? ""
              : tree.getExtendsClause().toString().replaceAll("<.*", "");
      return above.substring(above.lastIndexOf('.') + 1);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      Set<String> names = names(tree.getModifiers());
      if (isTest(tree.getModifiers())) {
        if (!names.isEmpty()) {
          String test = String.join(".", path) + "#" + tree.getName();
          tests.add(new Named(names, path.getFirst(), test));
        }
      } else if (!names.isEmpty()) {
        throw new AssertionError(tree.getName() + " in " + path + " names rules but no test is");
      }
      return super.visitMethod(tree, null);
    }

    private boolean isTest(ModifiersTree modifiers) {
      return modifiers.getAnnotations().stream()
          .map(annotation -> annotation.getAnnotationType().toString())
          .anyMatch(type -> type.matches("(Repeated|Parameterized)?Test|TestFactory"));
    }

    private Set<String> names(ModifiersTree modifiers) {
      Set<String> names = new TreeSet<>();
      for (AnnotationTree annotation : modifiers.getAnnotations()) {
        String type = annotation.getAnnotationType().toString();
        if (type.equals("Rule") || type.equals("Tag")) {
          for (ExpressionTree argument : annotation.getArguments()) {
            argument.accept(
                new TreeScanner<Void, Void>() {
                  @Override
                  public Void visitLiteral(LiteralTree literal, Void unused) {
                    String name = literal.getValue().toString();
                    // Tags may say other things too; a @Rule may not.
                    if (type.equals("Rule") || Contract.NAMES.containsKey(name)) {
                      names.add(name);
                    }
                    return null;
                  }
                },
                null);
          }
        }
      }
      return names;
    }
  }
}
