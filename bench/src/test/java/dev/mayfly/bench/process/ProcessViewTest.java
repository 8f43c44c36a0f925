package dev.mayfly.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessViewTest {
  @Test
  void addsTheTimeInTheProcessAndInTheKernel() {
    String stat = "4242 (a ) b) S 1 4242 4242 0 -1 4194560 1 2 3 4 250 150 7 8 20 0 30 0 99 1 2";
    assertThat(ProcessView.processorSeconds(stat)).isEqualTo(4.0);
    assertThat(ProcessView.endedChildrenSeconds(stat)).isEqualTo(0.15);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void seesThisProcess() throws Exception {
    ProcessView view = new ProcessView(ProcessHandle.current().pid());
    assertThat(view.processorSeconds()).isPositive();
    assertThat(view.residentBytes()).isGreaterThan(10 << 20);
    assertThat(view.threads()).isGreaterThan(1);
    assertThat(view.openFiles()).isGreaterThan(2);
  }
}
