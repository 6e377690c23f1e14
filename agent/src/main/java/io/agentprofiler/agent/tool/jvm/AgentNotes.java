// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the agent of a watched JVM has left: its settings as that JVM has them, and all it said.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param directory where the JVM was started; {@code null} when the agent did not run
 * @param properties system properties that begin with {@code agentprofiler.}
 * @param said lines, without their prefix
 */
public record AgentNotes(Path directory, Map<String, String> properties, List<String> said) {
    /** Nothing was left. */
    public static final AgentNotes NONE = new AgentNotes(null, Map.of(), List.of());

    /** Reads what the agent of a JVM left; nothing if it did not run. */
    static AgentNotes read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        Path directory = null;
        Map<String, String> properties = new LinkedHashMap<>();
        List<String> said = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            int tab = line.indexOf('\t');
            String text = unescaped(line.substring(tab + 1));
            switch (line.substring(0, Math.max(tab, 0))) {
                case "directory" -> directory = Path.of(text);
                case "property" ->
                    properties.put(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1));
                case "said" -> said.add(text);
                default -> {
                    // a word of a later version
                }
            }
        }
        return new AgentNotes(directory, properties, said);
    }

    /** Returns the first line that begins so, {@code null} when none does. */
    public String lineThatBegins(String beginning) {
        return said.stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElse(null);
    }

    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                out.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
