// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.model.Rule;
import java.util.List;

/**
 * Keeps the bytes that a call was given, or brought, as the rule says where they are.
 *
 * <p><b>Threading:</b> immutable; application threads. Calls of one span come serially.
 */
final class BytesKeeper {
    private final String name;
    private final CallPath[] of;
    private final CallPath[] from;
    private final CallPath[] to;
    private final CallPath count;

    BytesKeeper(String name, Rule.Bytes bytes) {
        List<Rule.Bytes.Piece> pieces = bytes.pieces();
        this.name = name;
        this.of = new CallPath[pieces.size()];
        this.from = new CallPath[of.length];
        this.to = new CallPath[of.length];
        for (int i = 0; i < of.length; i++) {
            of[i] = CallPath.of(pieces.get(i).of());
            from[i] = CallPath.of(pieces.get(i).from());
            to[i] = CallPath.of(pieces.get(i).to());
        }
        this.count = CallPath.of(bytes.count());
    }

    /** Keeps the bytes of a call for the end of its span. */
    void keep(
            RuleState state,
            String[][] annotations,
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        int left = Integer.MAX_VALUE;
        if (count != null) {
            left = number(count.read(state, annotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result), 0);
        }
        if (left <= 0) {
            return;
        }
        Object[] pieces = new Object[of.length];
        int[] starts = new int[of.length];
        int[] ends = new int[of.length];
        for (int i = of.length - 1; i >= 0; i--) {
            pieces[i] = of[i].read(state, annotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
            int length = pieces[i] instanceof byte[] bytes ? bytes.length : 0;
            starts[i] = from[i] == null
                    ? 0
                    : number(from[i].read(state, annotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result), 0);
            ends[i] = to[i] == null
                    ? length
                    : number(to[i].read(state, annotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result), 0);
            if (of.length == 1 && from[0] != null && to[0] == null && left < ends[0] - starts[0]) {
                ends[0] = starts[0] + left;
            }
            starts[i] = Math.max(starts[i], ends[i] - left);
            left -= Math.max(0, ends[i] - starts[i]);
        }
        KeptBytes kept = span.kept != null && span.kept.get(name) instanceof KeptBytes known ? known : new KeptBytes();
        for (int i = 0; i < pieces.length; i++) {
            kept.add(pieces[i], starts[i], ends[i]);
        }
        span.keep(name, kept);
    }

    private static int number(Object value, int absent) {
        if (value instanceof Integer number) {
            return number;
        }
        return value instanceof Long number ? (int) Math.min(Integer.MAX_VALUE, number) : absent;
    }
}
