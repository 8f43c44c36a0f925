/** The account itself, its databases, offers, users and permissions. */
package dev.mayfly.cosmos.account;
