// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.jfr.FlightRun;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTable;
import io.agentprofiler.shared.forecast.StageTarget;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which stages workflows go through, and that nothing is told of others. */
class ForecastSinkTest {
    private static final Rule AGENT = FlightRun.rule(SpanKind.AGENT);
    private static final Rule LLM = FlightRun.rule(SpanKind.LLM);
    private static final Rule TOOL = FlightRun.rule(SpanKind.TOOL);
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final List<StageForecast> told = new ArrayList<>();
    private final ForecastSink sink = new ForecastSink(new StageLookup(model()), List.of(new TraceSink() {
        @Override
        public boolean start(SpanStart start) {
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            return true;
        }

        @Override
        public boolean end(SpanEnd end) {
            return true;
        }

        @Override
        public void forecast(StageForecast forecast) {
            told.add(forecast);
        }

        @Override
        public void counters(PipelineCounters.Snapshot counters) {}

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot counters) {}
    }));
    private long ids = 1;

    /** Tells as many calls to go as the stage's group is long: after up to 300 calls. */
    private static StageModel model() {
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        for (int ended = 0; ended < 300; ended++) {
            groups.put("plan\u001f" + ended, List.of(300.0 - ended, 300.0, 300.0, 300.0, 300.0));
        }
        return new StageModel(
                5,
                StageModel.UNKNOWN,
                List.of(new StageModel.Target(StageTarget.CALLS, new StageTable(groups), null)),
                new NextTools(new TreeMap<>()));
    }

    private Span span(Rule rule, Span parent, long trace) {
        return new Span(rule, new Span.Site("acme.Work", "run", new String[0][]), parent, 7, trace, ids++, 0, false);
    }

    private Span start(Rule rule, Span parent, long trace, String name, Map<String, Object> attributes) {
        SpanStart start = new SpanStart();
        start.span = span(rule, parent, trace);
        start.parentId = parent == null ? 0 : parent.id;
        start.epochNanos = START;
        start.name = name;
        start.attributes.putAll(attributes);
        assertThat(sink.start(start)).isTrue();
        start.span.name = name;
        return start.span;
    }

    private void end(Span span, double seconds, Map<String, Object> attributes) {
        SpanEnd end = new SpanEnd();
        end.span = span;
        end.name = span.name;
        end.epochNanos = START + (long) (seconds * SECOND);
        end.status = SpanEnd.Status.OK;
        end.attributes.putAll(attributes);
        assertThat(sink.end(end)).isTrue();
    }

    private List<Stage> stages() {
        return told.stream().map(one -> one.outlook().stage()).toList();
    }

    @Test
    void shouldTellWhereAWorkflowIs() {
        Span root = start(AGENT, null, 1, "plan", Map.of());
        Span model = start(LLM, root, 1, "chat", Map.of("gen_ai.request.model", "gpt-4o"));
        end(model, 1, Map.of("gen_ai.usage.input_tokens", 100L, "gen_ai.usage.output_tokens", 10L));
        Span search = start(TOOL, root, 1, "run search", Map.of("gen_ai.tool.name", "search"));
        end(search, 1.5, Map.of());
        Span other = start(TOOL, root, 1, "book", Map.of());
        end(other, 2, Map.of());
        Span late = start(LLM, root, 1, "chat", Map.of());
        end(late, 2.5, Map.of("gen_ai.response.model", "gpt-4o-mini"));
        end(root, 3, Map.of());

        assertThat(stages())
                .containsExactly(
                        new Stage("plan", 0, 0, "", 0, -1, -1),
                        new Stage("plan", 1, 1, "llm gpt-4o", 1, 100, 10),
                        new Stage("plan", 2, 1, "tool search", 1.5, 100, 10),
                        new Stage("plan", 3, 1, "tool book", 2, 100, 10),
                        new Stage("plan", 4, 2, "llm gpt-4o-mini", 2.5, -1, -1));
        assertThat(told).extracting(StageForecast::span).containsExactly(root, model, search, other, late);
        assertThat(told.get(1).epochNanos()).isEqualTo(START + SECOND);
        assertThat(told.get(1).outlook().forecast(StageTarget.CALLS).value()).isEqualTo(300);
        assertThat(told.get(1).outlook().forecast(StageTarget.USD)).isNull();
    }

    @Test
    void shouldCountNoWrapperAndNothingElse() {
        Span root = start(AGENT, null, 1, "plan", Map.of());
        Span wrapper = start(LLM, root, 1, "chat", Map.of());
        Span model = start(LLM, wrapper, 1, "chat", Map.of());
        end(model, 1, Map.of());
        end(wrapper, 1, Map.of("agentprofiler.wrapper", true));
        end(start(FlightRun.rule(SpanKind.RETRIEVAL), root, 1, "find", Map.of()), 2, Map.of());

        assertThat(stages()).extracting(Stage::ended).containsExactly(0, 1);
        assertThat(stages().get(1).last()).isEqualTo("llm (unknown model)");
    }

    @Test
    void shouldSayNothingOfWhatTheModelDoesNotKnow() {
        Span root = start(AGENT, null, 1, "trip", Map.of());
        end(start(LLM, root, 1, "chat", Map.of()), 1, Map.of());
        end(root, 2, Map.of());
        // a part of another workflow that is called like one that is known
        start(AGENT, root, 1, "plan", Map.of());

        assertThat(told).isEmpty();
    }

    @Test
    void shouldKeepWorkflowsApartAndTakeThoseThatBeginElsewhere() {
        Span one = start(AGENT, null, 1, "plan", Map.of());
        Span two = start(AGENT, span(null, null, 2), 2, "plan", Map.of("agentprofiler.remote_parent", true));
        end(start(LLM, two, 2, "chat", Map.of()), 1, Map.of());
        end(start(LLM, one, 1, "chat", Map.of()), 1, Map.of());
        end(start(LLM, one, 1, "chat", Map.of()), 2, Map.of());
        end(one, 3, Map.of());
        // what goes on after the workflow's end is told of no more
        end(start(LLM, one, 1, "chat", Map.of()), 4, Map.of());

        assertThat(told)
                .extracting(one2 ->
                        one2.span().traceLow + ":" + one2.outlook().stage().ended())
                .containsExactly("1:0", "2:0", "2:1", "1:1", "1:2");
    }

    @Test
    void shouldForgetTheOldestOfTooManyAndStopAtTheLastStage() {
        Span first = start(AGENT, null, 0, "plan", Map.of());
        for (int i = 1; i <= ForecastSink.MOST_WORKFLOWS; i++) {
            start(AGENT, null, i, "plan", Map.of());
        }
        told.clear();
        end(start(LLM, first, 0, "chat", Map.of()), 1, Map.of());
        assertThat(told).isEmpty();

        Span last = start(AGENT, null, -1, "plan", Map.of());
        for (int i = 0; i < 250; i++) {
            end(start(LLM, last, -1, "chat", Map.of()), 1, Map.of());
        }
        assertThat(told).hasSize(Stage.MOST);
    }
}
