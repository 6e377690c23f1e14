// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.value.TextValue;
import java.util.ArrayList;
import java.util.List;

/** Text templates. */
final class TemplateFormat {
    private static final int LITERAL = 0;
    private static final int ATTRIBUTE = 1;
    private static final int PATH = 2;

    private TemplateFormat() {}

    static void write(TextValue text, Output out) {
        out.text(text.template());
        out.list(text.parts(), TemplateFormat::write);
    }

    private static void write(TextValue.Part part, Output out) {
        if (part instanceof TextValue.Literal literal) {
            out.number(LITERAL);
            out.text(literal.text());
        } else if (part instanceof TextValue.AttributePart attribute) {
            out.number(ATTRIBUTE);
            out.text(attribute.name());
        } else if (part instanceof TextValue.PathPart path) {
            out.number(PATH);
            out.path(path.path());
        } else {
            throw new IllegalArgumentException("no rule file says " + part);
        }
    }

    static TextValue read(Input in) {
        String template = in.text();
        int count = in.number();
        List<TextValue.Part> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(part(in));
        }
        return new TextValue(template, parts);
    }

    private static TextValue.Part part(Input in) {
        return switch (in.number()) {
            case LITERAL -> new TextValue.Literal(in.text());
            case ATTRIBUTE -> new TextValue.AttributePart(in.text());
            case PATH -> new TextValue.PathPart(in.path());
            default -> throw new IllegalStateException("no part of a template");
        };
    }
}
