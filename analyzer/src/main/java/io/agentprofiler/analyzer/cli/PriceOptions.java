// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.json.JsonFileException;
import io.agentprofiler.analyzer.price.Costs;
import io.agentprofiler.analyzer.price.PriceList;
import io.agentprofiler.analyzer.read.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of every command that tells costs. */
final class PriceOptions {
    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Prices of models instead of those that come with the analyzer: docs/tokens.md has the format.")
    private Path file;

    /** Returns the price list. */
    PriceList list() throws CommandException {
        if (file == null) {
            return PriceList.bundled();
        }
        try {
            return PriceList.read(file);
        } catch (IOException e) {
            throw new CommandException("--prices " + file + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--prices " + e.getMessage());
        }
    }

    /** Returns the question of costs under the price list. */
    Costs.Question costs() throws CommandException {
        return file == null ? Costs.bundled() : new Costs.Question(list());
    }
}
