// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Step;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Text with placeholders: {@code "chat {gen_ai.request.model}"}.
 *
 * <p>A placeholder that is absent is dropped together with the space before it, and the text is trimmed: {@code "chat"}.
 * When every placeholder is absent and no letter or digit is left, the text itself is absent.
 *
 * @param template as written
 * @param parts literal text and placeholders in order
 */
public record TextValue(String template, List<Part> parts) implements Value {
    public TextValue {
        parts = List.copyOf(parts);
    }

    /** A piece of a template. */
    public sealed interface Part {}

    /** Text that is always there. */
    public record Literal(String text) implements Part {}

    /** {@code {gen_ai.request.model}}: an attribute that has been read before. */
    public record AttributePart(String name) implements Part {}

    /** {@code {arg0.name}}. */
    public record PathPart(Path path) implements Part {}

    /** A placeholder that is always absent: what stood here is not to be told. */
    public record WithheldPart() implements Part {}

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        StringBuilder text = new StringBuilder();
        return write(roots, attributes, text) ? text.toString() : null;
    }

    /**
     * Writes what {@link #evaluate} returns.
     *
     * @param text empty
     * @return {@code false} when the text is absent; {@code text} then holds anything
     */
    public boolean write(PathRoots roots, Function<String, Object> attributes, StringBuilder text) {
        int asked = 0;
        int found = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (part instanceof Literal literal) {
                text.append(literal.text());
                continue;
            }
            asked++;
            Object value = read(part, roots, attributes);
            if (value != null) {
                append(value, text);
                found++;
            } else if (text.length() > 0 && text.charAt(text.length() - 1) == ' ') {
                text.setLength(text.length() - 1);
            }
        }
        trim(text);
        return found > 0 || asked == 0 || saysAnything(text);
    }

    /** Does what {@link String#trim} does. */
    private static void trim(StringBuilder text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) <= ' ') {
            end--;
        }
        text.setLength(end);
        int begin = 0;
        while (begin < end && text.charAt(begin) <= ' ') {
            begin++;
        }
        text.delete(0, begin);
    }

    private static boolean saysAnything(StringBuilder text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static Object read(Part part, PathRoots roots, Function<String, Object> attributes) {
        if (part instanceof AttributePart attribute) {
            return attributes.apply(attribute.name());
        }
        if (part instanceof WithheldPart) {
            return null;
        }
        Path path = ((PathPart) part).path();
        return Normal.of(path.read(roots), path.toString(), roots);
    }

    /** Writes lists as {@code a, b} and objects as {@code key=value, ..}. */
    private static void append(Object value, StringBuilder text) {
        if (value instanceof List<?> list) {
            for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
                append(elements.next(), text);
                text.append(elements.hasNext() ? ", " : "");
            }
        } else if (value instanceof Map<?, ?> map) {
            List<Object> entries = new ArrayList<>();
            map.forEach((key, each) -> entries.add(key + "=" + each));
            append(entries, text);
        } else {
            text.append(value);
        }
    }

    /**
     * Returns the template without the text of the application's objects: placeholders that are paths are absent, but for
     * those that end in the name of a class or in a size. Attributes stay.
     */
    public TextValue withoutText() {
        return new TextValue(
                template,
                parts.stream()
                        .map(part ->
                                part instanceof PathPart read && readsText(read.path()) ? new WithheldPart() : part)
                        .toList());
    }

    /** Answers whether any placeholder is a path to what may be text of the application. */
    public boolean readsText() {
        for (Part part : parts) {
            if (part instanceof PathPart read && readsText(read.path())) {
                return true;
            }
        }
        return false;
    }

    private static boolean readsText(Path path) {
        List<Step> steps = path.syntax().steps();
        Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
        return !(last instanceof Step.ClassName || last instanceof Step.Size);
    }

    /** Returns the names of the attributes the template reads. */
    public List<String> attributes() {
        return parts.stream()
                .filter(AttributePart.class::isInstance)
                .map(part -> ((AttributePart) part).name())
                .toList();
    }

    @Override
    public Roots roots() {
        return Roots.ofAll(
                parts, part -> part instanceof PathPart read ? read.path().roots() : Roots.NONE);
    }
}
