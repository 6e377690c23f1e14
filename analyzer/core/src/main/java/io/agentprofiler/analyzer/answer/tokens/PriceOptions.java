// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of every command that tells costs. */
public final class PriceOptions {
    @Option(names = "--prices", paramLabel = "FILE", description = "Price list to use instead of the bundled one.")
    private Path file;

    /** Returns the price list. */
    public PriceList list() throws CommandException {
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
}
