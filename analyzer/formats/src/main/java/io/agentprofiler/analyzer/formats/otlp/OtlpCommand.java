// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.FormatCommand.ContentOption;
import io.agentprofiler.analyzer.formats.otlp.attribute.OtlpSpans;
import io.agentprofiler.analyzer.formats.otlp.attribute.Profile;
import io.agentprofiler.analyzer.formats.otlp.send.Endpoint;
import io.agentprofiler.analyzer.formats.otlp.send.Headers;
import io.agentprofiler.analyzer.formats.otlp.send.Receiver;
import io.agentprofiler.analyzer.formats.otlp.send.Sender;
import io.agentprofiler.analyzer.formats.otlp.wire.Batches.Batch;
import io.agentprofiler.analyzer.formats.otlp.wire.Encoding;
import io.agentprofiler.analyzer.formats.otlp.wire.JsonEncoding;
import io.agentprofiler.analyzer.formats.otlp.wire.ProtobufEncoding;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
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
            "Nothing is sent anywhere but to --endpoint. The documentation has the commands for receivers that were tried.",
            "",
            "Exit codes: 0 done, 2 bad input, wrong usage, or a receiver that cannot be reached, 3 it refused some spans.",
            Documentation.AT + "formats/otlp/"
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

    /** Does everything but send and write, and says what would have been sent or written. */
    private static final class DryRun implements FormatCommand.Sending {
        private final OtlpPart.Making making;
        private final List<String> about;
        private final String would;
        private final LongAdder requests = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

        /**
         * Describes a trial.
         *
         * @param would what it would do, such as {@code Would send}
         * @param about what else is to be said, a line each
         */
        DryRun(OtlpPart.Making making, String would, List<String> about) {
            this.making = making;
            this.would = would;
            this.about = about;
        }

        @Override
        public OutputPart open(int number, String run) {
            return making.part(run, this::count);
        }

        private void count(Batch batch) {
            long size = batch.request().length;
            requests.increment();
            bytes.add(size);
            largest.accumulate(size);
        }

        @Override
        public void finish() {
            // there is nothing to join
        }

        @Override
        public void close() {
            // nothing is held
        }

        @Override
        public int tell(Terminal terminal, long workflows, long spans) {
            terminal.out()
                    .println(would + ": " + Units.count(workflows, "workflow") + ", " + Units.count(spans, "span")
                            + " in "
                            + Units.count(requests.sum(), "request") + ", " + Units.count(bytes.sum())
                            + " bytes before compression, the largest " + Units.count(largest.get()));
            about.forEach(terminal.out()::println);
            return ExitCode.OK;
        }
    }

    /** Sends batches to a receiver as they are full: a request is all that is held. */
    private static final class Push implements FormatCommand.Sending {
        private final OtlpPart.Making making;
        private final Sender sender;
        private final Endpoint endpoint;

        Push(OtlpPart.Making making, Sender sender, Endpoint endpoint) {
            this.making = making;
            this.sender = sender;
            this.endpoint = endpoint;
        }

        @Override
        public OutputPart open(int number, String run) {
            return making.part(run, sender::send);
        }

        @Override
        public void finish() {
            // everything is sent when its part is closed
        }

        @Override
        public void close() {
            // nothing is held
        }

        @Override
        public int tell(Terminal terminal, long workflows, long spans) {
            sender.problems().forEach(line -> terminal.err().println("analyzer: " + Texts.safe(line)));
            terminal.out()
                    .println("Sent: " + Units.count(workflows, "workflow") + ", " + Units.count(sender.taken(), "span")
                            + " in " + Units.count(sender.requests(), "request") + " to " + endpoint);
            if (sender.notTaken() == 0) {
                return ExitCode.OK;
            }
            terminal.err()
                    .println("analyzer: " + Units.count(sender.notTaken(), "span") + " of " + Units.count(spans)
                            + " did not arrive");
            return ExitCode.WARNED;
        }
    }

    /**
     * The file: requests behind each other. In JSON each is a line. In Protocol Buffers that makes one message, {@code TracesData}: a field
     * that is there several times has all their values.
     */
    private static final class OtlpFile extends SpooledFile implements FormatCommand.Export {
        private final OtlpPart.Making making;
        private final boolean lines;

        OtlpFile(Path target, OtlpPart.Making making, boolean lines) {
            super(target, "", "", "");
            this.making = making;
            this.lines = lines;
        }

        @Override
        protected OutputPart part(OutputStream stream, String run) {
            OtlpPart part = making.part(run, batch -> {
                stream.write(batch.request());
                if (lines) {
                    stream.write('\n');
                }
            });
            return new OutputPart() {
                @Override
                public void write(Trace trace) throws IOException {
                    part.write(trace);
                }

                @Override
                public void close() throws IOException {
                    try (stream) {
                        part.close();
                    }
                }
            };
        }
    }
}
