package dev.mayfly.net.tls;

import static java.util.Objects.requireNonNull;

import io.netty.util.NetUtil;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which certificate the server shows.
 *
 * @param directory where the one that the server makes is kept; empty = made anew at each start
 * @param extraNames host names and addresses that it is valid for, beside this machine's own
 * @param own a certificate from elsewhere, used instead
 */
public record TlsOptions(Optional<Path> directory, List<String> extraNames, Optional<Own> own) {
  public static final TlsOptions DEFAULT =
      new TlsOptions(Optional.empty(), List.of(), Optional.empty());

  private static final Pattern NAME =
      Pattern.compile("(\\*\\.)?[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?");

  public TlsOptions {
    requireNonNull(directory, "directory");
    extraNames = extraNames.stream().map(TlsOptions::checked).toList();
    requireNonNull(own, "own");
  }

  /** The name as certificates have it. */
  static String checked(String name) {
    String lower = name.strip().toLowerCase(Locale.ROOT);
    boolean isAddress = NetUtil.isValidIpV4Address(lower) || NetUtil.isValidIpV6Address(lower);
    if (!isAddress && !NAME.matcher(lower).matches()) {
      throw new TlsException("'" + name + "' is no host name or address for a certificate");
    }
    return lower;
  }

  /**
   * Files in PEM form.
   *
   * @param chain the server's certificate first
   * @param key PKCS#8, not encrypted
   */
  public record Own(Path chain, Path key) {
    public Own {
      requireNonNull(chain, "chain");
      requireNonNull(key, "key");
    }
  }

  public static TlsOptions in(Path directory) {
    return new TlsOptions(Optional.of(directory), List.of(), Optional.empty());
  }

  public TlsOptions withExtraNames(List<String> names) {
    return new TlsOptions(directory, names, own);
  }

  public TlsOptions withOwn(Path chain, Path key) {
    return new TlsOptions(directory, extraNames, Optional.of(new Own(chain, key)));
  }
}
