/**
 * What the connections of a port may take: how many there are ({@link
 * dev.mayfly.net.limit.ConnectionLimits}), the bytes that they hold ({@link
 * dev.mayfly.net.limit.ByteBudget}), and the responses that their clients leave unread ({@link
 * dev.mayfly.net.limit.UnreadResponses}).
 */
package dev.mayfly.net.limit;
