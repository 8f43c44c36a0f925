/**
 * HTTP/1.1 as the SDKs speak it. Bytes of a connection enter, an {@link
 * dev.mayfly.cosmos.http.Exchange} with a whole request leaves, and its answer comes back. Start
 * reading at {@code HttpPort}, then {@code HttpConnection}. Knows no resource; listening, TLS and
 * budgets are in {@code dev.mayfly.net}.
 */
package dev.mayfly.cosmos.http;
