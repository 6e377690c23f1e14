// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.model.Rule;
import java.util.List;
import java.util.Set;

/**
 * What one rule reads of a call on the application's thread: its keys and its conditions.
 *
 * <p><b>Threading:</b> immutable; application threads. May throw what an accessor of the application throws; join points
 * catch it.
 */
final class CallReader {
    private final RuleState state;
    private final String[][] parameterAnnotations;
    private final CallPath[] keys;
    private final CallPath to;
    private final CallPath thrown;
    private final CallPath traceparent;
    private final CallPath chars;
    private final CallPath[] unlessPaths;
    private final List<Set<String>> unlessValues;

    CallReader(RuleState state, Span.Site site) {
        Rule rule = state.rule();
        this.state = state;
        this.parameterAnnotations = site.parameterAnnotations();
        this.keys = rule.key().stream().map(CallPath::of).toArray(CallPath[]::new);
        this.to = CallPath.of(rule.to());
        this.thrown = CallPath.of(rule.thrown());
        this.traceparent = CallPath.of(rule.traceparent());
        this.chars = rule.chunk() == null ? null : CallPath.of(rule.chunk().chars());
        this.unlessPaths =
                rule.unless().stream().map(unless -> CallPath.of(unless.path())).toArray(CallPath[]::new);
        this.unlessValues = rule.unless().stream().map(Rule.Unless::values).toList();
    }

    int keyCount() {
        return keys.length;
    }

    boolean keysReadResult() {
        for (CallPath key : keys) {
            if (key.readsResult()) {
                return true;
            }
        }
        return false;
    }

    Object key(
            int index,
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
        return read(keys[index], self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }

    Object to(Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return read(to, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
    }

    Throwable thrown(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return read(thrown, self, a0, a1, a2, a3, a4, a5, a6, a7, null) instanceof Throwable failure ? failure : null;
    }

    /**
     * Returns what the call's {@code traceparent} says of the caller: a span that stands for its, {@link Span#UNSAMPLED}, or
     * {@code null} when it says nothing.
     */
    Span caller(Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return traceparent == null
                ? null
                : TraceParent.read(read(traceparent, self, a0, a1, a2, a3, a4, a5, a6, a7, null));
    }

    /** Returns the length of a chunk in chars, -1 when it is no text. */
    int chars(Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return chars != null && read(chars, self, a0, a1, a2, a3, a4, a5, a6, a7, null) instanceof CharSequence text
                ? text.length()
                : -1;
    }

    /** Returns the length of an element of a streamed result in chars, -1 when it is no text. */
    int charsOf(Object element) {
        Object text =
                chars == null ? element : read(chars, null, null, null, null, null, null, null, null, null, element);
        return text instanceof CharSequence known ? known.length() : -1;
    }

    /** Answers whether one of the rule's conditions says that this call is no operation. */
    boolean isLeftAlone(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        for (int i = 0; i < unlessPaths.length; i++) {
            Object value = read(unlessPaths[i], self, a0, a1, a2, a3, a4, a5, a6, a7, null);
            Set<String> values = unlessValues.get(i);
            if (values.isEmpty()
                    ? value == null || Boolean.FALSE.equals(value)
                    : value != null && values.contains(value.toString())) {
                return true;
            }
        }
        return false;
    }

    private Object read(
            CallPath path,
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
        return path == null
                ? null
                : path.read(state, parameterAnnotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }
}
