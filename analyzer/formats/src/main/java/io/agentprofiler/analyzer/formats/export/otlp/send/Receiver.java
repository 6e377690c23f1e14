// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.send;

import io.agentprofiler.analyzer.formats.export.Fields;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.pipeline.OutputRefusedException;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * Sends a request until there is an answer to it: again after those that OTLP says are for later, and where there is no connection.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Receiver {
    private static final int MOST_SHOWN = 200;
    private static final int STATUS_MESSAGE = 2;

    private final Http http;
    private final Endpoint endpoint;
    private final Headers headers;
    private final Waits waits;
    private final Sleeper sleeper;
    private final Consumer<String> notes;

    /** Lets time pass. */
    interface Sleeper {
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * Describes a receiver.
     *
     * @param version of the sender, or {@code null}
     * @param notes takes a line for each wait
     */
    public Receiver(Endpoint endpoint, Headers headers, String version, Consumer<String> notes) {
        this(
                endpoint,
                headers,
                version,
                notes,
                new Waits(ThreadLocalRandom.current(), Clock.systemUTC()),
                time -> Thread.sleep(time.toMillis()));
    }

    Receiver(Endpoint endpoint, Headers headers, String version, Consumer<String> notes, Waits waits, Sleeper sleeper) {
        this.http = new Http(endpoint, headers, version);
        this.endpoint = endpoint;
        this.headers = headers;
        this.waits = waits;
        this.sleeper = sleeper;
        this.notes = notes;
    }

    /**
     * Sends a request.
     *
     * @throws OutputRefusedException when there is no answer, or only such that are for later
     */
    Answer post(String mediaType, byte[] request) throws IOException {
        byte[] zipped = Http.zip(request);
        for (int attempt = 1; ; attempt++) {
            Answer answer = null;
            String problem;
            try {
                answer = http.post(mediaType, zipped);
                if (!answer.isForLater()) {
                    return answer;
                }
                problem = "answered " + status(answer);
            } catch (SSLException e) {
                throw new OutputRefusedException("no secure connection to " + endpoint + ": " + Reasons.of(e));
            } catch (IOException e) {
                problem = "did not answer (" + headers.withoutSecrets(reason(e)) + ")";
            } catch (InterruptedException e) {
                throw interrupted();
            }
            waitFor(attempt, problem, answer == null ? null : answer.retryAfter());
        }
    }

    private void waitFor(int attempt, String problem, String retryAfter) {
        if (attempt == Waits.ATTEMPTS) {
            throw new OutputRefusedException(endpoint + " " + problem + ", " + attempt + " times");
        }
        Duration wait = waits.after(attempt, retryAfter);
        if (wait.compareTo(Waits.LONGEST) > 0) {
            throw new OutputRefusedException(endpoint + " " + problem + " and asks to wait for "
                    + Units.duration(wait.toNanos()) + ", which is too long");
        }
        notes.accept(endpoint + " " + problem + "; again in " + Units.duration(wait.toNanos()) + ", attempt "
                + (attempt + 1) + " of " + Waits.ATTEMPTS);
        try {
            sleeper.sleep(wait);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static OutputRefusedException interrupted() {
        Thread.currentThread().interrupt();
        return new OutputRefusedException("interrupted");
    }

    /** The JDK's client says nothing of some failures but their type. */
    private static String reason(IOException failure) {
        return failure.getMessage() == null || failure.getMessage().isBlank()
                ? switch (failure.getClass().getSimpleName()) {
                    case "ConnectException" -> "nobody listens there, or the name is not known";
                    default -> failure.getClass().getSimpleName();
                }
                : failure.getMessage();
    }

    /** Returns an answer's status with the beginning of what was said, for people. */
    String status(Answer answer) {
        String said = shown(said(answer.body()));
        return answer.status() + (said.isEmpty() ? "" : ": " + said);
    }

    /** Returns the beginning of what the receiver said, for people. */
    String shown(String text) {
        String clean = headers.withoutSecrets(text).strip();
        return Texts.safe(clean.length() > MOST_SHOWN ? clean.substring(0, MOST_SHOWN) + "..." : clean);
    }

    /** Failures come as text or JSON, or as a {@code google.rpc.Status}, whose message is the second field. */
    private static String said(byte[] body) {
        String message = Fields.of(body).text(STATUS_MESSAGE);
        return message.isEmpty() ? new String(body, StandardCharsets.UTF_8) : message;
    }

    Endpoint endpoint() {
        return endpoint;
    }
}
