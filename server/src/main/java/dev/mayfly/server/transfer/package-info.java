/**
 * Data in and out: the containers of a store ({@link dev.mayfly.server.transfer.TransferStore}, in
 * this process {@link dev.mayfly.server.transfer.EngineTransfer}), and imports and exports between
 * them and files ({@link dev.mayfly.server.transfer.ImportRun}, {@link
 * dev.mayfly.server.transfer.ExportRun}).
 */
package dev.mayfly.server.transfer;
