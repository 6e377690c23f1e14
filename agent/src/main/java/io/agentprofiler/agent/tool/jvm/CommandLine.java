// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line of a {@code java} launcher, cut where the launcher cuts it: options of the JVM, what is run, and the
 * program's own arguments.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param options what the JVM takes
 * @param main the main class, the jar after {@code -jar} or the module after {@code -m}; {@code null} when there is none
 * @param arguments what the program is given
 */
public record CommandLine(List<String> options, String main, List<String> arguments) {
    /** What is known of a JVM whose command line could not be seen. */
    public static final CommandLine UNKNOWN = new CommandLine(List.of(), null, List.of());

    private static final String AGENT = "-javaagent:";

    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access",
            "--source",
            "--describe-module",
            "-d");

    public CommandLine {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
    }

    /** Cuts a command line; {@code words} begin behind the name of the launcher. */
    public static CommandLine of(List<String> words) {
        List<String> options = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
                String main = i + 1 < words.size() ? words.get(i + 1) : null;
                return new CommandLine(options, main, words.subList(Math.min(i + 2, words.size()), words.size()));
            }
            if (!word.startsWith("-") && !word.startsWith("@")) {
                return new CommandLine(options, word, words.subList(i + 1, words.size()));
            }
            options.add(word);
            if (WITH_VALUE.contains(word) && i + 1 < words.size()) {
                options.add(words.get(++i));
            }
        }
        return new CommandLine(options, null, List.of());
    }

    /** Answers whether the first word of a command is a {@code java} launcher. */
    public static boolean isLauncher(String program) {
        Path name = Path.of(program).getFileName();
        return name != null && name.toString().matches("(?i)javaw?(\\.exe)?");
    }

    /** Answers whether anything is known. */
    public boolean isKnown() {
        return main != null || !options.isEmpty();
    }

    /** Returns these with options that came from elsewhere, such as the environment, before them. */
    public CommandLine with(List<String> more) {
        List<String> all = new ArrayList<>(more);
        all.addAll(options);
        return new CommandLine(all, main, arguments);
    }

    /** Returns the system properties that the options set. */
    public Map<String, String> properties() {
        Map<String, String> found = new LinkedHashMap<>();
        for (String option : options) {
            if (option.startsWith("-D")) {
                int equals = option.indexOf('=');
                found.put(
                        option.substring(2, equals < 0 ? option.length() : equals),
                        equals < 0 ? "" : option.substring(equals + 1));
            }
        }
        return found;
    }

    /** Returns the jars of all agents, as they were written. */
    public List<String> agents() {
        return agents(options);
    }

    /** Returns the jars of the agents that some words name, as they were written. */
    public static List<String> agents(List<String> words) {
        return words.stream()
                .filter(word -> word.startsWith(AGENT))
                .map(word -> word.substring(AGENT.length()))
                .map(word -> word.contains("=") ? word.substring(0, word.indexOf('=')) : word)
                .toList();
    }

    /** Returns the value of an option such as {@code --limit-modules}, {@code null} when it is not there. */
    public String value(String name) {
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).equals(name) && i + 1 < options.size()) {
                return options.get(i + 1);
            }
            if (options.get(i).startsWith(name + "=")) {
                return options.get(i).substring(name.length() + 1);
            }
        }
        return null;
    }

    /**
     * Cuts the options that an environment variable holds as the JVM does: at white space, which quotes keep together.
     *
     * @param text the variable's value, or {@code null}
     */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (char c : (text == null ? "" : text).toCharArray()) {
            if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(word.toString());
                    word = null;
                }
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else {
                word.append(c);
            }
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
