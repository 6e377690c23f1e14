// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.bench;

import com.sun.management.ThreadMXBean;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.Engine;
import io.agentprofiler.agent.engine.RuleFixture;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.replay.Replay;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * What a call costs its thread that a recording answers, and one that it does not, in nanoseconds and bytes. The call's span is not
 * in it: it costs what it costs without replay.
 *
 * <p>Run with {@code java -cp ... io.agentprofiler.agent.bench.ReplayCost}.
 */
public final class ReplayCost {
    private static final int BURST = 500;
    private static final int ROUNDS = 400;
    private static final int RECORDED = 100;
    private static final int OFFERS = 10;
    private static final String HEADER =
            "{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"settings\":{\"content\":\"full\"}}\n";
    private static final String OFFER = "{\"article\":\"pens\",\"price\":\"1.50\",\"pieces\":12}";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Engine engine;
    private final StringBuilder lines = new StringBuilder(HEADER);
    private int spans;

    private ReplayCost(Path directory) throws Exception {
        for (int i = 0; i < RECORDED; i++) {
            record("price", i, "250");
            record("name", i, "\"a name of some length\"");
            record("note", i, null);
            record("offers", i, "[" + String.join(",", Collections.nCopies(OFFERS, OFFER)) + "]");
        }
        Files.writeString(directory.resolve("segment-000001.jsonl"), lines);
        List<Rule> rules = TraceSpec.parse("agentprofiler.trace", Stock.class.getName() + "#*")
                .rules();
        RuleStates states = new RuleStates(rules, (index, reason) -> {
            throw new AssertionError(reason);
        });
        engine = new Engine(
                states,
                RuleFixture.reactive(),
                null,
                EventRing.unread(1024, new PipelineCounters()),
                FlightSpans.OFF,
                1,
                true);
        engine.answerFrom(Replay.open(directory.toString(), rules, ReplaySpeed.INSTANT, false, false));
    }

    private void record(String method, int number, String result) {
        String id = "%016x".formatted(++spans);
        lines.append("{\"event\":\"SPAN_START\",\"trace\":\"1\",\"span\":\"").append(id);
        lines.append("\",\"t\":1,\"kind\":\"function\",\"name\":\"Stock.").append(method);
        lines.append("\",\"rule\":\"trace/x\",\"attributes\":{\"agentprofiler.input\":{\"arg0\":\"article ");
        lines.append(number)
                .append("\"}}}\n{\"event\":\"SPAN_END\",\"span\":\"")
                .append(id);
        lines.append("\",\"t\":2,\"status\":\"ok\",\"attributes\":{");
        lines.append(result == null ? "" : "\"agentprofiler.output\":" + result).append("}}\n");
    }

    /** Prints the figures. */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("replay-cost");
        ReplayCost cost = new ReplayCost(directory);
        // of a call that is not recorded nothing but the answer is asked for
        ThreadContext.get().current = Span.UNSAMPLED;
        for (int pass = 0; pass < 2; pass++) {
            cost.measure("a number", "price", int.class, "article 7");
            cost.measure("a text", "name", String.class, "article 7");
            cost.measure("nothing", "note", void.class, "article 7");
            cost.measure("a list of " + OFFERS + " records", "offers", List.class, "article 7");
            cost.measure("not recorded, and so made", "price", int.class, "another article");
            cost.measure("never made again", "anything", Object.class, "article 7");
        }
        Files.delete(directory.resolve("segment-000001.jsonl"));
        Files.delete(directory);
    }

    private void measure(String what, String method, Class<?> returns, String argument) {
        ReplayPoint point = engine.replayPoint(
                0, Stock.class, method, MethodType.methodType(returns, String.class), new String[][] {{}});
        double[] nanos = new double[ROUNDS];
        double bytes = 0;
        boolean answered = false;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            for (int i = 0; i < BURST; i++) {
                answered = point.answer(null, null, argument, null, null, null, null, null, null, null) != null;
            }
            nanos[round] = (double) (System.nanoTime() - begin) / BURST;
            bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / BURST;
        }
        double[] warm = Arrays.copyOfRange(nanos, ROUNDS / 2, ROUNDS);
        Arrays.sort(warm);
        System.out.printf(
                "%-28s %8.0f ns (p50), %8.0f (p90); %6.0f bytes; %s%n",
                what, warm[warm.length / 2], warm[warm.length * 9 / 10], bytes, answered ? "answered" : "made");
    }

    /** What is answered; its bodies never run here. */
    interface Stock {
        int price(String article);

        String name(String article);

        void note(String article);

        List<Offer> offers(String article);

        Object anything(String article);
    }

    record Offer(String article, BigDecimal price, int pieces) {}
}
