/** What every port needs: connection limits, byte budgets, fair workers, the check of hosts. */
package dev.mayfly.net;
