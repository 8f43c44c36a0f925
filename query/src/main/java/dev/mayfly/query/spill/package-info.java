/**
 * Rows of requests in temporary files, when they are more than a request may hold in memory. One
 * {@link dev.mayfly.query.spill.SpillSpace} bounds the disk of all requests of a server; each
 * request has an account ({@link dev.mayfly.query.spill.RequestSpill}) that removes its files at
 * its end. Rows enter and leave as bytes, by a {@link dev.mayfly.query.spill.RowCodec} of the front
 * end. Start with {@link dev.mayfly.query.spill.SpilledRows}.
 */
package dev.mayfly.query.spill;
