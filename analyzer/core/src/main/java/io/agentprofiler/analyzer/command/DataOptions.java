// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.csv.CsvView;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of answers for programs: which parts, and how they are written. */
public final class DataOptions {
    @Option(
            names = "--parts",
            paramLabel = "PART",
            split = ",",
            description =
                    "Of JSON only these parts, by name; of CSV this list. Default: everything; of CSV the first list.")
    private List<String> parts = List.of();

    @Option(names = "--compact", description = "JSON on one line also in a terminal. Elsewhere it always is.")
    private boolean compact;

    /**
     * Checks that the options have a meaning.
     *
     * @throws CommandException where people read the format
     */
    void require(Format format) throws CommandException {
        if (!format.isData() && !parts.isEmpty()) {
            throw new CommandException("--parts chooses parts of JSON and CSV: add --format json or --format csv");
        }
        if (format == Format.CSV && parts.size() > 1) {
            throw new CommandException("--parts: CSV holds one list");
        }
    }

    void json(Document document, Terminal terminal) throws CommandException, IOException {
        Map<String, Object> all = JsonView.parts(document);
        Map<String, Object> chosen = all;
        if (!parts.isEmpty()) {
            chosen = new LinkedHashMap<>();
            chosen.put(JsonView.FORMAT, all.get(JsonView.FORMAT));
            for (String part : parts) {
                chosen.put(part, one(part, all));
            }
        }
        JsonView.write(chosen, terminal.outIsTerminal() && !compact, terminal.out());
    }

    void csv(Document document, Terminal terminal) throws CommandException, IOException {
        Map<String, Iterable<?>> lists = CsvView.lists(JsonView.parts(document));
        if (lists.isEmpty()) {
            throw new CommandException("--format csv: the answer holds no list; --format json has all of it");
        }
        CsvView.write(parts.isEmpty() ? lists.values().iterator().next() : one(parts.get(0), lists), terminal.out());
    }

    private static <T> T one(String part, Map<String, T> of) throws CommandException {
        T found = of.get(part);
        if (found == null) {
            throw new CommandException("--parts " + part + ": there is " + String.join(", ", of.keySet()));
        }
        return found;
    }
}
