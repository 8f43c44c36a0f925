/**
 * What a query holds of its input before it returns its first result: the rows of a sort, the
 * groups of a grouping, the keys of a DISTINCT. Each buffer charges the heap that it holds to the
 * memory of its request. Front ends bring the order, the size of a row and the memory; rows leave a
 * buffer once, in sequence, so that a buffer may also keep them on disk. Start with {@link
 * dev.mayfly.query.buffer.SortBuffer}.
 */
package dev.mayfly.query.buffer;
