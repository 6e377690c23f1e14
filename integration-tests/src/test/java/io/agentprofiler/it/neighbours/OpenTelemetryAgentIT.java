// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The OpenTelemetry Java agent beside ours: it weaves HTTP clients and executors, as we do. */
class OpenTelemetryAgentIT {
    /** Who comes first on the command line, and the JDK. */
    enum Order {
        FIRST,
        LAST
    }

    private static final Pattern SPAN = Pattern.compile(
            "LoggingSpanExporter - ('.*') : (\\p{XDigit}{32}) \\p{XDigit}{16} (\\w+) \\[tracer: ([^:]+):");

    static List<Object[]> orders() {
        List<Object[]> onlyInFull = new ArrayList<>();
        if (Breadth.isFull() && Jdks.newest().feature() != Jdks.current().feature()) {
            onlyInFull.add(new Object[] {Order.FIRST, Jdks.current()});
        }
        if (Breadth.isVerified() && !onlyInFull.isEmpty()) {
            return onlyInFull;
        }
        List<Object[]> orders = new ArrayList<>();
        orders.add(new Object[] {Order.LAST, Jdks.current()});
        orders.add(new Object[] {Order.FIRST, Jdks.newest()});
        orders.addAll(onlyInFull);
        return orders;
    }

    @ParameterizedTest(name = "OpenTelemetry {0}, {1}")
    @MethodSource("orders")
    void shouldLoseNothingAndDoubleNothing(Order order, Jdk jdk, @TempDir Path dir) {
        TripRun run = TripRun.of("com.example.trip.LangChain4jTrip", dir)
                .on(jdk)
                .beside(process -> withOpenTelemetry(process, order));

        ProcessResult alone = run.plain();
        ProcessResult both = run.traced();

        assertThat(both.out()).isEqualTo(alone.out());
        assertThat(both.exitCode()).isEqualTo(alone.exitCode()).isZero();
        assertThat(spans(alone)).as("%s", alone).containsEntry("'POST' CLIENT io.opentelemetry.java-http-client", 10);
        assertThat(spans(both)).as("%s", both).isEqualTo(spans(alone));
        assertThat(complaints(both)).isEqualTo(complaints(alone));
    }

    private static AgentProcess withOpenTelemetry(AgentProcess process, Order order) {
        String agent = "-javaagent:" + Artifacts.otherAgent("opentelemetry-javaagent");
        process.property("otel.traces.exporter", "console")
                .property("otel.metrics.exporter", "none")
                .property("otel.logs.exporter", "none")
                .property("otel.service.name", "trip");
        return order == Order.FIRST ? process.jvm(agent) : process.jvmAfterAgent(agent);
    }

    /** Returns the spans OpenTelemetry exported, with how often, and how many traces they are of. */
    private static Map<String, Integer> spans(ProcessResult result) {
        Map<String, Integer> spans = new LinkedHashMap<>();
        Matcher matcher = SPAN.matcher(result.err());
        List<String> traces = new ArrayList<>();
        while (matcher.find()) {
            spans.merge(matcher.group(1) + " " + matcher.group(3) + " " + matcher.group(4), 1, Integer::sum);
            traces.add(matcher.group(2));
        }
        spans.put("traces", (int) traces.stream().distinct().count());
        return spans;
    }

    private static List<String> complaints(ProcessResult result) {
        return result.err()
                .lines()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR ") || line.contains("xception"))
                .map(line -> line.replaceFirst("^\\[otel\\.javaagent [^\\]]*\\] ", ""))
                .toList();
    }
}
