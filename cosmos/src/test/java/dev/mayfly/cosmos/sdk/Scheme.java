package dev.mayfly.cosmos.sdk;

/** The two ways to the one port. */
enum Scheme {
  HTTP("http://"),
  HTTPS("https://");

  private final String prefix;

  Scheme(String prefix) {
    this.prefix = prefix;
  }

  String prefix() {
    return prefix;
  }
}
