// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import io.agentprofiler.agent.content.redaction.secret.KeywordTrie;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The commands that are given secrets, as {@code commands.txt} lists them. */
public final class CommandTable {
    private static final String FILE = "commands.txt";

    private CommandTable() {}

    /** Adds all commands. */
    public static void addTo(KeywordTrie keywords) {
        PipedSecrets piped = new PipedSecrets(false);
        keywords.add("echo", piped);
        keywords.add("printf", piped);
        keywords.add("<<<", new PipedSecrets(true));
        try (InputStream in = CommandTable.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("the agent's jar lacks " + FILE + ": build it again");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    read(line.strip().split("\\s+"), keywords);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(String[] columns, KeywordTrie into) {
        List<CommandOption> options = new ArrayList<>();
        for (int i = 2; i < columns.length; i++) {
            options.add(CommandOption.of(columns[i]));
        }
        boolean upToFirstWord = columns[1].equals("!");
        Set<String> needed = upToFirstWord || columns[1].equals("-") ? Set.of() : Set.of(columns[1].split(","));
        CommandSecrets secrets = new CommandSecrets(needed, upToFirstWord, List.copyOf(options));
        for (String name : columns[0].split(",")) {
            into.add(name, secrets);
        }
    }
}
