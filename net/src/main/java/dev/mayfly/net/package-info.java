/**
 * The network layer of every port. A front end gives {@link dev.mayfly.net.port.ListeningPort} an
 * address, a TLS mode and limits, and a {@link dev.mayfly.net.port.Protocol} that fills the
 * pipeline of each new connection; it keeps nothing but its protocol. Knows no protocol, no front
 * end and no engine.
 *
 * <ul>
 *   <li>{@code port}: event loops, listening, set-up of connections, eviction, orderly stop. Start
 *       reading at {@code ListeningPort}.
 *   <li>{@code tls}: the server's certificate, and which connections are encrypted.
 *   <li>{@code limit}: connections, bytes of requests, unread responses.
 *   <li>{@code work}: the threads that long requests of all ports share.
 *   <li>{@code measure}: how long requests take, and the log of slow ones.
 * </ul>
 */
package dev.mayfly.net;
