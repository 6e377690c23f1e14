// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.send;

import io.agentprofiler.analyzer.formats.otlp.wire.ProtobufEncoding;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.pipeline.OutputRefusedException;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
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
    HttpAnswer post(String mediaType, byte[] request) throws IOException {
        byte[] zipped = Http.zip(request);
        for (int attempt = 1; ; attempt++) {
            HttpAnswer answer = null;
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
    String status(HttpAnswer answer) {
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
        String message = ProtobufEncoding.text(body, STATUS_MESSAGE);
        return message.isEmpty() ? new String(body, StandardCharsets.UTF_8) : message;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** One attempt to send a request. Redirects are not followed: headers with keys are for the one who was named. */
    private static final class Http {
        private static final Duration CONNECT = Duration.ofSeconds(10);
        private static final Duration ANSWER = Duration.ofSeconds(60);
        private static final int MOST_READ = 64 * 1024;

        private final HttpClient client;
        private final Endpoint endpoint;
        private final Headers headers;
        private final String userAgent;

        Http(Endpoint endpoint, Headers headers, String version) {
            this.endpoint = endpoint;
            this.headers = headers;
            this.userAgent = "agent-profiler" + (version == null ? "" : "/" + version);
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(CONNECT);
            if (ProxySelector.getDefault() != null) {
                builder.proxy(ProxySelector.getDefault());
            }
            this.client = builder.build();
        }

        /**
         * Sends a request.
         *
         * @throws IOException when there is no answer
         */
        HttpAnswer post(String mediaType, byte[] zipped) throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.uri())
                    .timeout(ANSWER)
                    .header("Content-Type", mediaType)
                    .header("Content-Encoding", "gzip")
                    .setHeader("User-Agent", userAgent)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(zipped));
            headers.values().forEach(request::setHeader);
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return new HttpAnswer(
                        response.statusCode(),
                        response.headers().firstValue("Retry-After").orElse(null),
                        response.headers().firstValue("Location").orElse(null),
                        body.readNBytes(MOST_READ));
            }
        }

        /** Returns bytes compressed. */
        static byte[] zip(byte[] bytes) throws IOException {
            ByteArrayOutputStream zipped = new ByteArrayOutputStream(bytes.length / 4);
            try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
                out.write(bytes);
            }
            return zipped.toByteArray();
        }
    }

    /**
     * How long to wait before the next attempt: twice as long each time, half of it at random, so that many senders do not come back at once;
     * or as long as the receiver says.
     *
     * @param random for the half
     * @param clock by which a receiver's time of day is taken
     */
    record Waits(RandomGenerator random, Clock clock) {
        /** How often a request is sent. */
        static final int ATTEMPTS = 6;
        /** How long a receiver may ask to wait. */
        static final Duration LONGEST = Duration.ofMinutes(5);

        private static final Duration FIRST = Duration.ofSeconds(1);

        /**
         * Returns the wait after an attempt that failed.
         *
         * @param attempt its number, from 1
         * @param retryAfter what the receiver asked for, or {@code null}
         */
        Duration after(int attempt, String retryAfter) {
            Duration asked = asked(retryAfter);
            if (asked != null) {
                return asked;
            }
            long half = FIRST.toMillis() << attempt - 1 >> 1;
            return Duration.ofMillis(half + random.nextLong(half + 1));
        }

        /** Reads seconds or a date; anything else asks for nothing. */
        private Duration asked(String retryAfter) {
            if (retryAfter == null) {
                return null;
            }
            String text = retryAfter.strip();
            if (text.matches("\\d{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(text));
            }
            try {
                Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                Duration wait = Duration.between(clock.instant(), until);
                return wait.isNegative() ? Duration.ZERO : wait;
            } catch (DateTimeParseException e) {
                return null;
            }
        }
    }

    /**
     * What a receiver answered to one attempt.
     *
     * @param status the status of HTTP
     * @param retryAfter what the header of that name says, or {@code null}
     * @param location where it says to go instead, or {@code null}
     * @param body the beginning of what it said
     */
    record HttpAnswer(int status, String retryAfter, String location, byte[] body) {
        /** By OTLP's specification the only ones after which to try again. */
        private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

        /** What may be the fault of one span: it cannot be read or stored, or makes the request too large. */
        private static final Set<Integer> OF_THE_SPANS = Set.of(400, 413, 422, 500);

        private static final int OK_FROM = 200;
        private static final int OK_TO = 299;

        boolean isTaken() {
            return status >= OK_FROM && status <= OK_TO;
        }

        boolean isForLater() {
            return AGAIN.contains(status);
        }

        boolean mayBeOneSpan() {
            return OF_THE_SPANS.contains(status);
        }
    }
}
