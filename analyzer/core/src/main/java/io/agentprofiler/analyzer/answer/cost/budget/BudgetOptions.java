// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.budget;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.IfUnknown;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of budgets, and the exit code they lead to. */
public final class BudgetOptions {
    @Option(
            names = "--budget",
            paramLabel = "BUDGET",
            description = {
                "A limit, for example usd=0.50 for everything, workflow:checkout,usd=2, agent,each,tokens=20000 for each"
                        + " run of each agent, model:gpt-4o,calls=100,time=2min. May be given several times.",
                "Of: total workflow agent tool model conversation, and attribute with --by. Limits: tokens input_tokens"
                        + " output_tokens usd time calls."
            })
    private List<String> texts = List.of();

    @Option(names = "--budgets", paramLabel = "FILE", description = "A JSON file of budgets: docs/tokens.md.")
    private Path file;

    @Option(
            names = "--warn-at",
            paramLabel = "PERCENT",
            defaultValue = "80",
            description = "Part of a limit from which on to warn. Default: ${DEFAULT-VALUE}.")
    private BigDecimal warnAt;

    @Option(
            names = "--unknown",
            paramLabel = "WHAT",
            defaultValue = "warn",
            description =
                    "If part of a budget is unknown, such as unpriced calls: ignore, warn or fail. Default: warn.")
    private IfUnknown unknown;

    /** Returns the budgets of all options. */
    public List<Budget> budgets() throws CommandException {
        if (warnAt.signum() < 0 || warnAt.compareTo(BigDecimal.valueOf(100)) > 0) {
            throw new CommandException("--warn-at takes a number from 0 to 100, not " + warnAt.toPlainString());
        }
        List<Budget> budgets = new ArrayList<>();
        try {
            if (file != null) {
                budgets.addAll(Budgets.read(file));
            }
            for (String text : texts) {
                budgets.addAll(Budgets.parse(text));
            }
        } catch (IOException e) {
            throw new CommandException("--budgets " + file + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--budgets " + e.getMessage());
        } catch (BudgetException e) {
            throw new CommandException("--" + e.getMessage());
        }
        return budgets;
    }

    /** Returns the share of a limit from which on to warn. */
    public BigDecimal warnAt() {
        return warnAt.movePointLeft(2);
    }

    /** Returns the exit code of checked budgets. */
    public int exitCode(List<BudgetCheck> checks) {
        int code = ExitCode.OK;
        for (BudgetCheck check : checks) {
            int own = exitCode(check);
            code = code == ExitCode.GATE_FAILED || own == ExitCode.OK ? code : own;
        }
        return code;
    }

    private int exitCode(BudgetCheck check) {
        return switch (check.state()) {
            case OK -> ExitCode.OK;
            case WARN -> ExitCode.WARNED;
            case FAIL -> ExitCode.GATE_FAILED;
            case UNKNOWN -> unknown.exitCode();
        };
    }
}
