package dev.mayfly.bench.vector;

import java.util.Random;

/**
 * Vectors that are spread as embeddings of texts are: in groups, and with fewer directions that
 * matter than they have elements. Vectors whose elements are all independent have no neighbours
 * worth finding.
 */
final class SampleVectors {
  private static final int DIRECTIONS = 32;
  private static final int GROUPS = 500;
  private static final double SPREAD = 0.6;
  private static final double NOISE = 0.02;

  private final Random random = new Random(42);
  private final double[][] directions;
  private final double[][] groups = new double[GROUPS][];

  SampleVectors(int dimensions) {
    directions = new double[DIRECTIONS][];
    for (int i = 0; i < DIRECTIONS; i++) {
      directions[i] = gaussian(dimensions);
    }
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = gaussian(DIRECTIONS);
    }
  }

  private double[] gaussian(int length) {
    double[] elements = new double[length];
    for (int i = 0; i < length; i++) {
      elements[i] = random.nextGaussian();
    }
    return elements;
  }

  /** Another vector of length 1. */
  float[] next() {
    double[] group = groups[random.nextInt(GROUPS)];
    int dimensions = directions[0].length;
    double[] sum = new double[dimensions];
    for (int i = 0; i < DIRECTIONS; i++) {
      double weight = group[i] + SPREAD * random.nextGaussian();
      for (int j = 0; j < dimensions; j++) {
        sum[j] += weight * directions[i][j];
      }
    }
    double squares = 0;
    for (int j = 0; j < dimensions; j++) {
      sum[j] += NOISE * random.nextGaussian();
      squares += sum[j] * sum[j];
    }
    float[] vector = new float[dimensions];
    for (int j = 0; j < dimensions; j++) {
      vector[j] = (float) (sum[j] / Math.sqrt(squares));
    }
    return vector;
  }
}
