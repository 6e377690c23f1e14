// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code report --format nat}: the files of NVIDIA's NeMo Agent Toolkit's profiler, with its names. */
public final class NatReportPart implements ReportPart {
    @Option(names = "--llm-metrics", description = "Adds the six NOVA columns to standardized_data_all.csv.")
    private boolean llmMetrics;

    @Option(
            names = "--csv-exclude-io-text",
            description = "Leaves the columns of prompts and answers out of standardized_data_all.csv.")
    private boolean excludeText;

    @Override
    public String word() {
        return "nat";
    }

    @Override
    public boolean isUsual() {
        return false;
    }

    @Override
    public String hint() {
        return "Files as of NVIDIA NeMo Agent Toolkit's profiler: --format nat writes them";
    }

    @Override
    public Object options() {
        return this;
    }

    @Override
    public Writing open(Path directory, CallLimits limits) {
        return new NatFiles(directory, new NatOptions(llmMetrics, excludeText, limits));
    }
}
