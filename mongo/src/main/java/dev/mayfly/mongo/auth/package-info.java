/**
 * Users, credentials, built-in roles and SASL authentication (SCRAM and PLAIN). A client's SASL
 * messages enter an {@link dev.mayfly.mongo.auth.Authentication}; an authenticated {@link
 * dev.mayfly.mongo.auth.User} leaves, which answers privilege checks.
 */
package dev.mayfly.mongo.auth;
