package dev.mayfly.server.admin;

/** What a request to the admin port needs, beside a loopback name as host. */
enum Access {
  /** Reports how the server is; no data. */
  STATUS("a loopback name as host"),
  /** Changes how the server works; no data. */
  OPERATE("a loopback name as host, no web page of another origin"),
  /** The files of the page, and what it must know before it signs in. */
  PAGE("a loopback name as host"),
  /** Begins and ends a session of the page. */
  SIGN_IN("a loopback name as host, no web page of another origin; credentials in the body"),
  /** Reads data or about it. */
  READ(
      "a loopback name as host, no web page of another origin; if the server has credentials: an"
          + " account key or a MongoDB user with the role root"),
  /** Changes data, or when it expires. */
  WRITE(
      "a loopback name as host, no web page of another origin; if the server has credentials: an"
          + " account key that is not read-only or a MongoDB user with the role root");

  private final String needs;

  Access(String needs) {
    this.needs = needs;
  }

  /** For the table of who may do what. */
  String needs() {
    return needs;
  }

  boolean needsCredentials() {
    return this == READ || this == WRITE;
  }

  /** Whether a page of another origin may have it requested: reading the answer it never can. */
  boolean allowsOtherPages() {
    return this == STATUS || this == PAGE;
  }
}
