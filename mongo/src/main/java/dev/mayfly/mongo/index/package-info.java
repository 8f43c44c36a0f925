/** Index specifications: what is asked for, whether it is valid, and what becomes of it. */
package dev.mayfly.mongo.index;
