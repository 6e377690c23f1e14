// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.atif.write.AtifVersion;
import io.agentprofiler.analyzer.formats.atif.write.Trajectories;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.FormatCommand.ContentOption;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

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
            "The analyzer reads them back with all figures.",
            Documentation.AT + "formats/atif/"
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

    /** The file: a trajectory a line. The file of a single workflow is a trajectory. */
    private static final class AtifFile extends SpooledFile implements FormatCommand.Export {
        private static final JsonFactory JSON =
                JsonFactory.builder().rootValueSeparator("\n").build();

        private final Trajectories trajectories;

        AtifFile(Path target, Trajectories trajectories) {
            super(target, "", "\n", "\n");
            this.trajectories = trajectories;
        }

        @Override
        protected OutputPart part(OutputStream stream, String run) {
            JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), stream);
            return jsonPart(json, trace -> value(json, trajectories.of(trace)));
        }

        private static void value(JsonGenerator json, Object value) {
            if (value instanceof Map<?, ?> map) {
                json.writeStartObject();
                map.forEach((name, inside) -> {
                    json.writeName(name.toString());
                    value(json, inside);
                });
                json.writeEndObject();
            } else if (value instanceof Iterable<?> elements) {
                json.writeStartArray();
                elements.forEach(element -> value(json, element));
                json.writeEndArray();
            } else if (value instanceof Long number) {
                json.writeNumber(number);
            } else if (value instanceof BigDecimal number) {
                json.writeNumber(number);
            } else if (value instanceof Double number && Double.isFinite(number)) {
                json.writeNumber(number);
            } else if (value instanceof Boolean flag) {
                json.writeBoolean(flag);
            } else if (value == null) {
                json.writeNull();
            } else {
                json.writeString(value.toString());
            }
        }
    }
}
