/**
 * Authorization: the privileges that each command and each aggregation stage requires. A user and a
 * command enter, a decision leaves. The documentation of privileges is generated from these tables.
 * Start reading at {@link dev.mayfly.mongo.access.CommandAccess}.
 */
package dev.mayfly.mongo.access;
