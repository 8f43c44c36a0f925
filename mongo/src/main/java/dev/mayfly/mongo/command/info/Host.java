package dev.mayfly.mongo.command.info;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that the server runs on. */
final class Host {
  private static String name;

  private Host() {}

  /** Its name; asked for once, as that may take long. */
  static synchronized String name() {
    if (name == null) {
      try {
        name = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        name = "localhost";
      }
    }
    return name;
  }
}
