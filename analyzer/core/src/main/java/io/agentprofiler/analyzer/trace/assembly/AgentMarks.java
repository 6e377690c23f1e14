// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells agents of one name apart by their recorded ids.
 *
 * <p>An id that a person chose is put behind the name. An id that was generated (a UUID, or {@code check$2} of an agent
 * {@code check}) is another one in each process or for each request: of those, agents of one name within a workflow are numbered, in the order of their ids.
 */
final class AgentMarks {
    /** What a process counts up: what is in front, and the digits. */
    private static final Pattern COUNTED = Pattern.compile("(?:(.*)[^0-9A-Za-z])?([0-9]{1,18})");

    private static final Pattern RANDOM = Pattern.compile("(?i).*[0-9a-f]{8}-?[0-9a-f]{4}.*|.*[0-9A-Za-z]{20,}.*");

    /** Counters by their numbers, not by their digits. */
    private static final Comparator<String> IN_ORDER =
            Comparator.comparingLong(AgentMarks::number).thenComparing(Comparator.naturalOrder());

    private AgentMarks() {}

    static void put(List<Span> spans) {
        Map<String, TreeSet<String>> generated = null;
        for (Span span : spans) {
            String id = id(span);
            if (id != null && isGenerated(span, id)) {
                generated = generated == null ? new HashMap<>() : generated;
                generated
                        .computeIfAbsent(name(span), any -> new TreeSet<>(IN_ORDER))
                        .add(id);
            } else if (id != null) {
                span.mark(" (" + id + ")");
            }
        }
        if (generated == null) {
            return;
        }
        for (Span span : spans) {
            String id = id(span);
            if (id != null && isGenerated(span, id) && generated.get(name(span)).size() > 1) {
                span.mark(" #" + (generated.get(name(span)).headSet(id).size() + 1));
            }
        }
    }

    /** Returns the id of an agent, {@code null} where it says no more than the name. */
    private static String id(Span span) {
        String id = span.kind() == SpanKind.AGENT ? span.attributes().text(Attributes.AGENT_ID) : null;
        return id == null || id.isBlank() || id.equals(name(span)) ? null : id;
    }

    private static String name(Span span) {
        String name = span.attributes().text(Attributes.AGENT_NAME);
        return name == null ? span.name() : name;
    }

    private static boolean isGenerated(Span span, String id) {
        Matcher counted = COUNTED.matcher(id);
        boolean isCounted = counted.matches()
                && (counted.group(1) == null || counted.group(1).equals(name(span)));
        return isCounted || RANDOM.matcher(id).matches();
    }

    private static long number(String id) {
        Matcher counted = COUNTED.matcher(id);
        return counted.matches() ? Long.parseLong(counted.group(2)) : Long.MAX_VALUE;
    }
}
