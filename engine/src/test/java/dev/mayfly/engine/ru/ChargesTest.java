package dev.mayfly.engine.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChargesTest {
  private static final int KB = 1024;
  private static final int MB = 1024 * KB;

  @ParameterizedTest
  @CsvSource({
    "1, 100, 495",
    "2, 104, 629",
    "4, 114, 667",
    "8, 133, 704",
    "16, 167, 952",
    "32, 219, 1123",
    "64, 476, 2267",
    "128, 995, 4819",
    "256, 2028, 9829",
    "512, 4095, 18457",
    "1024, 14590, 62500",
    "2048, 29180, 125000",
  })
  void publishedFigures(int sizeKb, long readCentiRu, long writeCentiRu) {
    assertThat(Charges.read(sizeKb * KB)).isEqualTo(readCentiRu);
    assertThat(Charges.create(sizeKb * KB, 0)).isEqualTo(writeCentiRu);
    assertThat(Charges.delete(sizeKb * KB, 0)).isEqualTo(writeCentiRu);
  }

  @Test
  void straightLinesBetweenTheFigures() {
    assertThat(Charges.read(KB + KB / 2)).isEqualTo(102);
    assertThat(Charges.read(768 * KB)).isEqualTo((4095 + 14590 + 1) / 2);
    assertThat(Charges.create(3 * KB, 0)).isEqualTo(648);
  }

  @Test
  void smallItemsCostWhatOneKilobyteCosts() {
    assertThat(Charges.read(0)).isEqualTo(100);
    assertThat(Charges.read(KB - 1)).isEqualTo(100);
    assertThat(Charges.create(17, 0)).isEqualTo(495);
  }

  @Test
  void beyondTwoMegabytesTheLastLineResumes() {
    assertThat(Charges.read(3 * MB)).isEqualTo(43770);
    assertThat(Charges.read(16 * MB)).isEqualTo(16 * 14590);
    assertThat(Charges.create(16 * MB, 0)).isEqualTo(16 * 62500);
    assertThat(Charges.create(Integer.MAX_VALUE, Integer.MAX_VALUE)).isPositive();
  }

  @Test
  void aLargerItemNeverCostsLess() {
    long last = 0;
    for (int size = 0; size < 3 * MB; size += 97) {
      long read = Charges.read(size);
      assertThat(read).isGreaterThanOrEqualTo(last);
      last = read;
    }
  }

  @Test
  void theKnownExamples() {
    assertThat(Charges.create(KB, 10)).isEqualTo(695);
    assertThat(Charges.delete(KB, 10)).isEqualTo(695);
    assertThat(Charges.replace(KB, 10, KB, 10)).isEqualTo(1081);
    assertThat(Charges.patch(KB, 10, KB, 10, 3)).isEqualTo(1081 + 120);
    assertThat(Charges.readMissing()).isEqualTo(100);
    assertThat(Charges.rejectedWrite()).isEqualTo(124);
  }

  @Test
  void replacingCountsOldAndNew() {
    assertThat(Charges.replace(KB, 10, 64 * KB, 10))
        .isGreaterThan(Charges.replace(64 * KB, 10, KB, 10))
        .isGreaterThan(Charges.create(64 * KB, 10));
    assertThat(Charges.replace(KB, 10, KB, 11)).isEqualTo(1101);
    assertThat(Charges.replace(KB, 19, KB, 10)).isEqualTo(1081 + 100);
  }

  @Test
  void pages() {
    assertThat(Charges.feedPage(0)).isEqualTo(100);
    assertThat(Charges.feedPage(350)).isEqualTo(350);
    assertThat(Charges.queryPage(0)).isEqualTo(230);
    assertThat(Charges.queryPage(Charges.read(KB))).isEqualTo(280);
  }

  @Test
  void negativeSizesAreDefects() {
    assertThatThrownBy(() -> Charges.read(-1)).hasMessageContaining("sizeBytes");
    assertThatThrownBy(() -> Charges.create(1, -1)).hasMessageContaining("terms");
    assertThatThrownBy(() -> Charges.patch(1, 1, 1, 1, -1)).hasMessageContaining("operations");
    assertThatThrownBy(() -> Charges.feedPage(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> Charges.queryPage(-1)).hasMessageContaining("-1");
  }
}
