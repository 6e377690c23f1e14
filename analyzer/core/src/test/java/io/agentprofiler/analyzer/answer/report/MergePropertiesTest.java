// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.completeness.SampledTotals;
import io.agentprofiler.analyzer.answer.critical.CriticalSection;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.critical.Latencies;
import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.answer.report.ReportFiles.CallTreeJson;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.TokenUse;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Whatever the order in which summaries are merged, every file and every answer is the same. */
@Tag("once")
class MergePropertiesTest {
    private static final String[] KINDS = {"agent", "llm", "tool", "embedding", "memory"};
    private static final SlowestWorkflows SLOWEST = new SlowestWorkflows(3);
    private static final List<Analysis<?>> ALL = List.of(
            Workflows.ANALYSIS,
            Operations.ANALYSIS,
            SpanFlags.ANALYSIS,
            CallTree.ANALYSIS,
            TokenUse.ANALYSIS,
            CallLog.ANALYSIS,
            CallPatterns.ANALYSIS,
            PromptPrefixes.ANALYSIS,
            new Spending.SpendingQuestion(PriceList.bundled()),
            Findings.standard(),
            CriticalTotals.ANALYSIS,
            Latencies.ANALYSIS,
            FailedCalls.ANALYSIS,
            SampledTotals.ANALYSIS,
            SLOWEST);

    private static List<Trace> traces(Random random) {
        TestRun run = TestRun.bare();
        int spans = 1 + random.nextInt(40);
        for (int id = 1; id <= spans; id++) {
            int trace = 1 + random.nextInt(8);
            String kind = KINDS[random.nextInt(KINDS.length)];
            int start = random.nextInt(100);
            run.trace(trace)
                    .start(
                            id,
                            random.nextInt(id),
                            start,
                            kind,
                            kind + random.nextInt(3),
                            "\"gen_ai.request.model\":\"gpt-4" + "-or".charAt(random.nextInt(3)) + "\""
                                    + prompt(random));
            if (random.nextInt(6) > 0) {
                String status = List.of("ok", "ok", "error", "cancelled").get(random.nextInt(4));
                String usage = random.nextBoolean()
                        ? ",\"attributes\":{\"gen_ai.usage.input_tokens\":" + random.nextInt(99) + "}"
                        : "";
                run.end(id, start + random.nextInt(60) - 5, status, usage);
            }
        }
        return run.traces();
    }

    private static String prompt(Random random) {
        StringBuilder hashes = new StringBuilder("aaaa");
        for (int i = random.nextInt(4); i > 0; i--) {
            hashes.append("bcd".charAt(random.nextInt(3))).append("bbb");
        }
        return ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":8,\"bytes\":50,\"hash_chars\":4,\"hashes\":\""
                + hashes + "\"}";
    }

    private static RunSummary summary(List<Trace> traces) {
        RunSummary summary = new RunSummary(ALL);
        traces.forEach(summary::add);
        return summary;
    }

    private static String text(RunSummary summary) {
        Outcome outcome = new Outcome(List.of(), summary, new ModelServers(), List.of(), List.of(), List.of());
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            JsonView.write(SummaryDocument.of(outcome, new Spending.SpendingQuestion(PriceList.bundled())), json);
            JsonView.write(TokenSection.document(outcome, new Spending.SpendingQuestion(PriceList.bundled())), json);
            CallTreeJson.write(json, outcome);
            ProfileJson.write(json, outcome, CallLimits.DEFAULT);
            JsonView.write(CriticalSection.document(outcome), json);
            JsonView.write(FindingDocument.of(outcome, Findings.standard()), json);
        }
        return text + summary.get(SLOWEST).stream().map(Trace::id).toList().toString();
    }

    @Property(tries = 300)
    void shouldNotDependOnTheOrderOfMerging(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = traces(random);
        List<RunSummary> pieces = new ArrayList<>(List.of(summary(List.of())));
        traces.forEach(trace -> pieces.add(summary(List.of(trace))));
        Collections.shuffle(pieces, random);
        while (pieces.size() > 1) {
            RunSummary more = pieces.remove(random.nextInt(pieces.size()));
            pieces.get(random.nextInt(pieces.size())).add(more);
        }

        assertThat(text(pieces.get(0))).isEqualTo(text(summary(traces)));
    }

    @Property(tries = 300)
    void shouldNotChangeTheSummaryThatIsAdded(@ForAll long seed) {
        List<Trace> traces = traces(new Random(seed));
        RunSummary more = summary(traces);
        String before = text(more);

        RunSummary into = summary(traces);
        into.add(more);
        into.add(more);

        assertThat(text(more)).isEqualTo(before);
    }
}
