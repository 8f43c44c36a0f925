/** What every port needs: connection limits, byte budgets and fair workers. */
package dev.mayfly.net;
