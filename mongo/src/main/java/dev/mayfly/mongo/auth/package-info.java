/** Who may do what: users, their credentials and roles, and how they prove who they are. */
package dev.mayfly.mongo.auth;
