/** Making messages shorter. */
package dev.mayfly.mongo.compress;
