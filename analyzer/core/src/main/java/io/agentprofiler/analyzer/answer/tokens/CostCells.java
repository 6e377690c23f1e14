// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.CostSum.LeftOut;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Money in tables and facts: what has no price is said to have none. */
public final class CostCells {
    private static final String UNPRICED = "unpriced";
    private static final int MAX_NAMES = 3;

    private CostCells() {}

    /** Returns a sum's cell; {@code null} is no call. */
    public static Cell cell(CostSum cost) {
        if (cost == null || !cost.isKnown()) {
            return cost == null || cost.unpricedCalls() == 0
                    ? Cell.unknown()
                    : Cell.words(UNPRICED).with(Emphasis.WARNING);
        }
        return Cell.money(cost.amount()).with(Emphasis.STRONG);
    }

    /** Returns how many calls are missing in a sum; empty for none, and where the sum itself says it. */
    public static Cell missing(CostSum cost) {
        return Cell.bad(cost == null || !cost.isKnown() ? 0 : cost.unpricedCalls(), Emphasis.WARNING);
    }

    /** Returns what a sum's calls were said to cost, and how many those are; {@code null} is no call. */
    public static Cell reported(CostSum cost) {
        if (cost == null || !cost.reported().isKnown()) {
            return Cell.unknown();
        }
        Reported reported = cost.reported();
        boolean partial = reported.calls() < cost.pricedCalls() + cost.unpricedCalls();
        return partial
                ? Cell.words(Units.money(reported.total()) + " of " + Units.count(reported.calls()))
                : Cell.money(reported.total());
    }

    /**
     * Returns a sum, whose prices it is of, and how many calls are not in it, of which models and why.
     *
     * @param models the sum's parts by model
     */
    public static List<Cell> facts(CostSum cost, Map<String, CostSum> models, PriceList prices) {
        List<Cell> facts = new ArrayList<>();
        if (cost.isKnown()) {
            facts.add(Cell.words(Units.money(cost.amount()) + " for " + Units.count(cost.pricedCalls(), "call")));
            facts.add(Cell.words(prices.label()).with(Emphasis.DIM));
        } else {
            facts.add(Cell.words(cost.reported().isKnown() ? "no list price" : "not known"));
        }
        for (Map.Entry<Unpriced, Long> reason : cost.unpriced().entrySet()) {
            facts.add(Cell.words((cost.isKnown() ? "without " : "") + Units.count(reason.getValue(), "call") + " of "
                            + named(models, reason.getKey()) + " ("
                            + reason.getKey().text() + ")")
                    .with(reason.getKey() == Unpriced.FAILED ? Emphasis.DIM : Emphasis.WARNING));
        }
        facts.addAll(leftOut(cost.leftOut()));
        facts.addAll(reported(cost.reported()));
        return facts;
    }

    /** Returns what the price list does not say of the calls in a sum. */
    private static List<Cell> leftOut(LeftOut leftOut) {
        List<Cell> facts = new ArrayList<>();
        if (leftOut.webSearches() > 0) {
            String searches = leftOut.webSearches() == 1 ? " web search" : " web searches";
            facts.add(Cell.words("price of " + Units.count(leftOut.webSearches()) + searches + " not known, left out")
                    .with(Emphasis.WARNING));
        }
        if (leftOut.batchCalls() > 0) {
            facts.add(Cell.words(
                            "batch discount of " + Units.count(leftOut.batchCalls(), "call") + " not known, left out")
                    .with(Emphasis.WARNING));
        }
        return facts;
    }

    /** Returns what was said that calls cost, beside what list prices make of the same calls. */
    private static List<Cell> reported(Reported reported) {
        List<Cell> facts = new ArrayList<>();
        if (reported.calls() > 0) {
            String said = "reported " + Units.money(reported.usd()) + " for " + Units.count(reported.calls(), "call");
            if (reported.listedCalls() == 0) {
                facts.add(Cell.words(said));
            } else if (reported.listedCalls() == reported.calls()) {
                facts.add(Cell.words(said + ", at list prices " + Units.money(reported.listUsd())));
            } else {
                facts.add(Cell.words(said + ", of them " + Units.money(reported.listedUsd()) + " for "
                        + Units.count(reported.listedCalls(), "call") + " that cost "
                        + Units.money(reported.listUsd()) + " at list prices"));
            }
        }
        if (reported.unattributed().signum() > 0) {
            facts.add(Cell.words("reported " + Units.money(reported.unattributed()) + " in totals for no call"));
        }
        return facts;
    }

    private static String named(Map<String, CostSum> models, Unpriced reason) {
        List<String> names = models.entrySet().stream()
                .filter(model -> model.getValue().unpriced().containsKey(reason))
                .map(Map.Entry::getKey)
                .toList();
        return names.size() <= MAX_NAMES
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MAX_NAMES)) + " and "
                        + Units.count(names.size() - MAX_NAMES, "more model");
    }
}
