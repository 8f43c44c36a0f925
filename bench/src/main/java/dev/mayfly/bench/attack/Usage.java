package dev.mayfly.bench.attack;

/** What a server uses at a moment, or at most over a time. */
record Usage(long residentBytes, long threads, long openFiles, long diskBytes) {
  Usage max(Usage other) {
    return new Usage(
        Math.max(residentBytes, other.residentBytes),
        Math.max(threads, other.threads),
        Math.max(openFiles, other.openFiles),
        Math.max(diskBytes, other.diskBytes));
  }
}
