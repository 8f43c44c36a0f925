/**
 * Expiry events on their way out of the server: read from a place on ({@code ExpiryReader}),
 * written as JSON ({@code ExpiryJson}), and sent to addresses that were configured ({@code
 * Webhooks}, whose settings and places {@code WebhookStore} keeps in the store). Knows nothing of
 * the admin port.
 */
package dev.mayfly.server.expiry;
