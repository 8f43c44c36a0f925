package dev.mayfly.vector;

/** How near two vectors of the same length are. */
public enum DistanceFunction {
  /** The cosine of the angle between them, from -1 to 1. */
  COSINE(true) {
    @Override
    double raw(double[] left, double[] right, int length) {
      double dot = 0;
      double leftSquares = 0;
      double rightSquares = 0;
      for (int i = 0; i < length; i++) {
        dot += left[i] * right[i];
        leftSquares += left[i] * left[i];
        rightSquares += right[i] * right[i];
      }
      return dot / Math.sqrt(leftSquares * rightSquares);
    }
  },
  DOTPRODUCT(true) {
    @Override
    double raw(double[] left, double[] right, int length) {
      double dot = 0;
      for (int i = 0; i < length; i++) {
        dot += left[i] * right[i];
      }
      return dot;
    }
  },
  EUCLIDEAN(false) {
    @Override
    double raw(double[] left, double[] right, int length) {
      double squares = 0;
      for (int i = 0; i < length; i++) {
        double difference = left[i] - right[i];
        squares += difference * difference;
      }
      return Math.sqrt(squares);
    }
  };

  private final boolean largerIsNearer;

  DistanceFunction(boolean largerIsNearer) {
    this.largerIsNearer = largerIsNearer;
  }

  abstract double raw(double[] left, double[] right, int length);

  /**
   * The score of the first elements of two arrays; NaN if there is none: a vector of zeros has no
   * angle, and numbers may be too large.
   */
  public double score(double[] left, double[] right, int length) {
    double score = raw(left, right, length);
    return Double.isFinite(score) ? score : Double.NaN;
  }

  /** Whether the nearest have the largest scores. */
  public boolean isDescending() {
    return largerIsNearer;
  }

  /** The function of that name, in whatever case; null if there is none. */
  public static DistanceFunction named(String name) {
    for (DistanceFunction function : values()) {
      if (function.name().equalsIgnoreCase(name)) {
        return function;
      }
    }
    return null;
  }
}
