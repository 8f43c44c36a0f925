/** Who may do what: account keys, resource tokens, signatures. */
package dev.mayfly.cosmos.auth;
