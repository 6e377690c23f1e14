// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The spans of one request and their tree, by ids: a span hangs below the span its {@code parent_id} names, else below
 * the function its ancestry names. Only where a request links nothing at all, a span hangs below the closest function,
 * task or workflow that contains it in time; never below a model or tool call.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class NatSpans {
    private static final Set<String> CONTAINERS = Set.of("WORKFLOW", "TASK", "FUNCTION", "SPAN");
    /** How many overlapping containers are looked at for the one that contains a span. */
    private static final int MAX_CANDIDATES = 64;

    private final Map<String, NatSpan> byUuid = new LinkedHashMap<>();
    private final List<NatSpan> all;

    private NatSpans(NatRequest request) {
        for (NatStep step : request.steps()) {
            byUuid.computeIfAbsent(step.subject().uuid(), uuid -> new NatSpan(uuid, byUuid.size()))
                    .take(step);
        }
        byUuid.values().removeIf(span -> span.first() == null);
        all = List.copyOf(byUuid.values());
        link();
        cutCycles();
    }

    /** Builds the spans of a request. Steps of spans that have neither START nor END make none. */
    public static NatSpans of(NatRequest request) {
        return new NatSpans(request);
    }

    /** Returns the spans in the order of their first steps. */
    public List<NatSpan> all() {
        return all;
    }

    /** Returns the span of a UUID, or {@code null}. */
    public NatSpan get(String uuid) {
        return byUuid.get(uuid);
    }

    private void link() {
        boolean linked = false;
        for (NatSpan span : all) {
            NatStep first = span.first();
            NatSpan parent = other(first.parentId(), span);
            if (parent == null) {
                parent = other(first.function().id(), span);
            }
            if (parent == null && span.uuid().equals(first.function().id())) {
                parent = other(first.function().parentId(), span);
            }
            span.linkTo(parent);
            linked |= parent != null;
        }
        if (!linked) {
            linkByTime();
        }
    }

    private NatSpan other(String uuid, NatSpan than) {
        NatSpan span = uuid == null ? null : byUuid.get(uuid);
        return span == than ? null : span;
    }

    private void linkByTime() {
        List<NatSpan> byStart = new ArrayList<>(all);
        byStart.sort(Comparator.comparingDouble(NatSpan::startSeconds)
                .thenComparing(Comparator.comparingDouble(NatSpan::endSeconds).reversed()));
        Deque<NatSpan> open = new ArrayDeque<>();
        for (NatSpan span : byStart) {
            while (!open.isEmpty() && open.peek().endSeconds() < span.startSeconds()) {
                open.pop();
            }
            int looked = 0;
            for (NatSpan container : open) {
                if (container.endSeconds() >= span.endSeconds()) {
                    span.linkTo(container);
                    break;
                }
                if (++looked == MAX_CANDIDATES) {
                    break;
                }
            }
            if (span.isMeasured() && CONTAINERS.contains(span.category())) {
                open.push(span);
            }
        }
    }

    /** Cuts circles of parents, each at the span that is reached first. */
    private void cutCycles() {
        int[] walkOf = new int[byUuid.isEmpty() ? 0 : all.get(all.size() - 1).index() + 1];
        int walk = 0;
        for (NatSpan from : all) {
            walk++;
            NatSpan span = from;
            while (span != null && walkOf[span.index()] == 0) {
                walkOf[span.index()] = walk;
                span = span.parent();
            }
            if (span != null && walkOf[span.index()] == walk) {
                span.linkTo(null);
            }
        }
    }
}
