// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.ReportFile;
import io.agentprofiler.analyzer.answer.report.ReportFiles;
import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.formats.nat.profile.NatFiles;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Runs the export in a test, and reads JSON into maps and lists. */
public final class NatRun {
    private static final JsonFactory JSON = new JsonFactory();

    private NatRun() {}

    /** Writes NAT's files of a trace file; returns what the reading found. */
    public static Outcome export(Path input, Path target, NatOptions options) throws Exception {
        try (ReportFiles files = new ReportFiles(
                target,
                EnumSet.noneOf(ReportFile.class),
                List.of(part(options)),
                Long.MAX_VALUE,
                options.limits(),
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard())) {
            return new Pipeline(List.of(), files.outputs(), new ReadOptions(true, bytes -> {}))
                    .run(InputFiles.find(List.of(input)));
        }
    }

    private static ReportPart part(NatOptions options) {
        return new ReportPart() {
            @Override
            public String word() {
                return "nat";
            }

            @Override
            public Writing open(Path directory, CallLimits limits) {
                return new NatFiles(directory, options);
            }
        };
    }

    static Object json(Path file) throws IOException {
        return json(Files.readString(file));
    }

    static Object json(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return NatStepParser.any(parser);
        }
    }

    @SuppressWarnings("unchecked") // a JSON object has texts as keys
    static Map<String, Object> object(Object json) {
        return (Map<String, Object>) json;
    }

    static String text(Object json) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            NatStepWriter.value(generator, json);
        }
        return text.toString();
    }

    static String resource(String name) throws IOException {
        try (InputStream stream = NatRun.class.getResourceAsStream("/nat/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
