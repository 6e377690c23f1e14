// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say what is a finding. */
public final class FindingOptions {
    @Option(
            names = "--thresholds",
            paramLabel = "FILE",
            description = "JSON object of thresholds by name, as findings.json lists them.")
    private Path file;

    @Option(
            names = "--threshold",
            paramLabel = "NAME=VALUE",
            description = "One threshold, for example slow-tool-ms=200; may be given several times.")
    private List<String> single = List.of();

    @Option(
            names = "--read-only-tools",
            paramLabel = "TOOL",
            split = ",",
            description = "Tools that change nothing, so that their calls may run in parallel or be skipped.")
    private Set<String> readOnlyTools = Set.of();

    /**
     * Returns the question of findings.
     *
     * @param jvm what flight recordings tell
     */
    public Findings.FindingsQuestion question(PriceList prices, JvmEvents jvm) throws CommandException {
        boolean standard = file == null && single.isEmpty() && readOnlyTools.isEmpty() && jvm.isEmpty();
        if (standard && prices == PriceList.bundled()) {
            return Findings.standard();
        }
        Thresholds thresholds = read();
        for (String setting : single) {
            int equals = setting.indexOf('=');
            Threshold threshold = equals < 0 ? null : FindingRules.threshold(setting.substring(0, equals));
            if (threshold == null) {
                throw new CommandException(
                        "--threshold " + setting + ": expected NAME=VALUE; names are " + Thresholds.names());
            }
            thresholds = thresholds.with(threshold, value(setting, setting.substring(equals + 1)));
        }
        return new Findings.FindingsQuestion(
                FindingRules.ALL,
                readOnlyTools.isEmpty() ? thresholds : thresholds.withReadOnly(readOnlyTools),
                prices,
                jvm);
    }

    private static double value(String setting, String text) throws CommandException {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new CommandException("--threshold " + setting + ": expected a number of 0 or more after the =");
    }

    private Thresholds read() throws CommandException {
        if (file == null) {
            return Thresholds.STANDARD;
        }
        try {
            return Thresholds.read(file);
        } catch (IOException e) {
            throw new CommandException("--thresholds " + file + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--thresholds " + e.getMessage());
        }
    }
}
