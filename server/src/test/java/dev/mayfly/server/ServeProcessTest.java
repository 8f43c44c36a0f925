package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server as a process of its own: one line when ready, an orderly end when told. */
@Timeout(60)
class ServeProcessTest {
  private static final Pattern ADMIN = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)");

  @Test
  void saysWhereItListensAnswersAndStops() throws Exception {
    Process process = serve("--ephemeral", "--movable-clock", "--admin-port", "0");
    try (BufferedReader output = output(process)) {
      String ready = output.readLine();
      assertThat(ready).startsWith("Mayfly ready").contains("ephemeral", "movable clock");
      Matcher admin = ADMIN.matcher(ready);
      assertThat(admin.find()).as(ready).isTrue();
      assertThat(get(admin.group() + "/healthz")).contains("ok");
      assertThat(get(admin.group() + "/clock")).contains("\"frozen\":false");

      // Process.destroy would also close the output that is read here.
      process.toHandle().destroy();
      assertThat(output.readLine()).isEqualTo("Mayfly stopped.");
      assertThat(output.readLine()).isNull();
      assertThat(process.waitFor()).isEqualTo(128 + 15);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aPortInUseIsSaidInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process = serve("--ephemeral", "--admin-port", "" + taken.getLocalPort());
      try (BufferedReader output = output(process)) {
        List<String> lines = output.lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains("" + taken.getLocalPort(), "--admin-port N");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static Process serve(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.mayfly.server.Main", "serve"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAYFLY_"));
    return builder.start();
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }
}
