// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The traits of a call: what was recorded of it that is no measure of how it went. These are its own parameters and arguments,
 * the agent, process and server, and attributes of the spans around it, such as a tenant. Below {@code content=full} arguments are known
 * by their hash only.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CallTraits {
    /** The agent that made the call. */
    static final String AGENT = "agent";

    /** The process that made it. */
    static final String PROCESS = "process";

    /** The server that its first request went to. */
    static final String SERVER = "server";

    /** All arguments, by their hash. */
    static final String ARGUMENTS = "arguments";

    private static final String CONTENT = "agentprofiler.content.";
    private static final String ARGUMENT_HASH = CONTENT + "tool.call.arguments";
    private static final String GEN_AI = "gen_ai.";
    private static final String PARAMETER = "gen_ai.request.";

    /** A longer value is a text, not a category. */
    private static final int LONGEST = 80;

    /** Parameters that name the operation itself, or hold texts. */
    private static final Set<String> NO_CHOICES =
            Set.of(Attributes.REQUEST_MODEL, Attributes.REQUEST_STOP_SEQUENCES, Attributes.REQUEST_SEED);

    private static final Set<String> CHOICES =
            Set.of(Attributes.RESPONSE_MODEL, Attributes.PROVIDER_NAME, "gen_ai.data_source.id", "db.collection.name");

    /** What says how a call went, is content of the agent's own, or belongs to a request. */
    private static final List<String> NO_TRAITS =
            List.of("agentprofiler.", "code.", "error.", "http.request.", "http.response.", "url.", "db.", "server.");

    /** Payloads that are known by hash and are no trait; others are attributes of the application's own. */
    private static final List<String> PAYLOADS = List.of(
            "agentprofiler.",
            GEN_AI,
            "input",
            "output",
            "system_",
            "tool.",
            "retrieval.",
            "error.",
            "agent.",
            "request.",
            "evaluation.",
            "url.",
            "db.");

    /** What an attribute is; found once for each name, because all attributes of all calls are asked for. */
    private enum AttributeSort {
        OWN_CHOICE,
        ANY_VALUE,
        ANY_HASH,
        NO_TRAIT
    }

    private static final int MOST_NAMES = 4096;
    private static final Map<String, AttributeSort> SORTS = new ConcurrentHashMap<>();

    /** What the spans around calls have, by their index: many calls have the same around them. */
    private static final Function<WorkflowScan, CallTraits[]> AROUND =
            workflow -> new CallTraits[workflow.trace().spans().size()];

    private static final CallTraits NONE = new CallTraits(new Object[0], null, null);

    private static final int RECENT = 1024;
    /** Texts met lately that are no placeholders, by hash; written by any thread. */
    private static final String[] RECENTLY = new String[RECENT];

    /** Names at even places, each followed by its value: a text, a number, a truth value, or a hash. The first of a name counts. */
    private final Object[] namesAndValues;
    /** Those that count for names that are not here, {@code null} where there are none. */
    private final CallTraits around;
    /** Counts where no attribute is called so; {@code null} where it is not known. */
    private final String server;

    private CallTraits(Object[] namesAndValues, CallTraits around, String server) {
        this.namesAndValues = namesAndValues;
        this.around = around;
        this.server = server;
    }

    /** What is known by its hash only. */
    private record HashedTrait(String hash) {
        @Override
        public String toString() {
            return "(hash " + hash + ")";
        }
    }

    private static AttributeSort sortOf(String name) {
        AttributeSort known = SORTS.get(name);
        if (known == null) {
            known = look(name);
            if (SORTS.size() < MOST_NAMES) {
                SORTS.put(name, known);
            }
        }
        return known;
    }

    private static AttributeSort look(String name) {
        if (name.startsWith(CONTENT)) {
            String payload = name.substring(CONTENT.length());
            return PAYLOADS.stream().noneMatch(payload::startsWith) ? AttributeSort.ANY_HASH : AttributeSort.NO_TRAIT;
        }
        if (CHOICES.contains(name) || name.startsWith(PARAMETER) && !NO_CHOICES.contains(name)) {
            return AttributeSort.OWN_CHOICE;
        }
        return name.startsWith(GEN_AI) || NO_TRAITS.stream().anyMatch(name::startsWith)
                ? AttributeSort.NO_TRAIT
                : AttributeSort.ANY_VALUE;
    }

    /** Returns the traits of a call; of spans around it the closest one counts. */
    static CallTraits of(WorkflowScan workflow, Span call) {
        TraitCollector traits = new TraitCollector(true);
        if (call.agent() != null) {
            traits.add(AGENT, Calls.agent(call.agent()));
        }
        if (workflow.trace().run() != null) {
            traits.add(PROCESS, workflow.trace().run());
        }
        if (call.attributes().get(Attributes.TOOL_CALL_ARGUMENTS) == null) {
            traits.hash(ARGUMENTS, call.attributes().get(ARGUMENT_HASH));
        }
        call.attributes().forEach(traits);
        return traits.build(around(workflow, call.parent()), server(call));
    }

    /** Returns what a span and those around it tell of the calls in it. */
    private static CallTraits around(WorkflowScan workflow, Span span) {
        if (span == null) {
            return NONE;
        }
        CallTraits[] known = workflow.shared(AROUND);
        if (known[span.index()] != null) {
            return known[span.index()];
        }
        Deque<Span> inner = new ArrayDeque<>();
        Span outer = span;
        while (outer != null && known[outer.index()] == null) {
            inner.push(outer);
            outer = outer.parent();
        }
        CallTraits traits = outer == null ? NONE : known[outer.index()];
        while (!inner.isEmpty()) {
            Span next = inner.pop();
            TraitCollector more = new TraitCollector(false);
            next.attributes().forEach(more);
            traits = more.isEmpty() ? traits : more.build(traits, null);
            known[next.index()] = traits;
        }
        return traits;
    }

    private static String server(Span call) {
        for (Span below : call.children()) {
            if (below.kind() == SpanKind.HTTP && below.attributes().get("server.address") instanceof String host) {
                return host + port(below);
            }
        }
        return null;
    }

    /** Returns the values by name. */
    Map<String, String> byName() {
        Map<String, String> values = new HashMap<>();
        for (CallTraits traits = this; traits != null; traits = traits.around) {
            for (int i = 0; i < traits.namesAndValues.length; i += 2) {
                values.putIfAbsent((String) traits.namesAndValues[i], traits.namesAndValues[i + 1].toString());
            }
        }
        if (server != null) {
            values.putIfAbsent(SERVER, server);
        }
        return values;
    }

    private static String port(Span request) {
        return request.attributes().get("server.port") instanceof Number port ? ":" + port : "";
    }

    /** Answers whether a text neither is empty nor stands for one that was removed. */
    private static boolean isKnown(String text) {
        int slot = text.hashCode() & RECENT - 1;
        if (text.equals(RECENTLY[slot])) {
            return true;
        }
        if (text.isEmpty() || Placeholders.isOne(text)) {
            return false;
        }
        RECENTLY[slot] = text;
        return true;
    }

    /**
     * Collects the traits that the attributes of a span tell.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class TraitCollector implements BiConsumer<String, Object> {
        private static final int FEW = 16;

        /** Whether it is the call itself; of a span around it less counts. */
        private final boolean own;

        private Object[] namesAndValues = new Object[FEW];
        private int length;

        TraitCollector(boolean own) {
            this.own = own;
        }

        boolean isEmpty() {
            return length == 0;
        }

        CallTraits build(CallTraits around, String server) {
            return new CallTraits(Arrays.copyOf(namesAndValues, length), around, server);
        }

        @Override
        public void accept(String name, Object value) {
            if (own && name.equals(Attributes.TOOL_CALL_ARGUMENTS)) {
                arguments(value);
                return;
            }
            switch (sortOf(name)) {
                case ANY_VALUE -> put(name, value);
                case ANY_HASH -> hash(name.substring(CONTENT.length()), value);
                case OWN_CHOICE -> {
                    // of a span around the call it says nothing of it
                    if (own) {
                        put(name, value);
                    }
                }
                case NO_TRAIT -> {
                    // as its name says
                }
            }
        }

        void add(String name, Object value) {
            if (length == namesAndValues.length) {
                namesAndValues = Arrays.copyOf(namesAndValues, length * 2);
            }
            namesAndValues[length++] = name;
            namesAndValues[length++] = value;
        }

        private void put(String name, Object value) {
            // numbers stay what they are: few of them are compared in the end
            if (value instanceof Number
                    || value instanceof Boolean
                    || value instanceof String text && text.length() <= LONGEST && isKnown(text)) {
                add(name, value);
            }
        }

        void hash(String name, Object value) {
            if (value instanceof Map<?, ?> digest
                    && digest.get("hash") instanceof String hash
                    && !Placeholders.isHash(hash)) {
                add(name, new HashedTrait(hash));
            }
        }

        /** Adds each argument of a JSON object. */
        private void arguments(Object value) {
            if (value instanceof Map<?, ?> arguments) {
                arguments.forEach((name, argument) -> put(String.valueOf(name), argument));
            } else if (value instanceof String text && text.startsWith("{") && !Placeholders.areIn(text)) {
                try {
                    JsonNode.read("arguments", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                            .fields()
                            .forEach((name, argument) -> put(name, scalar(argument)));
                } catch (JsonFileException cut) {
                    // a text that was cut tells no arguments
                    return;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static String scalar(JsonNode argument) {
        try {
            return argument.isArray() || argument.isObject() ? "" : argument.scalar();
        } catch (JsonFileException none) {
            return "";
        }
    }
}
