// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.answer.cost.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.ContentOption;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer export atif}. */
@Command(
        name = "atif",
        description = "Writes trajectories of the Agent Trajectory Interchange Format, one a line.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export atif --content --out trajectories.jsonl agent-profile/",
            "        with what was said, where that was recorded",
            "",
            "The analyzer reads them back with all figures. docs/atif.md says what is written."
        })
public final class AtifCommand extends FormatCommand {
    private static final Pattern VERSION = Pattern.compile("1\\.([0-8])");

    @Mixin
    private ContentOption content;

    @Mixin
    private PriceOptions prices;

    @Option(
            names = "--atif-version",
            paramLabel = "VERSION",
            defaultValue = "1.8",
            description = "Version to write, 1.0 to 1.8. Default: ${DEFAULT-VALUE}.")
    private String version;

    public AtifCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return "trajectories.jsonl";
    }

    @Override
    protected boolean wantsContent() {
        return content.isWanted();
    }

    @Override
    protected Export export(Path target) throws CommandException {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new CommandException("--atif-version " + version + " is not known, expected 1.0 to 1.8");
        }
        AtifVersion chosen = new AtifVersion(Integer.parseInt(matcher.group(1)));
        return new AtifFile(target, new Trajectories(chosen, content.isWanted(), prices.list()));
    }
}
