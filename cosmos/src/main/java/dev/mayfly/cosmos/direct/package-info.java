/**
 * Direct mode: the frames of RNTBD over TLS, in place of HTTP. A frame enters, the same {@link
 * dev.mayfly.cosmos.http.Request} leaves that HTTP makes of such a request, and its answer comes
 * back as a frame. Start reading at {@code DirectPort}, then {@code DirectConnection}; {@code
 * AddressHandler} sends clients here. Listening, TLS and budgets are in {@code dev.mayfly.net}.
 */
package dev.mayfly.cosmos.direct;
