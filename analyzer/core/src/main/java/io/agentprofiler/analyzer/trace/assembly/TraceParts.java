// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trace under assembly: whether it could be complete, and the tree of what has been read. The tree is made with loops, not
 * recursion: a trace may be deeper than a thread's stack.
 *
 * <p><b>Threading:</b> belongs to its assembler.
 */
final class TraceParts {
    private static final Comparator<Span> BY_START = (left, right) -> {
        int byStart = Long.compare(left.startNanos(), right.startNanos());
        return byStart != 0 ? byStart : Long.compareUnsigned(left.id(), right.id());
    };

    private final TraceId id;
    private final List<SpanParts> spans = new ArrayList<>(4);
    /** Ids named as parents of which no start has been read; made when first needed. */
    private Set<Long> missingParents;

    private int open;
    private int startsMissing;
    private boolean wasQuiet;
    /** Value of the assembler's event counter when the trace last became complete, unknown while it is not. */
    private long completeSince = Unknown.LONG;

    TraceParts(TraceId id) {
        this.id = id;
    }

    TraceId id() {
        return id;
    }

    List<SpanParts> spans() {
        return spans;
    }

    void add(SpanParts span) {
        spans.add(span);
        span.trace(this);
    }

    /** Finds a span by its id; slow, for ids that two traces share. */
    SpanParts find(long spanId) {
        for (SpanParts span : spans) {
            if (span.id() == spanId) {
                return span;
            }
        }
        return null;
    }

    void counted(SpanParts span, int sign) {
        if (span.isOpen()) {
            open += sign;
        } else if (span.start() == null && span.end() != null) {
            startsMissing += sign;
        }
    }

    void parentMissing(long parent) {
        if (missingParents == null) {
            missingParents = new HashSet<>();
        }
        missingParents.add(parent);
    }

    void started(long spanId) {
        if (missingParents != null) {
            missingParents.remove(spanId);
        }
    }

    /** Answers whether every span read has both ends and its parent. More spans may still come. */
    boolean isComplete() {
        return open == 0 && startsMissing == 0 && (missingParents == null || missingParents.isEmpty());
    }

    /** Answers whether only parents are missing, as in a workflow called from another process. */
    boolean isQuiet() {
        return open == 0 && startsMissing == 0;
    }

    /** Answers 1 if the trace has become quiet since this was asked last, -1 if it no longer is, else 0. */
    int turnsQuiet() {
        boolean before = wasQuiet;
        wasQuiet = isQuiet();
        return before == wasQuiet ? 0 : wasQuiet ? 1 : -1;
    }

    /** Answers whether it was quiet when {@link #turnsQuiet} was asked last. */
    boolean wasQuiet() {
        return wasQuiet;
    }

    long completeSince() {
        return completeSince;
    }

    void completeSince(long events) {
        completeSince = events;
    }

    /**
     * Builds the trace of spans with a start or an end each, at least one.
     *
     * @param lastNanos when spans without an end are taken to end
     * @param original what the trace was made of, or {@code null}
     */
    Trace build(long lastNanos, Object original) {
        return build(span -> lastNanos, original);
    }

    /** Builds the trace from spans of several runs. Each run has its own last moment. */
    Trace build(ToLongFunction<SpanParts> lastNanos, Object original) {
        List<Span> all = new ArrayList<>(spans.size());
        LongMap<Span> byId = new LongMap<>(spans.size());
        for (SpanParts parts : spans) {
            Span span = new Span(parts, lastNanos.applyAsLong(parts));
            all.add(span);
            byId.put(span.id(), span);
        }
        link(all, byId);
        cutCycles(all);
        all.sort(BY_START);
        List<Span> roots = new ArrayList<>(1);
        for (Span span : all) {
            if (span.parent() == null) {
                roots.add(span);
            } else {
                span.parent().adopt(span);
            }
        }
        return new Trace(id, List.copyOf(roots), preOrder(roots, all.size()), original);
    }

    /** Builds the trace of what is known now; it stays as it is, whatever comes later. */
    Trace snapshot(long lastNanos) {
        TraceParts copy = new TraceParts(id);
        spans.forEach(span -> copy.spans.add(span.copy()));
        return copy.build(lastNanos, null);
    }

    private static void link(List<Span> all, LongMap<Span> byId) {
        for (Span span : all) {
            if (span.parentId() == span.id()) {
                span.flag(SpanFlag.PARENT_CYCLE);
            } else if (span.parentId() != 0) {
                Span parent = byId.get(span.parentId());
                if (parent == null || parent.has(SpanFlag.START_MISSING)) {
                    // where only the parent's end is known it stands at that end: nothing can be inside it
                    parent = null;
                    span.flag(
                            span.attributes().isTrue(Attributes.REMOTE_PARENT)
                                    ? SpanFlag.REMOTE_PARENT
                                    : SpanFlag.PARENT_MISSING);
                }
                span.linkTo(parent);
            }
        }
    }

    /** Walks up from every span; the indexes tell spans of this walk from those of earlier ones. */
    private static void cutCycles(List<Span> all) {
        for (Span span : all) {
            span.place(-1, 0);
        }
        for (int walk = 0; walk < all.size(); walk++) {
            Span span = all.get(walk);
            while (span != null && span.index() < 0) {
                span.place(walk, 0);
                span = span.parent();
            }
            if (span != null && span.index() == walk) {
                cut(span);
            }
        }
    }

    /** Cuts the circle that the span is on, above its earliest span. */
    private static void cut(Span onCircle) {
        Span first = onCircle;
        for (Span span = onCircle.parent(); span != onCircle; span = span.parent()) {
            if (BY_START.compare(span, first) < 0) {
                first = span;
            }
        }
        first.flag(SpanFlag.PARENT_CYCLE);
        first.linkTo(null);
    }

    private static List<Span> preOrder(List<Span> roots, int size) {
        List<Span> order = new ArrayList<>(size);
        Deque<Span> todo = new ArrayDeque<>();
        pushReversed(todo, roots);
        while (!todo.isEmpty()) {
            Span span = todo.pop();
            span.place(order.size(), span.parent() == null ? 0 : span.parent().depth() + 1);
            span.inherit();
            span.seal();
            order.add(span);
            pushReversed(todo, span.children());
        }
        order.forEach(Span::giveToCall);
        AgentMarks.put(order);
        // a span stands before its children
        for (int i = order.size() - 1; i >= 0; i--) {
            Span span = order.get(i);
            if (span.parent() != null) {
                span.parent().grow(span);
            }
        }
        return List.copyOf(order);
    }

    private static void pushReversed(Deque<Span> todo, List<Span> spans) {
        for (int i = spans.size() - 1; i >= 0; i--) {
            todo.push(spans.get(i));
        }
    }

    /**
     * Tells agents of one name apart by their recorded ids.
     *
     * <p>An id that a person chose is put behind the name. An id that was generated (a UUID, or {@code check$2} of an agent
     * {@code check}) is another one in each process or for each request: of those, agents of one name within a workflow are numbered, in the order of their ids.
     */
    private static final class AgentMarks {
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
                if (id != null
                        && isGenerated(span, id)
                        && generated.get(name(span)).size() > 1) {
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
}
