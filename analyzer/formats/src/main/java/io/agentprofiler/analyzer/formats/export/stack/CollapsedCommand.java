// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer export collapsed}. */
@Command(
        name = "collapsed",
        description =
                "Writes collapsed stacks, for flamegraph.pl, inferno, async-profiler's jfrconv, Pyroscope and others.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export collapsed agent-profile/ | flamegraph.pl > time.svg",
            "        where the time of all workflows went, in nanoseconds of self time",
            "  java -jar analyzer.jar export collapsed --by cost --out money.collapsed agent-profile/",
            "        what the money was spent on, in millionths of a dollar",
            "",
            Documentation.AT + "formats/export/"
        })
public final class CollapsedCommand extends FormatCommand {
    private static final String SUFFIX = ".collapsed";

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "time",
            description =
                    "What a stack's number counts: nanoseconds, tokens, millionths of a dollar, or allocated bytes:"
                            + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private StackWeight by;

    @Mixin
    private PriceOptions prices;

    public CollapsedCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return by + SUFFIX;
    }

    @Override
    protected Export export(Path target) throws CommandException {
        return new CollapsedStacks(target, by, prices.list());
    }
}
