// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.formats.nat.NatConfig;
import io.agentprofiler.analyzer.formats.nat.NatConfig.NatConfigException;
import io.agentprofiler.analyzer.formats.nat.profile.NatProfile.NatOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code report --format nat}: the files of NVIDIA's NeMo Agent Toolkit's profiler, with its names. */
public final class NatReportPart implements ReportPart {
    @Option(names = "--llm-metrics", description = "Adds the six NOVA columns to standardized_data_all.csv.")
    private boolean llmMetrics;

    @Option(
            names = "--csv-exclude-io-text",
            description = "Leaves the columns of prompts and answers out of standardized_data_all.csv.")
    private boolean excludeText;

    @Option(
            names = "--nat-config",
            paramLabel = "FILE",
            converter = ConfigReader.class,
            description =
                    "Configuration of NeMo Agent Toolkit, YAML or JSON: what its profiler section sets holds for the files"
                            + " of --format nat, whatever the other options say.")
    private NatConfig config;

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
        return new NatFiles(
                directory,
                config == null
                        ? new NatOptions(llmMetrics, excludeText, limits)
                        : new NatOptions(
                                llmMetrics || config.llmMetrics(),
                                excludeText || config.excludesText(),
                                config.over(limits)));
    }

    /** Reads the option's file. */
    static final class ConfigReader implements ITypeConverter<NatConfig> {
        @Override
        public NatConfig convert(String file) {
            try {
                return NatConfig.read(Path.of(file));
            } catch (IOException e) {
                throw new TypeConversionException("--nat-config " + file + " cannot be read: " + Reasons.of(e));
            } catch (NatConfigException e) {
                throw new TypeConversionException("--nat-config " + e.getMessage());
            }
        }
    }
}
