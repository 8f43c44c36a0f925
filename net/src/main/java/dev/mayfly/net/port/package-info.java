/**
 * Opens and stops ports. {@link dev.mayfly.net.port.PortSettings} and a {@link
 * dev.mayfly.net.port.Protocol} enter, a {@link dev.mayfly.net.port.ListeningPort} leaves. {@link
 * dev.mayfly.net.port.Network} has the threads that ports share. Start reading at {@code
 * ListeningPort}.
 */
package dev.mayfly.net.port;
