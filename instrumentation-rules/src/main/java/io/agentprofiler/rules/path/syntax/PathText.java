// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.regex.Pattern;

/** The characters of a path with a position in them; the parser's lexer. */
public final class PathText {
    private static final Pattern INDEX = Pattern.compile("0|-?[1-9][0-9]{0,8}");

    private final String text;
    private int position;

    public PathText(String text) {
        this.text = text;
    }

    public boolean atEnd() {
        return position >= text.length();
    }

    public boolean at(char c) {
        return at(c, 0);
    }

    public boolean at(char c, int ahead) {
        return position + ahead < text.length() && text.charAt(position + ahead) == c;
    }

    public void skip(int chars) {
        position += chars;
    }

    public boolean take(char c) {
        if (!at(c)) {
            return false;
        }
        position++;
        return true;
    }

    public void expect(char c, String expected) {
        if (!take(c)) {
            throw error(expected);
        }
    }

    public void end(String expected) {
        if (!atEnd()) {
            throw error(expected);
        }
    }

    /** Returns the identifier at the position without taking it, {@code null} when there is none. */
    public String identifierAhead() {
        int end = position;
        while (end < text.length()
                && (end == position
                        ? Character.isJavaIdentifierStart(text.charAt(end))
                        : Character.isJavaIdentifierPart(text.charAt(end)))) {
            end++;
        }
        return end == position ? null : text.substring(position, end);
    }

    public String identifier() {
        String identifier = identifierAhead();
        if (identifier == null) {
            throw error("a name");
        }
        position += identifier.length();
        return identifier;
    }

    public String typeName() {
        StringBuilder name = new StringBuilder(identifierOfType());
        while (take('.')) {
            name.append('.').append(identifierOfType());
        }
        return name.toString();
    }

    private String identifierOfType() {
        if (identifierAhead() == null) {
            throw error("the annotation's fully qualified name; steps after it need parentheses: (arg@fq.Type).x");
        }
        return identifier();
    }

    public int integer() {
        int start = position;
        if (!take('-')) {
            take('+');
        }
        while (!atEnd() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            position++;
        }
        String digits = text.substring(start, position);
        if (!INDEX.matcher(digits).matches()) {
            position = start;
            throw error("']', a number or a 'key'");
        }
        return Integer.parseInt(digits);
    }

    /** Takes {@code 'a key'}; a quote or backslash inside it is written with a backslash before it. */
    public String quoted() {
        expect('\'', "a quote");
        StringBuilder key = new StringBuilder();
        while (!take('\'')) {
            if (take('\\') && !at('\'') && !at('\\')) {
                throw error("' or \\ after a backslash");
            }
            if (atEnd()) {
                throw error("the closing quote");
            }
            key.append(text.charAt(position++));
        }
        return key.toString();
    }

    public PathSyntaxException error(String expected) {
        String found = atEnd() ? "the end" : "'" + text.charAt(position) + "'";
        return new PathSyntaxException(text, position + 1, found, expected);
    }
}
