// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which attributes are metadata and which are content: the one place that says so.
 *
 * <p><b>Metadata</b> says which operation it was and how it went: names of models, tools, agents, functions and nodes, ids,
 * finish reasons, parameters that are words. Its text is written at every content level, as the application gives it.
 * <b>Content</b> is what people and models said and what programs were given and answered: every other text, also of an
 * attribute nobody has classified. It is written as the content level says. Numbers and booleans are no text and are written at
 * every level, unless the attribute is content by name.
 *
 * <p>A rule file may declare attributes of its own as metadata; the names here need no declaration.
 */
public final class Metadata {
    /** Longest text that is taken for a name or an id; a longer one is content whatever the attribute. */
    public static final int MOST_CHARS = 256;

    private static final Set<String> NAMES = names(
            Attributes.OPERATION_NAME,
            Attributes.PROVIDER_NAME,
            Attributes.CONVERSATION_ID,
            Attributes.REQUEST_MODEL,
            Attributes.RESPONSE_ID,
            Attributes.RESPONSE_MODEL,
            Attributes.RESPONSE_FINISH_REASONS,
            Attributes.TOOL_NAME,
            Attributes.TOOL_CALL_ID,
            Attributes.TOOL_TYPE,
            Attributes.AGENT_NAME,
            Attributes.AGENT_ID,
            Attributes.ERROR_TYPE,
            Attributes.CODE_FUNCTION,
            Attributes.CODE_FILE,
            "gen_ai.output.type",
            "gen_ai.workflow.name",
            "gen_ai.evaluation.name",
            "gen_ai.evaluation.score.label",
            "gen_ai.request.encoding_formats",
            "gen_ai.data_source.id",
            "db.collection.name",
            "db.operation.name",
            "db.system.name",
            "http.request.method",
            "http.route",
            "server.address",
            "agentprofiler.advisor.name",
            "agentprofiler.agent.method",
            "agentprofiler.agent.topology",
            "agentprofiler.function.name",
            "agentprofiler.function.plugin",
            "agentprofiler.graph.next",
            "agentprofiler.graph.node",
            "agentprofiler.guardrail.result",
            "agentprofiler.memory.id",
            "agentprofiler.memory.message",
            Attributes.OTEL_SPAN_ID,
            Attributes.OTEL_TRACE_ID,
            "agentprofiler.output.type",
            "agentprofiler.plan.actions",
            "agentprofiler.plan.goal",
            "agentprofiler.retriever.name",
            Attributes.KEPT_FOR,
            Attributes.SERVICE_TIER,
            Attributes.SPEED,
            "agentprofiler.status",
            "agentprofiler.store.class",
            "agentprofiler.tool.result.type");

    /** What is known to be content, whatever its type: tokens are numbers. */
    private static final Set<String> CONTENT = names(
            Attributes.INPUT_MESSAGES,
            Attributes.SYSTEM_INSTRUCTIONS,
            Attributes.OUTPUT_MESSAGES,
            Attributes.TOOL_CALL_ARGUMENTS,
            Attributes.TOOL_CALL_RESULT,
            Attributes.TOOL_DEFINITIONS,
            Attributes.TOOL_DESCRIPTION,
            Attributes.AGENT_DESCRIPTION,
            Attributes.REQUEST_STOP_SEQUENCES,
            "gen_ai.retrieval.query.text",
            "gen_ai.retrieval.documents",
            "gen_ai.evaluation.explanation",
            "url.full",
            Attributes.PROMPT_TOKEN_IDS,
            Attributes.OUTPUT_TOKEN_IDS);

    private Metadata() {}

    /** Asked for each attribute of each span: sets of the JDK that cannot be changed divide to find a place, which takes longer. */
    private static Set<String> names(String... names) {
        return new HashSet<>(List.of(names));
    }

    /** Answers whether the text of the attribute {@code name} is metadata. */
    public static boolean isMetadata(String name) {
        return NAMES.contains(name);
    }

    /** Answers whether the attribute {@code name} is content even where its value is no text. */
    public static boolean isContent(String name) {
        return CONTENT.contains(name);
    }

    /** Answers whether a text has the shape of a name or an id: it is short, and one line. */
    public static boolean isShort(String text) {
        if (text.length() > MOST_CHARS) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Answers whether a text has the shape of an error type: the name of a class, a code or a number, without blanks and
     * quotes.
     */
    public static boolean isErrorType(String text) {
        return !text.isEmpty()
                && text.length() <= MOST_CHARS
                && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._$:/-[;".indexOf(c) >= 0);
    }

    /** Returns the names of all metadata, sorted. */
    public static List<String> names() {
        return NAMES.stream().sorted().toList();
    }
}
