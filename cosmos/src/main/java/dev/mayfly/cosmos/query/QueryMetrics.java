package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.run.QueryPage;
import java.util.Locale;

/** The header that tells how much work a page of a query was. */
final class QueryMetrics {
  private static final double NANOS_PER_MILLI = 1e6;

  private QueryMetrics() {}

  static String text(QueryPage page, long nanos) {
    return String.format(
        Locale.ROOT,
        "totalExecutionTimeInMs=%.2f;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
            + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;"
            + "VMExecutionTimeInMs=%.2f;indexLookupTimeInMs=%.2f;documentLoadTimeInMs=0.00;"
            + "systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00;"
            + "retrievedDocumentCount=%d;retrievedDocumentSize=%d;outputDocumentCount=%d;"
            + "outputDocumentSize=%d;writeOutputTimeInMs=0.00;indexUtilizationRatio=%.2f",
        nanos / NANOS_PER_MILLI,
        nanos / NANOS_PER_MILLI,
        page.indexNanos() / NANOS_PER_MILLI,
        page.retrieved(),
        page.retrievedBytes(),
        page.count(),
        page.body().length,
        page.retrieved() == 0 ? 1.0 : Math.min(1.0, (double) page.count() / page.retrieved()));
  }
}
