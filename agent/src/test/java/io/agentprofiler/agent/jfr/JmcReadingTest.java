// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IDescribable;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.ICanonicalAccessorFactory;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Reads a recording with the parser of JDK Mission Control: what it makes of our events is what its user sees. */
class JmcReadingTest {
    private static final Rule LLM = FlightRun.rule(SpanKind.LLM);

    @TempDir
    Path directory;

    private IItemCollection recorded() throws Exception {
        Recording recording = new Recording();
        try (FlightRun run = new FlightRun()) {
            recording.start();
            Span span = run.open(LLM, null, "chat gpt-4o", Map.of("gen_ai.request.model", "gpt-4o"));
            run.chunk(span, 100, 3);
            run.leave(span);
            run.end(span, Status.OK, null, Map.of("gen_ai.usage.input_tokens", 120L));
            Thread consumer = new Thread(() -> run.drain(0), "consumer");
            consumer.start();
            consumer.join();
            return JfrLoaderToolkit.loadEvents(
                    FlightReading.stop(recording, directory).toFile());
        }
    }

    private static IItemIterable only(IItemCollection events, String type) {
        List<IItemIterable> found =
                events.apply(ItemFilters.type(type)).stream().toList();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).getItemCount()).isEqualTo(1);
        return found.get(0);
    }

    private static <T> T value(IItemIterable items, ICanonicalAccessorFactory<T> attribute) {
        IMemberAccessor<T, IItem> accessor = attribute.getAccessor(items.getType());
        assertThat(accessor).as(attribute.getIdentifier()).isNotNull();
        return accessor.getMember(items.iterator().next());
    }

    private static String text(IItemIterable items, String field) {
        return value(items, Attribute.attr(field, UnitLookup.PLAIN_TEXT));
    }

    @Test
    void shouldShowTypesUnderOurCategory() throws Exception {
        IType<IItem> type = only(recorded(), "agentprofiler.Llm").getType();

        assertThat(type.getName()).isEqualTo("Model Call");
        assertThat(type.getAttributes())
                .extracting(IDescribable::getName)
                .contains("Trace Id", "Span Key", "Requested Model", "Input Tokens", "First Chunk", "Thread");
    }

    @Test
    void shouldReadTheFieldsOfAModelCall() throws Exception {
        IItemCollection events = recorded();
        IItemIterable details = only(events, "agentprofiler.LlmDetails");
        IItemIterable items = only(events, "agentprofiler.Llm");

        assertThat(text(details, "name")).isEqualTo("chat gpt-4o");
        assertThat(text(details, "spanId")).isEqualTo("abcdef0123456789");
        assertThat(value(details, Attribute.attr("chunkCount", UnitLookup.NUMBER))
                        .longValue())
                .isEqualTo(1);
        assertThat(text(items, "requestModel")).isEqualTo("gpt-4o");
        assertThat(text(items, "errorType")).isNull();
        assertThat(value(items, Attribute.attr("inputTokens", UnitLookup.NUMBER))
                        .longValue())
                .isEqualTo(120);
        assertThat(value(items, Attribute.attr("outputTokens", UnitLookup.NUMBER))
                        .doubleValue())
                .isNaN();
        IQuantity first = value(items, Attribute.attr("firstChunk", UnitLookup.TIMESPAN));
        assertThat(first.longValueIn(UnitLookup.NANOSECOND)).isEqualTo(100);
        assertThat(value(items, JfrAttributes.DURATION).longValueIn(UnitLookup.NANOSECOND))
                .isPositive();
        assertThat(value(items, Attribute.attr("startThread", UnitLookup.THREAD))
                        .getThreadName())
                .isEqualTo(Thread.currentThread().getName());
    }

    /** What is to come of a workflow has a name and an explanation in every column, and numbers that can be drawn. */
    @Test
    void shouldShowForecasts() throws Exception {
        Recording recording = new Recording();
        IItemIterable items;
        try (FlightRun run = new FlightRun()) {
            recording.start();
            Span span = run.open(LLM, null, "chat gpt-4o", Map.of());
            run.sink.forecast(Forecasting.after(span, "llm gpt-4o"));
            items = only(
                    JfrLoaderToolkit.loadEvents(
                            FlightReading.stop(recording, directory).toFile()),
                    "agentprofiler.Forecast");
        }
        IType<IItem> type = items.getType();

        assertThat(type.getName()).isEqualTo("Forecast");
        assertThat(type.getDescription())
                .startsWith("What is still to come of a workflow, if agentprofiler.forecast names a model");
        assertThat(type.getAttributes())
                .extracting(IDescribable::getName)
                .contains(
                        "Trace Id",
                        "After Span",
                        "Workflow",
                        "Ended Calls",
                        "Remaining Seconds",
                        "Remaining Seconds Low",
                        "Remaining Seconds High",
                        "Remaining Seconds From",
                        "Remaining Cost",
                        "Next Tool");
        assertThat(Attribute.attr("remainingSeconds", UnitLookup.NUMBER)
                        .getAccessor(type)
                        .getMember(items.iterator().next())
                        .doubleValue())
                .isEqualTo(10);
        assertThat(value(items, Attribute.attr("remainingSecondsHigh", UnitLookup.NUMBER))
                        .doubleValue())
                .isEqualTo(19);
        assertThat(value(items, Attribute.attr("endedCalls", UnitLookup.NUMBER)).longValue())
                .isEqualTo(1);
        assertThat(text(items, "workflow")).isEqualTo("plan");
    }

    @Test
    void shouldShowTheSpanOnTheLaneOfItsThread() throws Exception {
        IItemCollection events = recorded();
        IItemIterable lane = only(events, "agentprofiler.Span");

        IMCThread thread = value(lane, JfrAttributes.EVENT_THREAD);
        assertThat(thread.getThreadName()).isEqualTo(Thread.currentThread().getName());
        assertThat(text(lane, "rule")).isEqualTo("acme/llm-rule");
        assertThat(value(lane, Attribute.attr("spanKey", UnitLookup.ADDRESS)).longValue())
                .isEqualTo(value(only(events, "agentprofiler.Llm"), Attribute.attr("spanKey", UnitLookup.ADDRESS))
                        .longValue());
    }
}
