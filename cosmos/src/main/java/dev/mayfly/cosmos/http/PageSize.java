package dev.mayfly.cosmos.http;

/** How many entries a client wants in a page, within what is possible. */
public final class PageSize {
  private static final int DEFAULT = 100;
  private static final int MAX = 1000;

  private PageSize() {}

  /**
   * The number that a request asks for; -1 and 0 leave it to the server.
   *
   * @throws CosmosException 400 if it is not a number that can be
   */
  public static int of(Request request) {
    String header = request.header(HeaderNames.MAX_ITEM_COUNT);
    if (header == null) {
      return DEFAULT;
    }
    try {
      long count = Long.parseLong(header.trim());
      if (count == -1 || count == 0) {
        return MAX;
      } else if (count >= 1) {
        return (int) Math.min(count, MAX);
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw CosmosException.badRequest(
        "The value '"
            + header
            + "' of the header x-ms-max-item-count is invalid: it must be -1, 0 or positive.");
  }
}
