// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp;

import io.agentprofiler.analyzer.answer.cost.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.FormatCommand.ContentOption;
import io.agentprofiler.analyzer.formats.export.otlp.encode.Encoding;
import io.agentprofiler.analyzer.formats.export.otlp.encode.JsonEncoding;
import io.agentprofiler.analyzer.formats.export.otlp.encode.ProtobufEncoding;
import io.agentprofiler.analyzer.formats.export.otlp.send.Endpoint;
import io.agentprofiler.analyzer.formats.export.otlp.send.Headers;
import io.agentprofiler.analyzer.formats.export.otlp.send.Receiver;
import io.agentprofiler.analyzer.formats.export.otlp.send.Sender;
import io.agentprofiler.analyzer.formats.export.otlp.span.OtlpSpans;
import io.agentprofiler.analyzer.formats.export.otlp.span.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer export otlp}. */
@Command(
        name = "otlp",
        description = "Writes spans of OpenTelemetry to a file, or sends them to Phoenix, Langfuse, MLflow, Jaeger, a"
                + " collector and others that take OTLP.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export otlp --endpoint http://localhost:6006 agent-profile/",
            "        sends the newest run to a Phoenix on this machine",
            "  java -jar analyzer.jar export otlp --out traces.otlp.jsonl agent-profile/",
            "        a file as the collector's file exporter writes it",
            "  java -jar analyzer.jar export otlp --endpoint https://cloud.langfuse.com/api/public/otel --profile langfuse",
            "        --header Authorization=\"Basic $LANGFUSE_AUTH\" --dry-run agent-profile/",
            "        what would be sent to Langfuse; without --dry-run it is sent",
            "",
            "Nothing is sent anywhere but to --endpoint. docs/otlp.md says what is written, and has the commands for",
            "receivers that were tried.",
            "",
            "Exit codes: 0 done, 2 bad input, wrong usage, or a receiver that cannot be reached, 3 it refused some spans."
        })
public final class OtlpCommand extends FormatCommand {
    /** The encodings of OTLP, by the words of the option. */
    private enum EncodingName {
        JSON,
        PROTOBUF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Receiver to send to instead of writing a file, such as http://localhost:4318; /v1/traces is"
                    + " put behind its path unless it is there.")
    private String endpoint;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "Header of the requests, such as the receiver's key; may be repeated.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "both",
            description = "Names of attributes: genai (OpenTelemetry's conventions 1.41.1), openinference, both, or"
                    + " langfuse (genai and what Langfuse reads beside it). Default: ${DEFAULT-VALUE}.")
    private Profile profile;

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description = "json or protobuf. Default: json for files, protobuf for --endpoint.")
    private EncodingName encoding;

    @Option(names = "--dry-run", description = "Only say what would be sent or written.")
    private boolean dryRun;

    @Mixin
    private ContentOption content;

    @Mixin
    private PriceOptions prices;

    public OtlpCommand(Terminal terminal) {
        super(terminal);
    }

    private EncodingName encoding() {
        return encoding != null ? encoding : endpoint == null ? EncodingName.JSON : EncodingName.PROTOBUF;
    }

    @Override
    protected String fileName() {
        return encoding() == EncodingName.JSON ? "traces.otlp.jsonl" : "traces.otlp.pb";
    }

    @Override
    protected boolean isText() {
        return encoding() == EncodingName.JSON;
    }

    @Override
    protected boolean wantsContent() {
        return content.isWanted();
    }

    @Override
    protected boolean writesFile() {
        return endpoint == null && !dryRun;
    }

    @Override
    protected Export export(Path target) throws CommandException {
        if (endpoint == null && !headers.isEmpty()) {
            throw new CommandException("--header makes sense only with --endpoint");
        }
        if (endpoint != null && out() != null) {
            throw new CommandException("--endpoint sends and --out writes a file: name one of them");
        }
        Endpoint receiver = endpoint == null ? null : Endpoint.of(endpoint);
        Headers secrets = Headers.of(headers);
        String version = Version.number();
        Encoding chosen = encoding() == EncodingName.JSON ? new JsonEncoding() : new ProtobufEncoding();
        OtlpSpans spans = new OtlpSpans(profile, content.isWanted(), prices.list());
        OtlpPart.Making making = new OtlpPart.Making(new Runs(ask(List.of()).runs(), profile, version), spans, chosen);
        if (dryRun) {
            return new DryRun(making, endpoint == null ? "Would write" : "Would send", about(receiver, secrets));
        }
        if (receiver != null) {
            Sender sender = new Sender(new Receiver(receiver, secrets, version, this::note));
            return new Push(making, sender, receiver);
        }
        return new OtlpFile(target, making, isText());
    }

    private List<String> about(Endpoint receiver, Headers secrets) {
        List<String> about = new ArrayList<>();
        if (receiver == null) {
            about.add("to: " + (out() == null ? "standard output" : out()));
        } else {
            about.add("to: " + receiver);
            about.add("headers: " + (secrets.names().isEmpty() ? "none" : secrets + " (values are not shown)"));
        }
        about.add("encoding: " + encoding() + (receiver == null ? "" : ", compressed"));
        about.add("profile: " + profile);
        about.add(
                content.isWanted()
                        ? "content: recorded prompts, answers, arguments, results and failure messages (--content)"
                        : "content: none; no prompts, answers, arguments, results and failure messages");
        return about;
    }
}
