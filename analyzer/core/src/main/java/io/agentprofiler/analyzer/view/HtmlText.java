// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.terminal.Texts;

/** Text made fit for HTML: whatever it holds, it stays text, in an element and in a quoted attribute. */
public final class HtmlText {
    private HtmlText() {}

    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        Texts.safe(text).codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }
}
