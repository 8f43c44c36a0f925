package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.run.QueryPage;
import java.util.Locale;

/**
 * The header that reports the cost of a query page. Filters and functions run item by item while
 * items are read, so that the time of each alone is not known: it is part of the execution.
 *
 * @param compileNanos until the text was ready to run
 * @param planNanos time spent on planning
 * @param runNanos to make the page: index lookup and loading of items are part of it
 */
record QueryMetrics(long compileNanos, long planNanos, long runNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  String text(QueryPage page) {
    return String.format(
        Locale.ROOT,
        "totalExecutionTimeInMs=%.2f;queryCompileTimeInMs=%.2f;queryLogicalPlanBuildTimeInMs=0.00;"
            + "queryPhysicalPlanBuildTimeInMs=%.2f;queryOptimizationTimeInMs=0.00;"
            + "VMExecutionTimeInMs=%.2f;indexLookupTimeInMs=%.2f;documentLoadTimeInMs=%.2f;"
            + "systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00;"
            + "retrievedDocumentCount=%d;retrievedDocumentSize=%d;outputDocumentCount=%d;"
            + "outputDocumentSize=%d;writeOutputTimeInMs=0.00;indexUtilizationRatio=%.2f",
        millis(compileNanos + planNanos + runNanos),
        millis(compileNanos),
        millis(planNanos),
        millis(runNanos),
        millis(page.indexNanos()),
        millis(Math.max(0, page.loadNanos() - page.indexNanos())),
        page.retrieved(),
        page.retrievedBytes(),
        page.count(),
        page.body().length,
        page.retrieved() == 0 ? 1.0 : Math.min(1.0, (double) page.count() / page.retrieved()));
  }

  private static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
