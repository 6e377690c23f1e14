// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.otlp.TestReceiver.Reply;
import io.agentprofiler.analyzer.formats.otlp.TestReceiver.Request;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command against a server in this JVM. */
class PushTest {
    private static final String KEY = "pk-lf-0123456789";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private Path run(int spans) {
        TestRun run = TestRun.run("shop-42-x").start(1, 0, 0, "agent", "top");
        for (int i = 2; i <= spans; i++) {
            run.span(i, 1, i, i + 1, "tool", "tool " + i);
        }
        return run.end(1, spans + 2).footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static Reply refuse(Request request, int status, String name) {
        boolean bad = request.spans().stream().anyMatch(span -> span.getName().equals(name));
        return bad ? Reply.of(status, "cannot store that") : Reply.ok();
    }

    private static List<Span> sorted(List<Span> spans) {
        return spans.stream()
                .sorted(Comparator.comparing(span -> Decoded.id(span.getSpanId())))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"protobuf,application/x-protobuf", "json,application/json"})
    void shouldSendWhatItWouldWrite(String encoding, String type) throws IOException {
        Path run = ExportRun.random(new Random(3), 30).write(directory.resolve("run/segment-000001.jsonl"));
        List<Span> written = Decoded.export(directory, run).spans();
        try (TestReceiver receiver = new TestReceiver(request -> Reply.ok())) {
            int code = analyzer.run(
                    "export",
                    "otlp",
                    "--endpoint",
                    receiver.url() + "/api/public/otel/",
                    "--encoding",
                    encoding,
                    "--header",
                    "Authorization=Basic " + KEY,
                    "--header",
                    "X-Project = weather",
                    run);

            assertThat(code).as(analyzer.err()).isEqualTo(ExitCode.OK);
            assertThat(sorted(receiver.taken())).isEqualTo(sorted(written));
            assertThat(receiver.requests()).allSatisfy(request -> {
                assertThat(request.path()).isEqualTo("/api/public/otel/v1/traces");
                assertThat(request.header("Content-type")).isEqualTo(type);
                assertThat(request.header("Content-encoding")).isEqualTo("gzip");
                assertThat(request.header("Authorization")).isEqualTo("Basic " + KEY);
                assertThat(request.header("X-project")).isEqualTo("weather");
                assertThat(request.header("User-agent")).startsWith("agent-profiler");
                assertThat(request.headers()).doesNotContainKey("Upgrade");
            });
            assertThat(analyzer.out())
                    .isEqualTo("Sent: 30 workflows, " + written.size() + " spans in "
                            + receiver.requests().size()
                            + (receiver.requests().size() == 1 ? " request" : " requests") + " to " + receiver.url()
                            + "/api/public/otel/v1/traces\n");
            assertThat(analyzer.err().lines())
                    .as("what is missing from the run, and nothing else")
                    .allMatch(line -> line.contains("without an end")
                            || line.contains("parent is not in the files")
                            || line.contains("went on after the first span had ended"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422, 500})
    void shouldLoseNothingButTheSpanThatIsRefused(int status) throws IOException {
        try (TestReceiver receiver = new TestReceiver(request -> refuse(request, status, "tool 700"))) {
            int code = analyzer.run("export", "otlp", "--endpoint", receiver.url(), run(1000));

            assertThat(code).isEqualTo(ExitCode.WARNED);
            assertThat(receiver.taken()).hasSize(999);
            assertThat(receiver.taken().stream().map(Span::getSpanId).distinct())
                    .hasSize(999);
            // halves of 488 spans: two requests on each of nine levels at most
            assertThat(receiver.requests()).hasSizeLessThan(22);
            assertThat(analyzer.err())
                    .contains("analyzer: tool 700 (span 00000000000002bc of trace 00000000000000000000000000000001) was"
                            + " refused: " + status + ": cannot store that")
                    .contains("analyzer: 1 span of 1,000 did not arrive");
            assertThat(analyzer.out()).startsWith("Sent: 1 workflow, 999 spans in ");
        }
    }

    @Test
    void shouldGiveUpWhereEverySpanIsRefused() throws IOException {
        try (TestReceiver receiver = new TestReceiver(request -> Reply.of(400, "what is that?"))) {
            analyzer.assertRefused(
                    receiver.url() + "/v1/traces refuses every span; the first: top (span 0000000000000001 of trace"
                            + " 00000000000000000000000000000001) was refused: 400: what is that?",
                    "export",
                    "otlp",
                    "--endpoint",
                    receiver.url(),
                    run(300));
            assertThat(receiver.requests()).hasSizeLessThan(60);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void shouldReportWhatAReceiverLeavesOut(String encoding) throws IOException {
        Function<Request, Reply> answers = request -> encoding.equals("json")
                ? Reply.of(200, "{\"partialSuccess\":{\"rejectedSpans\":\"2\",\"errorMessage\":\"too old\"}}")
                : Reply.partial(2, "too old");
        try (TestReceiver receiver = new TestReceiver(answers)) {
            int code = analyzer.run("export", "otlp", "--encoding", encoding, "--endpoint", receiver.url(), run(10));

            assertThat(code).isEqualTo(ExitCode.WARNED);
            assertThat(receiver.requests()).as("not sent again").hasSize(1);
            assertThat(analyzer.err())
                    .contains("analyzer: the receiver left out 2 spans: too old\n")
                    .contains("analyzer: 2 spans of 10 did not arrive\n");
            assertThat(analyzer.out()).startsWith("Sent: 1 workflow, 8 spans in 1 request to ");
        }
    }

    @Test
    void shouldPassAWarningOn() throws IOException {
        try (TestReceiver receiver = new TestReceiver(request -> Reply.partial(0, "sampled"))) {
            int code = analyzer.run("export", "otlp", "--endpoint", receiver.url(), run(10));

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(analyzer.err()).isEqualTo("analyzer: the receiver warns: sampled\n");
        }
    }

    @Test
    void shouldComeBackWhenTheReceiverSays() throws IOException {
        Function<Request, Reply> answers =
                request -> request.number() < 3 ? Reply.later(request.number() == 1 ? 429 : 503, "0") : Reply.ok();
        try (TestReceiver receiver = new TestReceiver(answers)) {
            int code = analyzer.run("export", "otlp", "--endpoint", receiver.url(), run(10));

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(receiver.requests()).hasSize(3);
            assertThat(receiver.taken()).hasSize(10);
            assertThat(analyzer.err().lines())
                    .containsExactly(
                            "analyzer: " + receiver.url() + "/v1/traces answered 429; again in 0 ns, attempt 2 of 6",
                            "analyzer: " + receiver.url() + "/v1/traces answered 503; again in 0 ns, attempt 3 of 6");
        }
    }

    @Test
    void shouldNotWaitForHours() throws IOException {
        try (TestReceiver receiver = new TestReceiver(request -> Reply.later(503, "7200"))) {
            analyzer.assertRefused(
                    receiver.url() + "/v1/traces answered 503 and asks to wait for 2h 00m, which is too long",
                    "export",
                    "otlp",
                    "--endpoint",
                    receiver.url(),
                    run(10));
        }
    }

    /** What a receiver says may repeat what it was sent. */
    @ParameterizedTest
    @CsvSource({
        "401,; it wants to know who sends: check --header",
        "404,; is the path right? The export puts /v1/traces behind it",
        "415,; try the other --encoding",
        "501,''"
    })
    void shouldGiveUpWithAdviceAndWithoutTheKey(int status, String advice) throws IOException {
        try (TestReceiver receiver = new TestReceiver(
                request -> Reply.of(status, "no access for " + request.header("Authorization") + "\n\u001b[31m"))) {
            analyzer.assertRefused(
                    receiver.url() + "/v1/traces answered " + status + ": no access for *** ***",
                    "export",
                    "otlp",
                    "--header",
                    "Authorization=Basic " + KEY,
                    "--endpoint",
                    receiver.url() + "?key=" + KEY,
                    run(300));
            assertThat(analyzer.err()).contains(advice).doesNotContain(KEY, "\u001b");
            assertThat(receiver.requests()).hasSize(1);
            assertThat(receiver.requests().get(0).path()).isEqualTo("/v1/traces?key=" + KEY);
        }
    }

    @Test
    void shouldNotTakeTheKeyElsewhere() throws IOException {
        try (TestReceiver other = new TestReceiver(request -> Reply.ok());
                TestReceiver receiver = new TestReceiver(
                        request -> new Reply(307, Map.of("Location", other.url() + "/v1/traces"), new byte[0]))) {
            analyzer.assertRefused(
                    receiver.url()
                            + "/v1/traces answered 307; it says that it has moved: name the new address with --endpoint",
                    "export",
                    "otlp",
                    "--header",
                    "Authorization=Basic " + KEY,
                    "--endpoint",
                    receiver.url(),
                    run(10));
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void shouldSayWhatWouldBeSentAndSendNothing() throws IOException {
        try (TestReceiver receiver = new TestReceiver(request -> Reply.ok())) {
            int code = analyzer.run(
                    "export",
                    "otlp",
                    "--dry-run",
                    "--header",
                    "Authorization=Basic " + KEY,
                    "--endpoint",
                    receiver.url() + "?key=" + KEY,
                    run(600));

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(receiver.requests()).isEmpty();
            assertThat(analyzer.out())
                    .startsWith("Would send: 1 workflow, 600 spans in 2 requests, ")
                    .contains("to: " + receiver.url() + "/v1/traces\n")
                    .contains("headers: Authorization (values are not shown)\n")
                    .contains("encoding: protobuf, compressed\n")
                    .contains("profile: both\n")
                    .contains("content: none")
                    .doesNotContain(KEY);
        }
        Path out = directory.resolve("out.jsonl");
        assertThat(analyzer.run("export", "otlp", "--dry-run", "--out", out, run(10)))
                .isZero();
        assertThat(analyzer.out())
                .startsWith("Would write: 1 workflow, 10 spans in 1 request, ")
                .contains("to: " + out);
        assertThat(out).doesNotExist();
    }

    /** Nobody speaks TLS there: waiting does not help. */
    @Test
    void shouldGiveUpWhereThereIsNoSecureConnection() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> answerInPlainText(plain));
            answers.start();
            String url = "https://127.0.0.1:" + plain.getLocalPort();

            // the HTTP client may notice that the connection ended before it tells why: then it is tried again
            assertThat(analyzer.run("export", "otlp", "--endpoint", url, run(2)))
                    .isEqualTo(ExitCode.BAD_INPUT);

            assertThat(analyzer.err().lines().filter(line -> !line.contains(" did not answer (")))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("analyzer: no secure connection to " + url + "/v1/traces: ")
                            .doesNotContain("Exception"));
            plain.close();
            answers.join();
        }
    }

    /** Answers each connection until the socket is closed. */
    private static void answerInPlainText(ServerSocket plain) {
        while (!plain.isClosed()) {
            try (Socket connection = plain.accept()) {
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                connection.getOutputStream().flush();
                // reads on, so that closing does not reset the connection before the answer is read
                connection.getInputStream().readAllBytes();
            } catch (SocketException e) {
                // the client ended the connection, or the test the socket
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
