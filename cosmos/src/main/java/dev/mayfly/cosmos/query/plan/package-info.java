/** Query plans as SDKs request them: the rewritten query for each range, and how results merge. */
package dev.mayfly.cosmos.query.plan;
