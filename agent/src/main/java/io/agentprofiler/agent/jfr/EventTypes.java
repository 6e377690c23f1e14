// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

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
import io.agentprofiler.agent.jfr.event.call.EmbeddingCall;
import io.agentprofiler.agent.jfr.event.call.MemoryAccess;
import io.agentprofiler.agent.jfr.event.call.ModelCall;
import io.agentprofiler.agent.jfr.event.call.OtherOperation;
import io.agentprofiler.agent.jfr.event.call.RetrievalCall;
import io.agentprofiler.agent.jfr.event.call.ToolCall;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Which event stands for which kind of span.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class EventTypes {
    private static final List<Class<? extends Event>> ALL = List.of(
            ModelCall.class,
            ToolCall.class,
            AgentRun.class,
            RetrievalCall.class,
            EmbeddingCall.class,
            MemoryAccess.class,
            OtherOperation.class,
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

    private EventTypes() {}

    /** Loads every event class and makes it known to JFR; the costly first touch, for the agent's own threads. */
    public static void register() {
        for (Class<? extends Event> type : ALL) {
            FlightRecorder.register(type);
        }
    }

    /** Returns a new event, not begun, for spans of {@code kind}. */
    static TypedEvent make(SpanKind kind) {
        return switch (kind) {
            case LLM -> new LlmEvent();
            case TOOL -> new ToolEvent();
            case WORKFLOW, AGENT -> new AgentEvent();
            case RETRIEVAL -> new RetrievalEvent();
            case EMBEDDING -> new EmbeddingEvent();
            case MEMORY -> new MemoryEvent();
            case PROMPT, GUARDRAIL, EVALUATION, RERANK, HTTP, FUNCTION -> new OperationEvent();
        };
    }

    /** Answers whether {@link OperationEvent} stands for spans of {@code kind}. */
    static boolean isOperation(SpanKind kind) {
        return switch (kind) {
            case PROMPT, GUARDRAIL, EVALUATION, RERANK, HTTP, FUNCTION -> true;
            case WORKFLOW, AGENT, LLM, TOOL, RETRIEVAL, EMBEDDING, MEMORY -> false;
        };
    }

    /** Answers whether a running recording wants events of spans of {@code kind}. */
    static boolean isEnabled(SpanKind kind) {
        return make(kind).isWanted();
    }
}
