// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

import io.agentprofiler.analyzer.score.QualityLog.Entry;
import io.agentprofiler.analyzer.score.QualityLog.Use;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.chart.BoxPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The three pictures of NAT's walkthrough: tokens of prompts against those of answers, a workflow a dot; run times, a box a
 * model; tokens of one workflow after the other, a line a model.
 */
public final class WalkthroughPlots {
    public static final String TOKENS = "prompt_vs_completion_tokens.png";
    static final String RUN_TIMES = "workflow_runtime_by_model.png";
    static final String EXAMPLES = "tokens_per_example_by_model.png";

    /** Workflows that are drawn: more make no better picture. */
    private static final int MOST_WORKFLOWS = 5_000;

    /** Of one model, where each has its place beside the other. */
    private static final int MOST_EXAMPLES = 200;

    private static final double NANOS = 1e9;

    private final Path directory;
    private final SortedMap<String, List<Run>> byModel = new TreeMap<>();
    private final List<Path> written = new ArrayList<>();
    private String failure;
    private final String of;

    public WalkthroughPlots(Path directory, QualityLog log) {
        this.directory = directory;
        List<Entry> workflows =
                log.entries().stream().filter(entry -> !entry.evaluationOnly()).toList();
        List<Entry> drawn = workflows.subList(0, Math.min(MOST_WORKFLOWS, workflows.size()));
        for (Entry entry : drawn) {
            for (Use use : entry.uses()) {
                byModel.computeIfAbsent(use.group().model(), any -> new ArrayList<>())
                        .add(new Run(entry.runNanos(), use.tokens()));
            }
        }
        this.of = drawn.size() < workflows.size()
                ? " (the first " + drawn.size() + " of " + (workflows.size() + log.dropped()) + " workflows)"
                : "";
    }

    /** A workflow that called a model: its run time, and the tokens of that model's calls. */
    private record Run(long nanos, Tokens tokens) {}

    public void write() throws IOException {
        XyPlot tokens = new XyPlot("Prompt and completion tokens" + of, "prompt tokens", "completion tokens");
        BoxPlot runTimes = new BoxPlot("Workflow run time by model" + of, "model", "seconds");
        boolean cut = byModel.values().stream().anyMatch(entries -> entries.size() > MOST_EXAMPLES);
        XyPlot examples = new XyPlot(
                "Tokens per example by model" + (cut ? " (the first " + MOST_EXAMPLES + " of each)" : ""),
                "example, by start",
                "tokens");
        byModel.forEach((model, entries) -> {
            tokens.add(
                    model,
                    Style.DOTS,
                    entries.stream()
                            .mapToDouble(entry -> known(entry.tokens().input()))
                            .toArray(),
                    entries.stream()
                            .mapToDouble(entry -> known(entry.tokens().output()))
                            .toArray());
            runTimes.add(
                    model,
                    entries.stream()
                            .filter(entry -> entry.nanos() >= 0)
                            .mapToDouble(entry -> entry.nanos() / NANOS)
                            .toArray());
            double[] numbers = new double[Math.min(MOST_EXAMPLES, entries.size())];
            double[] sums = new double[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i + 1;
                sums[i] = known(entries.get(i).tokens().input())
                        + known(entries.get(i).tokens().output());
            }
            examples.add(model, Style.LINE, numbers, sums);
        });
        draw(TOKENS, tokens::write);
        draw(RUN_TIMES, runTimes::write);
        draw(EXAMPLES, examples::write);
    }

    private interface Drawing {
        void write(Path file) throws IOException;
    }

    /** A picture needs fonts, which a small Java installation may lack: the other files are written all the same. */
    private void draw(String name, Drawing drawing) {
        Path target = directory.resolve(name);
        try {
            drawing.write(target);
            written.add(target);
        } catch (IOException e) {
            failure = name + " was not written: " + e.getMessage();
        }
    }

    private static double known(long tokens) {
        return tokens < 0 ? Double.NaN : tokens;
    }

    public List<Path> written() {
        return List.copyOf(written);
    }

    /** Returns why a picture is missing, or {@code null}. */
    public String failure() {
        return failure;
    }
}
