// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.listen;

import java.io.IOException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An HTTP server on the loopback address only.
 *
 * <p><b>Threading:</b> opened, started and closed by one thread; requests are answered on threads of its own.
 */
public final class LoopbackServer implements AutoCloseable {
    /** The address it listens on. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final int HEADER_BYTES = 8192;
    private static final int QUEUE = 64;
    private static final int LEAST_THREADS = 4;
    private static final long IDLE_MILLIS = 60_000;
    private static final long STOP_MILLIS = 3_000;

    private final Server server;
    private final ServerConnector connector;

    /**
     * Makes a server that does not listen yet.
     *
     * @param name of its threads
     * @param threads most threads that answer at once
     * @param port where to listen, 0 for any free port
     * @param handler answers requests
     */
    public LoopbackServer(String name, int threads, int port, Handler handler) {
        QueuedThreadPool pool = new QueuedThreadPool(threads, LEAST_THREADS);
        pool.setName(name);
        pool.setDaemon(true);
        this.server = new Server(pool);
        server.setStopTimeout(STOP_MILLIS);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(false);
        configuration.setRequestHeaderSize(HEADER_BYTES);
        this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost(LOOPBACK);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setAcceptQueueSize(QUEUE);
        server.addConnector(connector);
        server.setHandler(handler);
    }

    /**
     * Takes the port; requests wait until {@link #start}.
     *
     * @return the port
     * @throws IOException when it is taken by another
     */
    public int open() throws IOException {
        connector.open();
        return connector.getLocalPort();
    }

    /** Starts to answer. */
    public void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** Returns the port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Lets requests be answered, and stops listening. */
    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
