/**
 * The server's certificate and which connections are encrypted with it. {@link
 * dev.mayfly.net.tls.TlsOptions} enter, a {@link dev.mayfly.net.tls.ServerCertificate} leaves; a
 * port uses it through {@link dev.mayfly.net.tls.TlsSettings}. Start reading at {@code
 * ServerCertificate}, then {@code TlsDetector}.
 */
package dev.mayfly.net.tls;
