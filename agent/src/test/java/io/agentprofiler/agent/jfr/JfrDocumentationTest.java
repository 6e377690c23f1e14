// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.jfr.event.AgentEvent;
import io.agentprofiler.agent.jfr.event.ChunkEvent;
import io.agentprofiler.agent.jfr.event.EmbeddingEvent;
import io.agentprofiler.agent.jfr.event.ForecastEvent;
import io.agentprofiler.agent.jfr.event.LlmEvent;
import io.agentprofiler.agent.jfr.event.MemoryEvent;
import io.agentprofiler.agent.jfr.event.ModelServerEvent;
import io.agentprofiler.agent.jfr.event.OperationEvent;
import io.agentprofiler.agent.jfr.event.PipelineEvent;
import io.agentprofiler.agent.jfr.event.RetrievalEvent;
import io.agentprofiler.agent.jfr.event.ToolEvent;
import io.agentprofiler.agent.jfr.event.TypedEvent;
import io.agentprofiler.agent.jfr.event.call.AgentRun;
import io.agentprofiler.agent.jfr.event.call.CallEvent;
import io.agentprofiler.agent.jfr.event.call.EmbeddingCall;
import io.agentprofiler.agent.jfr.event.call.MemoryAccess;
import io.agentprofiler.agent.jfr.event.call.ModelCall;
import io.agentprofiler.agent.jfr.event.call.OtherOperation;
import io.agentprofiler.agent.jfr.event.call.RetrievalCall;
import io.agentprofiler.agent.jfr.event.call.ToolCall;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When this fails after a change of an event, paste the expected text into {@code docs/formats/jfr.md}. */
class JfrDocumentationTest {
    static Stream<Class<?>> types() {
        return Stream.of(
                CallEvent.class,
                ModelCall.class,
                ToolCall.class,
                AgentRun.class,
                RetrievalCall.class,
                EmbeddingCall.class,
                MemoryAccess.class,
                OtherOperation.class,
                TypedEvent.class,
                LlmEvent.class,
                ToolEvent.class,
                AgentEvent.class,
                RetrievalEvent.class,
                EmbeddingEvent.class,
                MemoryEvent.class,
                OperationEvent.class,
                LaneEvent.class,
                ChunkEvent.class,
                ModelServerEvent.class,
                ForecastEvent.class,
                PipelineEvent.class);
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldKeepTheDocumentationInStepWithTheEvents(Class<? extends Event> type) throws IOException {
        assertThat(Files.readString(Path.of("../docs/formats/jfr.md"))).contains(markdown(type));
    }

    private static String markdown(Class<? extends Event> type) {
        StringBuilder text = new StringBuilder();
        Name name = type.getAnnotation(Name.class);
        if (name != null) {
            text.append("### ").append(name.value()).append("\n\n");
            text.append(type.getAnnotation(Label.class).value()).append(": ");
            text.append(type.getAnnotation(Description.class).value()).append(".\n\n");
        }
        text.append("| field | type | meaning |\n|---|---|---|\n");
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !Modifier.isTransient(field.getModifiers())
                    && !field.isSynthetic()) {
                text.append(row(field));
            }
        }
        return text.toString();
    }

    private static String row(Field field) {
        Description description = field.getAnnotation(Description.class);
        String label = field.getAnnotation(Label.class).value();
        return "| `" + field.getName() + "` | " + unit(field) + " | " + label
                + (description == null ? "" : ": " + description.value()) + " |\n";
    }

    private static String unit(Field field) {
        if (field.isAnnotationPresent(Timespan.class)) {
            return "time span";
        }
        if (field.isAnnotationPresent(DataAmount.class)) {
            return "bytes";
        }
        if (field.getType() == double.class) {
            return "number";
        }
        if (field.isAnnotationPresent(MemoryAddress.class)) {
            return "id, shown in hexadecimal";
        }
        return field.getType() == String.class
                ? "text"
                : field.getType().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
