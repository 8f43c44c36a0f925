package dev.mayfly.server.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The build step that compares what is shipped with the vulnerabilities that are known. */
class AdvisoryTest {
  @Test
  void nothingThatIsShippedHasAKnownVulnerability() throws Exception {
    List<Part> parts = Parts.shipped();
    List<Advisory> advisories = Advisory.known();
    assertThat(parts).as("what is shipped").hasSizeGreaterThan(30);
    System.out.printf(
        "%d shipped jars against a list of %d advisories, without a network%n",
        parts.size(), advisories.size());
    assertThat(Advisory.against(parts, advisories)).isEmpty();
  }

  @Test
  void theListKnowsTheLibrariesThatReadWhatClientsSend() throws Exception {
    assertThat(Advisory.known().stream().map(Advisory::name))
        .contains(
            "io.netty:netty-handler",
            "io.netty:netty-codec-http",
            "com.fasterxml.jackson.core:jackson-core",
            "io.airlift:aircompressor",
            "ch.qos.logback:logback-core");
  }

  @Test
  void aVulnerableVersionIsFound() throws Exception {
    List<Part> parts =
        List.of(
            new Part("io.netty", "netty-handler", "", "4.1.117.Final"),
            new Part("io.netty", "netty-handler", "", "4.2.17.Final"),
            new Part("io.airlift", "aircompressor", "", "2.0.2"));
    assertThat(Advisory.against(parts, Advisory.known()))
        .anySatisfy(line -> assertThat(line).contains("4.1.117.Final", "CVE-2025-24970"))
        .anySatisfy(
            line -> assertThat(line).contains("aircompressor 2.0.2", "CVE-2025-67721", "2.0.3"))
        .noneSatisfy(line -> assertThat(line).contains("4.2.17.Final has"));
  }

  @Test
  void versionsAreOrderedByTheirNumbers() {
    assertThat(
            List.of(
                    "4.2.0.Alpha1",
                    "4.2.0.RC2",
                    "4.2.0.Final",
                    "4.2.9.Final",
                    "4.2.10.Final",
                    "4.2.10.1")
                .stream()
                .map(PartVersion::new))
        .isSorted();
    assertThat(new PartVersion("1.5.7-6")).isGreaterThan(new PartVersion("1.5.7-5"));
    assertThat(new PartVersion("2.1").compareTo(new PartVersion("2.1.0.Final"))).isZero();
  }

  @Test
  void aLineThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> Advisory.parse("io.netty:netty-handler  4.2.0  4.2.0  X  y"))
        .hasMessageContaining("no version");
    assertThatThrownBy(() -> Advisory.parse("io.netty:netty-handler 4.2.0"))
        .hasMessageContaining("five columns");
  }
}
