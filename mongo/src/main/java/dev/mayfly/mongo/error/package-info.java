/** What a client is told when something can't be done: MongoDB's codes, names and reply shape. */
package dev.mayfly.mongo.error;
