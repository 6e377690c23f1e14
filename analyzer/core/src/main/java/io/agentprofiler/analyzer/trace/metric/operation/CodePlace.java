// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Comparator;

/**
 * Where in the application's code a call was made.
 *
 * @param function class and method, with the package
 * @param file the source file, with directories; {@code null} where the class file did not name it
 * @param line the line, or {@link Unknown#LONG}
 */
public record CodePlace(String function, String file, long line) implements Comparable<CodePlace> {
    private static final Comparator<CodePlace> ORDER = Comparator.comparing(CodePlace::function)
            .thenComparing(place -> place.file == null ? "" : place.file)
            .thenComparingLong(CodePlace::line);

    /** Returns where a span's call was made; {@code null} where that was not recorded. */
    public static CodePlace of(Span span) {
        String function = span.attributes().text(Attributes.CODE_FUNCTION);
        return function == null
                ? null
                : new CodePlace(
                        function,
                        span.attributes().text(Attributes.CODE_FILE),
                        span.attributes().number(Attributes.CODE_LINE));
    }

    /** Returns the place for people, {@code Assistant.java:48 (Assistant.answer)}. */
    public String words() {
        int method = function.lastIndexOf('.');
        String name = function.substring(function.lastIndexOf('.', method - 1) + 1);
        if (file == null) {
            return name;
        }
        return file.substring(file.lastIndexOf('/') + 1) + (line > 0 ? ":" + line : "") + " (" + name + ")";
    }

    @Override
    public int compareTo(CodePlace other) {
        return ORDER.compare(this, other);
    }
}
