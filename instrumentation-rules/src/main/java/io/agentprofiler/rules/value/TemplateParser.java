// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.syntax.PathSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads text templates: placeholders in braces, <code>{{</code> and <code>}}</code> for braces themselves. */
public final class TemplateParser {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*");

    private TemplateParser() {}

    /**
     * Parses a template.
     *
     * @param inEach whether placeholders may start at {@code it}, the element
     * @throws TemplateSyntaxException when a brace or a path in it is wrong
     */
    public static TextValue parse(String template, boolean inEach) {
        List<TextValue.Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at);
            if ((c == '{' || c == '}') && at + 1 < template.length() && template.charAt(at + 1) == c) {
                literal.append(c);
                at += 2;
            } else if (c == '{') {
                int end = template.indexOf('}', at);
                if (end < 0) {
                    throw new TemplateSyntaxException(template, at + 1, "'{' is never closed; write {{ for the brace");
                }
                if (literal.length() > 0) {
                    parts.add(new TextValue.Literal(literal.toString()));
                    literal.setLength(0);
                }
                parts.add(placeholder(template, at + 1, end, inEach));
                at = end + 1;
            } else if (c == '}') {
                throw new TemplateSyntaxException(template, at + 1, "'}' without '{'; write }} for the brace");
            } else {
                literal.append(c);
                at++;
            }
        }
        if (literal.length() > 0) {
            parts.add(new TextValue.Literal(literal.toString()));
        }
        return new TextValue(template, parts);
    }

    private static TextValue.Part placeholder(String template, int start, int end, boolean inEach) {
        String text = template.substring(start, end);
        if (PathParser.startsAtRoot(text)) {
            try {
                return new TextValue.PathPart(inEach ? PathParser.parseInEach(text) : PathParser.parse(text));
            } catch (PathSyntaxException e) {
                throw new TemplateSyntaxException(template, start + e.column(), e.getMessage());
            }
        }
        if (!NAME.matcher(text).matches()) {
            throw new TemplateSyntaxException(
                    template, start + 1, "'" + text + "' is neither an attribute's name nor a path");
        }
        return new TextValue.AttributePart(text);
    }
}
