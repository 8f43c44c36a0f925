package dev.mayfly.junit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.embedded.Mayfly;
import dev.mayfly.embedded.MayflyClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A server for tests. In a static field with {@code @RegisterExtension} it serves all tests of the
 * class and is reset before each of them; in another field each test has its own server. Tests of a
 * class that run in parallel need the latter.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MayflyExtension mayfly = MayflyExtension.ephemeral().frozenClock();
 * }</pre>
 */
public final class MayflyExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {
  private static final Set<Class<?>> PARAMETERS =
      Set.of(Mayfly.class, MayflyClock.class, Clock.class, InstantSource.class);

  private final boolean declared;
  private final List<String> settings = new ArrayList<>();
  private boolean frozen;
  private String startAt = "";
  private String seed = "";
  private boolean resetting = true;
  private boolean perMethod;

  private Mayfly server;

  /** The context whose end is the server's; null if it lives longer, as one of Spring does. */
  private String owner;

  private boolean used;

  /** For JUnit, where {@link MayflyServer} is written. */
  public MayflyExtension() {
    this(true);
  }

  private MayflyExtension(boolean declared) {
    this.declared = declared;
  }

  /** A server that keeps nothing. */
  public static MayflyExtension ephemeral() {
    return new MayflyExtension(false);
  }

  /** The clock stands still until a test advances it. */
  public MayflyExtension frozenClock() {
    frozen = true;
    return this;
  }

  /** The same, at that time at the start of each test. */
  public MayflyExtension frozenClockAt(Instant start) {
    startAt = start.toString();
    return frozenClock();
  }

  /** A folder with data that are there before each test. */
  public MayflyExtension seed(Path folder) {
    seed = folder.toString();
    return this;
  }

  /** Another setting of {@code mayfly serve}. */
  public MayflyExtension setting(String name, String value) {
    settings.add(requireNonNull(name, "name") + "=" + requireNonNull(value, "value"));
    return this;
  }

  /** What one test leaves behind is there in the next one. */
  public MayflyExtension withoutReset() {
    resetting = false;
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    readAnnotation(context);
    if (server == null && !perMethod) {
      start(context);
    }
  }

  private void readAnnotation(ExtensionContext context) {
    if (declared) {
      MayflyServer wanted =
          AnnotationSupport.findAnnotation(context.getRequiredTestClass(), MayflyServer.class)
              .orElse(null);
      if (wanted != null) {
        ServerOptions options = ServerOptions.of(wanted);
        frozen = options.frozenClock();
        startAt = options.startAt();
        seed = options.seed();
        settings.clear();
        settings.addAll(options.settings());
        resetting = wanted.reset();
        perMethod = wanted.lifecycle() == MayflyServer.Lifecycle.PER_METHOD;
      }
    }
  }

  private void start(ExtensionContext context) {
    if (declared && SpringServers.areUsedBy(context.getRequiredTestClass())) {
      server = SpringServers.of(context);
      owner = null;
      used = true;
    } else {
      server = new ServerOptions(frozen, startAt, seed, settings).start();
      owner = context.getUniqueId();
      used = false;
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (server == null) {
      start(context);
    } else if (used && resetting) {
      if (owner == null) {
        server.resetData();
      } else {
        server.reset();
      }
    }
    used = true;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    closeIfOf(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    closeIfOf(context);
  }

  private void closeIfOf(ExtensionContext context) {
    if (server != null && context.getUniqueId().equals(owner)) {
      server.close();
      server = null;
      owner = null;
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Mayfly.class ? server() : server().clock();
  }

  /** The server, while tests run. */
  public Mayfly server() {
    if (server == null) {
      throw new IllegalStateException(
          "the server runs only during tests: register the extension with @RegisterExtension, in a"
              + " static field if @BeforeAll methods or static fields need it");
    }
    return server;
  }

  /** Where SDKs of Azure Cosmos DB connect in gateway mode. */
  public String cosmosEndpoint() {
    return server().cosmosEndpoint();
  }

  public String cosmosKey() {
    return server().key();
  }

  /** Where drivers of MongoDB connect. */
  public String mongoUri() {
    return server().mongoUri();
  }

  /** The clock that TTL goes by, for the code under test too. */
  public MayflyClock clock() {
    return server().clock();
  }

  /** Moves the clock forward; what has expired by then is gone. */
  public void advance(Duration by) {
    server().clock().advance(by);
  }

  public Instant now() {
    return server().now();
  }

  /** Deletes everything and takes the clock back. */
  public void reset() {
    server().reset();
  }
}
