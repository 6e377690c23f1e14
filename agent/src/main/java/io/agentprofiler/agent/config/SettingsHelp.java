// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

/**
 * The settings table as text: for a terminal, and as the table of {@code docs/reference/settings.md}.
 *
 * <p><b>Threading:</b> stateless.
 */
final class SettingsHelp {
    private static final String PAGE = "https://agentprofiler.github.io/agent-profiler/reference/settings/";

    private SettingsHelp() {}

    static String terminal() {
        StringBuilder text = new StringBuilder("agent-profiler settings, each a system property (-Dname=value):\n");
        for (Setting<?> setting : Setting.ALL) {
            text.append("\n  ").append(setting.property()).append('=').append(setting.defaultText());
            text.append("\n      ").append(setting.help());
            text.append("\n      ").append(setting.format().type()).append(": ");
            text.append(setting.format().allowed()).append('\n');
        }
        return text.append("\nDocumentation: ").append(PAGE).append('\n').toString();
    }

    static String markdown() {
        StringBuilder text =
                new StringBuilder("| property | type | default | allowed | meaning |\n|---|---|---|---|---|\n");
        for (Setting<?> setting : Setting.ALL) {
            text.append("| `").append(setting.property()).append("` | ");
            text.append(setting.format().type()).append(" | ");
            text.append(written(setting.defaultText())).append(" | ");
            text.append(setting.format().allowed()).append(" | ");
            text.append(setting.help()).append(" |\n");
        }
        return text.toString();
    }

    private static String written(String defaultText) {
        if (defaultText.isEmpty()) {
            return "none";
        }
        return defaultText.startsWith("(")
                ? defaultText.substring(1, defaultText.length() - 1)
                : "`" + defaultText + "`";
    }
}
