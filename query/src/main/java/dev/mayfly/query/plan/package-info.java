/**
 * Which index a query reads. {@link dev.mayfly.query.plan.PathCondition}s enter, which a front end
 * makes of a filter, with a sort and its {@link dev.mayfly.query.plan.PlanRules}. {@link
 * dev.mayfly.query.plan.IndexPlanner} finds the access paths, ranks them, weighs them by {@link
 * dev.mayfly.query.plan.CostModel} and explains its choice ({@link
 * dev.mayfly.query.plan.Explanation}). Nothing here reads items: whatever passes the filter is
 * found by way of the chosen keys, and the filter is still to be evaluated.
 */
package dev.mayfly.query.plan;
