// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.formats.otlp.TestReceiver;
import io.agentprofiler.analyzer.formats.otlp.TestReceiver.Reply;
import io.agentprofiler.analyzer.formats.otlp.TestReceiver.Request;
import io.agentprofiler.analyzer.formats.otlp.send.Receiver.HttpAnswer;
import io.agentprofiler.analyzer.formats.otlp.send.Receiver.Waits;
import io.agentprofiler.analyzer.trace.pipeline.OutputRefusedException;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverTest {
    private static final Instant NOW = Instant.parse("2026-11-23T04:00:00Z");
    private static final byte[] REQUEST = TracesData.getDefaultInstance().toByteArray();

    private final List<Duration> slept = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private static Waits waits(long seed) {
        return new Waits(new Random(seed), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private Receiver receiver(String url) throws Exception {
        return new Receiver(Endpoint.of(url), Headers.of(List.of()), "1.0", notes::add, waits(1), slept::add);
    }

    private HttpAnswer post(Function<Request, Reply> answers) throws Exception {
        try (TestReceiver server = new TestReceiver(answers)) {
            return receiver(server.url()).post("application/x-protobuf", REQUEST);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void shouldTryAgainAfterWhatIsForLater(int status) throws Exception {
        HttpAnswer answer = post(request -> request.number() < 4 ? Reply.of(status, "busy") : Reply.ok());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(slept).hasSize(3);
        assertThat(notes).hasSize(3);
        assertThat(notes.get(0))
                .contains(" answered " + status + ": busy; again in ")
                .endsWith(", attempt 2 of 6");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 413, 500, 501})
    void shouldNotTryAgainAfterWhatIsNot(int status) throws Exception {
        assertThat(post(request -> Reply.of(status, "no")).status()).isEqualTo(status);
        assertThat(slept).isEmpty();
    }

    @Test
    void shouldGiveUpAfterSomeAttempts() {
        assertThatThrownBy(() -> post(request -> Reply.of(503, "busy")))
                .isInstanceOf(OutputRefusedException.class)
                .hasMessageMatching("http://[^ ]+/v1/traces answered 503: busy, 6 times");
        assertThat(slept).hasSize(5);
    }

    @Test
    void shouldTryAgainWhereThereIsNoAnswer() throws Exception {
        HttpAnswer answer = post(request -> request.number() == 1 ? null : Reply.ok());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(slept).hasSize(1);
        assertThat(notes.get(0)).contains(" did not answer (");
    }

    @Test
    void shouldGiveUpWhereNobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThatThrownBy(() -> receiver("http://127.0.0.1:" + port).post("application/json", REQUEST))
                .isInstanceOf(OutputRefusedException.class)
                .hasMessage("http://127.0.0.1:" + port
                        + "/v1/traces did not answer (nobody listens there, or the name is not known), 6 times");
    }

    @Test
    void shouldWaitTwiceAsLongEachTimeWithHalfOfItAtRandom() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            Duration most = Duration.ofSeconds(1L << attempt - 1);
            List<Duration> seen = new ArrayList<>();
            for (int seed = 0; seed < 50; seed++) {
                seen.add(waits(seed).after(attempt, null));
            }
            assertThat(seen).allSatisfy(wait -> assertThat(wait).isBetween(most.dividedBy(2), most));
            assertThat(seen.stream().distinct().count()).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|PT0S", " 12 |PT12S", "Mon, 23 Nov 2026 04:00:30 GMT|PT30S", "Mon, 23 Nov 2026 03:00:00 GMT|PT0S"
            })
    void shouldWaitAsLongAsTheReceiverSays(String header, Duration wait) {
        assertThat(waits(1).after(1, header)).isEqualTo(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "1.5", "99999999999"})
    void shouldWaitAsEverWhereItSaysNothingThatIsUnderstood(String header) {
        assertThat(waits(1).after(1, header)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }
}
