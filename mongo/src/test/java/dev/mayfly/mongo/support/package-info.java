/** What of MongoDB is there: a table for people, made from the code. */
package dev.mayfly.mongo.support;
