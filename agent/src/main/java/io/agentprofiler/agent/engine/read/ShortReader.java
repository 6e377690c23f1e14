// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.call.KeptList;
import io.agentprofiler.agent.event.ShortAttributes;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.shared.schema.Attributes;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the short attributes of a call on the application's thread, where the byte budget lets its objects go: without them
 * a call would have neither a model nor tokens, only because prompts are long. Of a rule whose objects are recycled everything
 * is read here. Content is never read here, nor what the policy would take for content; and nothing of the application is called: a step that needs a call is absent, unless
 * the rule's objects are recycled.
 *
 * <p>What is read of one call is at most {@value #MOST_CHARS} chars a text and {@value #MOST_ELEMENTS} elements a list, so that
 * full slots hold a few kilobytes each.
 *
 * <p><b>Threading:</b> any thread.
 */
final class ShortReader {
    private static final int MOST_CHARS = 256;
    private static final int MOST_ELEMENTS = 16;

    private ShortReader() {}

    /** Reads what {@code rule} says of the span's start or end; answers {@code null} where that fails. */
    static ShortAttributes read(
            Rule rule,
            Span span,
            PathRoots call,
            Function<Map<String, Object>, Function<String, Object>> known,
            ContentPolicy content,
            boolean end) {
        try {
            Map<String, Object> attributes = new LinkedHashMap<>();
            PathRoots roots = new Uncalled(call, span, rule.recycled());
            Function<String, Object> knownNow = known.apply(attributes);
            for (Map.Entry<String, Value> entry : (end ? rule.end() : rule.start()).entrySet()) {
                Object value = entry.getValue().evaluate(roots, knownNow);
                boolean fromRule = entry.getValue().roots().equals(Roots.NONE);
                if (isShort(value) && (fromRule || content.isNoContent(content.kindOf(entry.getKey()), value))) {
                    attributes.put(entry.getKey(), value);
                }
            }
            if (end) {
                return new ShortAttributes(null, attributes, failedWhen(rule, roots));
            }
            attributes.putIfAbsent(Attributes.OPERATION_NAME, rule.kind().genAiOperation());
            Value template = rule.name() instanceof TextValue text ? text.withoutText() : rule.name();
            Object name = template == null ? null : template.evaluate(roots, knownNow);
            return new ShortAttributes(isShort(name) ? name.toString() : null, attributes, null);
        } catch (RuntimeException | Error e) {
            // The application's stack may end here, and its objects may be in the middle of a change.
            return null;
        }
    }

    private static Object failedWhen(Rule rule, PathRoots roots) {
        Object when = rule.failed() == null || !rule.recycled()
                ? null
                : rule.failed().when().read(roots);
        return isShort(when) ? when : null;
    }

    private static boolean isShort(Object value) {
        if (value instanceof String text) {
            return text.length() <= MOST_CHARS;
        }
        if (value instanceof List<?> list) {
            return list.size() <= MOST_ELEMENTS
                    && list.stream().allMatch(each -> !(each instanceof List) && isShort(each));
        }
        return value instanceof Number || value instanceof Boolean;
    }

    /** A call of which fields and entries are read, and no method is called unless {@code mayCall}. */
    private record Uncalled(PathRoots slot, Span span, boolean mayCall) implements PathRoots {
        @Override
        public Object self() {
            return slot.self();
        }

        @Override
        public Object arg(int index) {
            return slot.arg(index);
        }

        @Override
        public Map<String, Object> allArgs() {
            return Call.args(this);
        }

        @Override
        public Object kept(String name) {
            return KeptList.of(span, name);
        }

        @Override
        public Object result() {
            return slot.result();
        }

        @Override
        public Throwable thrown() {
            return slot.thrown();
        }

        @Override
        public Object annotatedArg(String annotationType) {
            return Call.annotatedArg(this, span.site.parameterAnnotations(), annotationType);
        }

        @Override
        public Object call(String path, MethodHandle method, Object on) throws Throwable {
            return mayCall ? PathRoots.super.call(path, method, on) : null;
        }
    }
}
