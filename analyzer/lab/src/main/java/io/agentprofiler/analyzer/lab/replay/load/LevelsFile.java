// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelResult;
import io.agentprofiler.analyzer.lab.size.LoadedRun;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code levels.csv}: a row per level, which {@code size} reads to find the runs. */
public final class LevelsFile {
    private static final double NANOS = 1e9;
    private static final int[] PERCENTS = {50, 90, 95, 99};

    private LevelsFile() {}

    /** Writes the levels, in place of what was there. */
    public static Path write(Path directory, List<LevelResult> levels) throws IOException {
        Path target = directory.resolve(LoadedRun.FILE);
        PrivateFiles.write(target, stream -> {
            try (CsvFile csv = new CsvFile(stream)) {
                List<String> head = new ArrayList<>(List.of(
                        LoadedRun.RUN,
                        LoadedRun.CONCURRENCY,
                        "rate_per_s",
                        "duration_s",
                        "workflows",
                        "workflows_answered",
                        "requests",
                        "answered",
                        "rate_limited",
                        "timeouts",
                        "failed",
                        "stopped",
                        "requests_per_s",
                        "output_tokens_per_s"));
                for (String name : List.of("latency", "first_chunk", "run_time")) {
                    for (int percent : PERCENTS) {
                        head.add(name + "_p" + percent + "_s");
                    }
                    head.add(name + "_max_s");
                }
                head.add("model");
                csv.row(head.toArray(String[]::new));
                for (LevelResult level : levels) {
                    csv.row(row(level).toArray(String[]::new));
                }
            }
        });
        return target;
    }

    private static List<String> row(LevelResult level) {
        List<String> row = new ArrayList<>();
        row.add(level.load().directory());
        row.add(level.load().isClosed() ? String.valueOf(level.load().concurrency()) : null);
        row.add(text(level.load().rate()));
        row.add(text(level.nanos() / NANOS));
        row.add(String.valueOf(level.workflows()));
        row.add(String.valueOf(level.workflows(RequestOutcome.ANSWERED)));
        row.add(String.valueOf(level.calls()));
        for (RequestOutcome outcome : List.of(
                RequestOutcome.ANSWERED,
                RequestOutcome.LIMITED,
                RequestOutcome.TIMEOUT,
                RequestOutcome.FAILED,
                RequestOutcome.STOPPED)) {
            row.add(String.valueOf(level.calls(outcome)));
        }
        row.add(text(level.perSecond(level.calls(RequestOutcome.ANSWERED))));
        row.add(text(level.perSecond(level.tokens().output())));
        for (Distribution times : List.of(level.latency(), level.firstChunk(), level.runTime())) {
            for (int percent : PERCENTS) {
                row.add(times.count() == 0 ? null : text(times.percentile(percent) / NANOS));
            }
            row.add(times.count() == 0 ? null : text(times.max() / NANOS));
        }
        row.add(level.load().model());
        return row;
    }

    private static String text(double number) {
        return Double.isNaN(number)
                ? null
                : new BigDecimal(number)
                        .round(new MathContext(9))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
