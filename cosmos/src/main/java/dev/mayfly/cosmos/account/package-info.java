/**
 * The account and what belongs to it: databases, offers (throughput), users, permissions and client
 * encryption keys. Each resource type has a handler; an authorized call enters it and a response
 * leaves. Start reading at {@code DatabaseHandler}; throughput is read and changed in {@code
 * OfferHandler}.
 */
package dev.mayfly.cosmos.account;
