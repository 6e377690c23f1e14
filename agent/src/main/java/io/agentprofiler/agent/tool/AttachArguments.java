// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.config.Durations;
import io.agentprofiler.agent.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What follows the process id on the command line.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param settings the agent's, as one text for {@code agentmain}
 * @param millis how long to record; 0 for as long as the process runs
 * @param problems what is wrong, a line each; nothing is to be done then
 */
record AttachArguments(String settings, long millis, List<String> problems) {
    private static final Pattern SETTING = Pattern.compile("-D(agentprofiler\\.[^=\\s]+)=(.*)", Pattern.DOTALL);
    private static final String FOR = "--for";

    /** Reads them. */
    static AttachArguments parse(List<String> words) {
        Properties settings = new Properties();
        List<String> options = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        long millis = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            Matcher setting = SETTING.matcher(word);
            if (word.equals(FOR) || word.startsWith(FOR + "=")) {
                boolean apart = word.equals(FOR);
                String text = apart ? (i + 1 < words.size() ? words.get(++i) : "") : word.substring(FOR.length() + 1);
                millis = Durations.millis(text, "");
                if (millis <= 0) {
                    problems.add(FOR + ": found '" + text + "', expected a time such as 60s, 1500ms, 10m or 1.5h");
                }
            } else if (!setting.matches()) {
                problems.add(
                        "'" + word + "' is no option; expected settings of the agent, -Dagentprofiler.NAME=VALUE, and "
                                + FOR + " 60s");
            } else if (setting.group(2).matches("(?s).*\\s-D.*")) {
                problems.add(word
                        + ": a value with ' -D' in it cannot be told from the next setting; attach with -javaagent");
            } else {
                settings.setProperty(setting.group(1), setting.group(2));
                options.add(word);
            }
        }
        // the process would say so on its own stderr only, where whoever attaches may not look
        Settings.parse(settings, problems::add);
        return new AttachArguments(String.join(" ", options), millis, List.copyOf(problems));
    }
}
