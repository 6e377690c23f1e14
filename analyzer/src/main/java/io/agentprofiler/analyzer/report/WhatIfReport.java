// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.prefix.ModelResult;
import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.report.Table.Cell;
import io.agentprofiler.analyzer.report.Table.Column;
import io.agentprofiler.analyzer.whatif.WhatIf;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What recorded workflows would take if something were otherwise.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class WhatIfReport {
    private static final int TRACE_DIGITS = 12;
    /** Error of the rules, as a part of the prompts, from which on nothing is claimed. */
    private static final double MAX_ERROR = 0.15;

    private WhatIfReport() {}

    /**
     * Prints the answer to a supposition.
     *
     * @param title what is supposed
     * @param assumptions what is taken for granted, a line each
     */
    public static void print(String title, WhatIf answer, List<String> assumptions, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        page.heading("What if", Texts.safe(title));
        page.facts(
                "Workflows  ",
                List.of(
                        Cell.of(Units.count(answer.workflows())),
                        Cell.of(Units.count(answer.changed()) + " of them otherwise")));
        page.facts("Time       ", time(answer));
        page.facts("Tokens     ", List.of(Cell.of(Units.count(answer.savedTokens()) + " saved")));
        page.facts("Money      ", List.of(Cell.of(money(answer.savedUsd()))));
        List<Cell> counts = new ArrayList<>();
        answer.counts().forEach((what, count) -> counts.add(Cell.of(Units.count(count) + " " + Texts.safe(what))));
        if (!counts.isEmpty()) {
            page.facts("There were ", counts);
        }
        workflows(page, answer);
        assumptions(page, assumptions);
        page.print(out);
    }

    private static List<Cell> time(WhatIf answer) {
        long saved = answer.nanos() - answer.supposedNanos();
        return List.of(
                Cell.of(Units.duration(answer.nanos()) + " as recorded"),
                Cell.of(Units.duration(answer.supposedNanos()) + " then"),
                Cell.of(
                        saved == 0
                                ? "nothing saved"
                                : Units.duration(Math.abs(saved))
                                        + (saved > 0 ? " saved, " : " longer, ")
                                        + Units.share(Math.abs(saved), answer.nanos())));
    }

    private static String money(BigDecimal saved) {
        if (saved == null) {
            return "nothing said";
        }
        return Units.money(saved.abs()) + (saved.signum() >= 0 ? " saved" : " more");
    }

    private static void workflows(Page page, WhatIf answer) {
        if (answer.named().isEmpty()) {
            return;
        }
        page.heading("Workflows", "that would save most time");
        Table table = new Table(
                page.screen(),
                Column.text("workflow"),
                Column.text("trace").dispensable(1),
                Column.number("recorded"),
                Column.number("then"),
                Column.number("saved"),
                Column.number("tokens").dispensable(3),
                Column.number("money").dispensable(2));
        for (WhatIf.Workflow workflow : answer.named()) {
            long saved = workflow.savedNanos();
            table.row(
                    Cell.of(Texts.safe(workflow.name())),
                    Cell.of(workflow.trace().toString().substring(0, TRACE_DIGITS)),
                    Cell.of(Units.duration(workflow.nanos())),
                    Cell.of(Units.duration(workflow.supposed().nanos())),
                    Cell.of(saved < 0 ? "-" + Units.duration(-saved) : Units.duration(saved)),
                    Cell.of(Units.count(workflow.supposed().savedTokens())),
                    Cell.of(
                            workflow.supposed().savedUsd() == null
                                    ? ""
                                    : money(workflow.supposed().savedUsd())));
        }
        page.table(table);
    }

    private static void assumptions(Page page, List<String> assumptions) {
        page.heading("Taken for granted", "");
        assumptions.forEach(line -> page.note(page.screen().dot(), Texts.safe(line), Ink.DIM));
    }

    /**
     * Prints what prompts cached as the rules allow would save.
     *
     * @param label which rules and prices these are
     */
    public static void promptCache(PrefixAnswer answer, String label, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        page.heading("What if", "prompts were cached as well as the providers' rules allow");
        Table table = new Table(
                screen,
                Column.text("model"),
                Column.number("calls"),
                Column.number("input tokens"),
                Column.number("cached"),
                Column.number("then"),
                Column.number("cost"),
                Column.number("then"),
                Column.number("saved"));
        List<String> assumptions = new ArrayList<>(List.of(
                "by " + label + "; analyzer prefix says what stands in the way",
                "the cache is endless, and nobody else's calls push entries out",
                "of time nothing is claimed: how much a cached token is quicker is not in the recording"));
        BigDecimal saved = BigDecimal.ZERO;
        long priced = 0;
        for (ModelResult model : answer.models()) {
            boolean missed = model.error() > MAX_ERROR * model.input();
            boolean known = model.priced() > 0 && model.rule() != null && !missed;
            if (missed) {
                assumptions.add("the rules miss what " + Texts.safe(model.model()) + " reported as cached by "
                        + Units.share(model.error(), model.input())
                        + " of its prompts: of its money nothing is claimed");
            }
            BigDecimal less = known ? model.recordedCost().subtract(model.achievableCost()) : BigDecimal.ZERO;
            saved = saved.add(less);
            priced += known ? model.priced() : 0;
            table.row(
                    Cell.of(Texts.safe(model.model())),
                    Cell.of(Units.count(model.calls())),
                    Cell.of(Units.count(model.input())),
                    Cell.of(model.reporting() == 0 ? Units.UNKNOWN : Units.count(model.recorded())),
                    Cell.of(Units.count(model.achievable())),
                    Cell.of(known ? Units.money(model.recordedCost()) : Units.UNKNOWN),
                    Cell.of(known ? Units.money(model.achievableCost()) : Units.UNKNOWN),
                    Cell.of(known ? money(less) : Units.UNKNOWN));
        }
        if (answer.models().isEmpty()) {
            page.line("no model call with recorded prompt hashes or text");
        } else {
            page.table(table);
            page.facts("Money      ", List.of(Cell.of(priced == 0 ? "nothing said" : money(saved))));
        }
        if (answer.dropped() > 0) {
            assumptions.add(Units.count(answer.dropped(), "later call") + " left out");
        }
        assumptions(page, assumptions);
        page.print(out);
    }
}
