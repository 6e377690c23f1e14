// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.ModelServerSample.Figures;
import io.agentprofiler.agent.event.ServerFigures;
import io.agentprofiler.agent.stats.TraceClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ModelServerPollerTest {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String NO_METRICS = "the answer has no metrics of vLLM, SGLang or SkyRL";
    private static final Figures VLLM = ServerFigures.of("vllm", "m", 1, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1);

    private final List<ModelServerSample> samples = new CopyOnWriteArrayList<>();
    private final List<HttpExchange> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int status = 200;
    private volatile String location;
    private volatile String page = "vllm:num_requests_running{model_name=\"m\"} 2";
    private ModelServerPoller poller;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange);
            boolean redirect =
                    location != null && exchange.getRequestURI().getPath().equals("/metrics");
            if (redirect) {
                exchange.getResponseHeaders().add("Location", location);
            }
            byte[] body = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(redirect ? 307 : status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        if (poller != null) {
            poller.stop();
        }
        server.stop(0);
        await().until(() -> threads().isEmpty());
    }

    @Test
    void shouldPollAgainAndAgain() {
        TraceClock clock = TraceClock.now();
        poll(clock, base());
        await().until(() -> samples.size() >= 3);

        assertThat(samples).allSatisfy(sample -> {
            assertThat(sample.endpoint()).isEqualTo(base());
            assertThat(sample.isUp()).isTrue();
            assertThat(sample.figures()).isEqualTo(VLLM);
        });
        assertThat(samples).extracting(ModelServerSample::epochNanos).isSorted();
        assertThat(samples.get(0).epochNanos()).isGreaterThanOrEqualTo(clock.epochNanos());
        HttpExchange first = asked.get(0);
        assertThat(first.getRequestMethod()).isEqualTo("GET");
        assertThat(first.getRequestURI()).hasToString("/metrics");
        assertThat(first.getRequestHeaders().getFirst("Connection")).isEqualTo("close");
        assertThat(first.getRequestHeaders()).doesNotContainKey("Authorization");
    }

    @Test
    void shouldGiveASampleForEachModel() {
        page = "vllm:num_requests_running{model_name=\"a\"} 1\nvllm:num_requests_running{model_name=\"b\"} 2\n";
        poll(base());
        await().until(() -> samples.size() >= 2);
        assertThat(List.copyOf(samples).subList(0, 2))
                .extracting(sample ->
                        sample.figures().model() + " " + sample.figures().running())
                .containsExactly("a 1", "b 2");
        assertThat(samples.get(0).epochNanos()).isEqualTo(samples.get(1).epochNanos());
    }

    /** The server counts on between the lines of a page, and is started anew in the end: what it says is what is told. */
    @Test
    void shouldTellCountersAsTheyAreWhileTheyChange() throws IOException {
        AtomicLong counter = new AtomicLong(1000);
        server.removeContext("/");
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                for (String name :
                        List.of("prefix_cache_queries_total", "prefix_cache_hits_total", "num_requests_running")) {
                    String line = "vllm:" + name + "{model_name=\"m\"} " + counter.getAndIncrement() + "\n";
                    body.write(line.getBytes(StandardCharsets.UTF_8));
                    body.flush();
                }
            }
            if (counter.get() > 1008) {
                counter.set(1);
            }
        });
        poll(base());
        await().until(() -> samples.size() >= 5);

        assertThat(List.copyOf(samples).subList(0, 5))
                .extracting(sample -> sample.figures().prefixQueries() + " "
                        + sample.figures().prefixHits() + " " + sample.figures().running())
                .containsExactly("1000 1001 1002", "1003 1004 1005", "1006 1007 1008", "1 2 3", "4 5 6");
    }

    @Test
    void shouldAskSglangOnceForTheSizeOfItsCache() {
        page = "sglang:num_used_tokens{model_name=\"m\"} 400";
        List<String> infos = new CopyOnWriteArrayList<>();
        server.createContext("/get_server_info", exchange -> {
            infos.add(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] info = "{\"model_path\":\"m\",\"internal_states\":[{\"max_total_num_tokens\":\"442353\"}]}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, info.length);
            exchange.getResponseBody().write(info);
            exchange.close();
        });
        poll(base().replace("http://", "http://me:s3cret@"));
        await().until(() -> samples.size() >= 3);

        assertThat(samples)
                .allSatisfy(sample ->
                        assertThat(sample.figures().cache()).isEqualTo(new ModelServerSample.Cache(442353, 400, -1)));
        assertThat(infos).containsExactly("Basic bWU6czNjcmV0");
    }

    @Test
    void shouldNotMindASglangThatDoesNotSayHowLargeItsCacheIs() {
        page = "sglang:num_used_tokens{model_name=\"m\"} 400";
        poll(base());
        await().until(() -> samples.size() >= 3);
        assertThat(samples)
                .allSatisfy(sample ->
                        assertThat(sample.figures().cache()).isEqualTo(new ModelServerSample.Cache(-1, 400, -1)));
        assertThat(asked.stream().map(exchange -> exchange.getRequestURI().getPath()))
                .containsOnlyOnce("/get_server_info", "/server_info");
    }

    @Test
    void shouldAuthenticateAndKeepTheSecretToItself() {
        status = 401;
        poll(base().replace("http://", "http://me:s3cret@") + "/private?token=s3cret");
        await().until(() -> !samples.isEmpty());
        assertThat(asked.get(0).getRequestHeaders().getFirst("Authorization")).isEqualTo("Basic bWU6czNjcmV0");
        assertThat(asked.get(0).getRequestURI()).hasToString("/private?token=s3cret");
        assertThat(samples.get(0).toString()).doesNotContain("s3cret");
        assertThat(samples.get(0).endpoint()).isEqualTo(base() + "/private");
        assertThat(samples.get(0).failure()).isEqualTo("HTTP 401");
    }

    @Test
    void shouldFollowARedirectionWithinTheServer() {
        location = "/metrics/";
        poll(base());
        await().until(() -> !samples.isEmpty());
        assertThat(samples.get(0).figures()).isEqualTo(VLLM);
    }

    @Test
    void shouldNotFollowARedirectionElsewhere() {
        location = "http://127.0.0.1:1/metrics";
        poll(base());
        await().until(() -> !samples.isEmpty());
        assertThat(samples.get(0).failure()).isEqualTo("HTTP 307 to another server, which is not followed");
    }

    @Test
    void shouldSayWhatAFailedPollFailedOf() {
        status = 503;
        poll(base());
        await().until(() -> !samples.isEmpty());
        status = 200;
        page = "<html>";
        await().until(() -> samples.stream().anyMatch(sample -> NO_METRICS.equals(sample.failure())));
        page = "vllm:num_requests_running{model_name=\"m\"} 2";
        await().until(() -> samples.get(samples.size() - 1).isUp());

        assertThat(samples.get(0).failure()).isEqualTo("HTTP 503");
        assertThat(samples.get(samples.size() - 1).figures()).isEqualTo(VLLM);
    }

    @Test
    void shouldNotLetADeadServerDisturbAnother() throws IOException {
        // bound, so that nobody else gets the port, and not listening
        try (Socket held = new Socket()) {
            held.bind(new InetSocketAddress(LOOPBACK, 0));
            String dead = "http://" + LOOPBACK + ":" + held.getLocalPort();
            poll(dead, base());
            await().until(() -> samples.stream().filter(ModelServerSample::isUp).count() >= 5);
            assertThat(samples)
                    .filteredOn(sample -> !sample.isUp())
                    .isNotEmpty()
                    .allSatisfy(sample -> {
                        assertThat(sample.endpoint()).isEqualTo(dead);
                        assertThat(sample.failure()).isEqualTo("no connection: nobody listens there");
                    });
        }
    }

    @Test
    void shouldNotTakeMoreThanAMetricsPageCanBe() {
        page = "x".repeat(9 << 20);
        poll(base());
        await().until(() -> !samples.isEmpty());
        assertThat(samples.get(0).failure()).isEqualTo("the answer is longer than 8 MB");
    }

    @Test
    void shouldNotAskTheApplicationsProxy() {
        ProxySelector applications = ProxySelector.getDefault();
        List<URI> proxied = new CopyOnWriteArrayList<>();
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                proxied.add(uri);
                return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                // nothing is proxied
            }
        });
        try {
            poll(base());
            await().until(() -> !samples.isEmpty());
        } finally {
            ProxySelector.setDefault(applications);
        }
        assertThat(proxied).isEmpty();
    }

    @Test
    void shouldLeaveNoThreadBehind() {
        poll(base());
        await().until(() -> !samples.isEmpty());
        assertThat(threads()).singleElement().satisfies(thread -> {
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getContextClassLoader()).isNull();
        });
        poller.stop();
        await().until(() -> threads().isEmpty());
    }

    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(ModelServerPoller.THREAD_NAME))
                .toList();
    }

    private String base() {
        return "http://" + LOOPBACK + ":" + server.getAddress().getPort();
    }

    private void poll(String... addresses) {
        poll(TraceClock.now(), addresses);
    }

    private void poll(TraceClock clock, String... addresses) {
        poller = ModelServerPoller.start(List.of(addresses), 100, clock, samples::add);
    }
}
