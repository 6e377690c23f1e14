// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Fetches a metrics page over HTTP, with the smallest client that the JDK has. Nothing of the application's HTTP set-up is
 * used but its default TLS trust: no proxy, no authenticator, no kept connection.
 *
 * <p><b>Threading:</b> one thread.
 */
final class MetricsClient {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int READ_MILLIS = 5_000;
    /** For the whole answer, however slowly it drips. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_BYTES = 8 << 20;
    private static final int OK = 200;
    /** Never asks the application's. */
    private static final Authenticator NOBODY = new Authenticator() {};

    private MetricsClient() {}

    /**
     * Returns the page.
     *
     * @throws PollException when there is none, with the reason in words that hold no secret
     */
    static String fetch(Endpoint endpoint) throws PollException {
        try {
            return fetch(endpoint, true);
        } catch (ConnectException e) {
            throw new PollException("no connection: nobody listens there");
        } catch (SocketTimeoutException e) {
            throw new PollException("no answer within " + TimeUnit.MILLISECONDS.toSeconds(READ_MILLIS) + " s");
        } catch (UnknownHostException e) {
            throw new PollException("unknown host");
        } catch (IOException e) {
            throw new PollException(e.getClass().getSimpleName() + harmless(e.getMessage()));
        }
    }

    /** Some messages of the JDK quote the address. */
    private static String harmless(String message) {
        return message == null || message.contains("://") ? "" : ": " + message;
    }

    private static String fetch(Endpoint endpoint, boolean mayFollow) throws IOException, PollException {
        HttpURLConnection connection =
                (HttpURLConnection) endpoint.uri().toURL().openConnection(Proxy.NO_PROXY);
        try {
            connection.setAuthenticator(NOBODY);
            connection.setUseCaches(false);
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            connection.setRequestProperty("Accept", "text/plain;version=0.0.4, application/json;q=0.9");
            connection.setRequestProperty("User-Agent", "agent-profiler");
            // a kept connection would need a thread of the JDK's
            connection.setRequestProperty("Connection", "close");
            if (endpoint.authorization() != null) {
                connection.setRequestProperty("Authorization", endpoint.authorization());
            }
            int status = connection.getResponseCode();
            if (status / 100 == 3 && mayFollow && connection.getHeaderField("Location") != null) {
                Endpoint next = endpoint.redirectedTo(connection.getHeaderField("Location"));
                if (next == null) {
                    throw new PollException("HTTP " + status + " to another server, which is not followed");
                }
                return fetch(next, false);
            }
            if (status != OK) {
                throw new PollException("HTTP " + status);
            }
            return body(connection);
        } catch (IllegalArgumentException e) {
            throw new PollException("HTTP redirection to what is no address");
        } finally {
            connection.disconnect();
        }
    }

    private static String body(HttpURLConnection connection) throws IOException, PollException {
        long giveUp = System.nanoTime() + ANSWER_NANOS;
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 14);
        byte[] buffer = new byte[1 << 14];
        try (InputStream in = connection.getInputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                page.write(buffer, 0, read);
                if (page.size() > MOST_BYTES) {
                    throw new PollException("the answer is longer than " + (MOST_BYTES >> 20) + " MB");
                }
                if (System.nanoTime() - giveUp > 0) {
                    throw new PollException(
                            "the answer took longer than " + TimeUnit.NANOSECONDS.toSeconds(ANSWER_NANOS) + " s");
                }
            }
        }
        return page.toString(StandardCharsets.UTF_8);
    }

    /** A poll failed; the message says why. */
    static final class PollException extends Exception {
        private static final long serialVersionUID = 1;

        PollException(String why) {
            super(why, null, false, false);
        }
    }
}
