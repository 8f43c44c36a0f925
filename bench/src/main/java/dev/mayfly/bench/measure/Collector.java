package dev.mayfly.bench.measure;

/** Receives what a benchmark finds out, beside what is printed. */
public interface Collector {
  Collector NONE =
      new Collector() {
        @Override
        public void figure(Figure figure) {}

        @Override
        public void series(Series series) {}

        @Override
        public void version(String peer, String version) {}

        @Override
        public void leftOut(String what, String why) {}
      };

  void figure(Figure figure);

  void series(Series series);

  /** Which version of a peer was measured. */
  void version(String peer, String version);

  /** What could not be measured here. */
  void leftOut(String what, String why);
}
