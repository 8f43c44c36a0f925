/** What each command and each stage needs: the table that the authorizer and the docs go by. */
package dev.mayfly.mongo.access;
