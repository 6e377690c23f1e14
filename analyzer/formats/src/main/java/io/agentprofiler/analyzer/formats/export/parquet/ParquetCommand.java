// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer export parquet}. */
@Command(
        name = "parquet",
        description =
                "Writes spans, workflows and model calls as Parquet tables, for DuckDB, pandas, Spark and others.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export parquet --out tables/ agent-profile/",
            "        spans.parquet, workflows.parquet and model_calls.parquet of the newest run",
            "  duckdb -c \"select name, count(*), sum(cost_usd) from 'tables/workflows.parquet' group by 1\"",
            "        what each sort of workflow cost",
            "",
            "Texts of prompts and answers are never in the tables.",
            Documentation.AT + "formats/parquet/"
        })
public final class ParquetCommand extends FormatCommand {
    @Mixin
    private PriceOptions prices;

    public ParquetCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return "";
    }

    @Override
    protected boolean writesDirectory() {
        return true;
    }

    @Override
    protected Export export(Path target) throws CommandException {
        return new ParquetExport(target, prices.list());
    }
}
