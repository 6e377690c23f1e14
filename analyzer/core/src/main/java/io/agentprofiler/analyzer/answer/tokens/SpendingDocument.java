// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.completeness.SamplingSection;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.BudgetCheck;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.Budget;
import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Worst;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What {@code tokens} answers: what was spent, on what, how full contexts were, and which budgets were kept. */
public final class SpendingDocument {
    private static final int MAX_ROWS = 15;
    private static final String NO_FUNCTION = "No function of the program was recorded:"
            + " -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*' names some.";

    private final Spending spending;
    private final PriceList prices;

    private SpendingDocument(Spending spending, PriceList prices) {
        this.spending = spending;
        this.prices = prices;
    }

    /**
     * Describes the answer.
     *
     * @param attribute whose values are told apart, {@code null} for none
     */
    public static Document of(
            Outcome outcome,
            Spending spending,
            AttributeKey attribute,
            ContextUse contexts,
            PriceList prices,
            List<BudgetCheck> budgets) {
        SpendingDocument document = new SpendingDocument(spending, prices);
        Document.Builder made = Document.of("agent-profiler-costs/1", "Tokens and cost")
                .add(new Value("prices", CostFields.of(prices)))
                .add(document.total(outcome))
                .addAll(SamplingSection.remarks(outcome));
        boolean byFunction = attribute != null && attribute.isOfFunctions();
        if (byFunction) {
            made.addAll(document.functions()).add(ContextTable.byFunction(contexts));
            if (spending.by(SpendingScope.FUNCTION).isEmpty()) {
                made.add(Note.aside(NO_FUNCTION));
            }
        } else if (attribute != null) {
            made.add(new Value("attribute", attribute.word()))
                    .add(document.table(
                            SpendingScope.ATTRIBUTE,
                            "By " + attribute.word(),
                            "a call counts for the closest value around it"));
            made.addAll(document.others(SpendingScope.ATTRIBUTE, "other_values", "values"));
        }
        made.add(document.table(SpendingScope.MODEL, "By model", "embedding models included"))
                .add(document.table(SpendingScope.AGENT, "By agent", "a call counts for the closest agent around it"))
                .add(document.table(SpendingScope.TOOL, "By tool", "calls made inside a tool"));
        if (!byFunction) {
            made.addAll(document.functions());
        }
        made.add(document.table(SpendingScope.WORKFLOW, "By workflow", "by name of the first span"))
                .add(document.table(SpendingScope.CONVERSATION, "By conversation", ""))
                .add(document.table(
                        SpendingScope.STEP, "By step", "model calls by their number in the run of an agent"))
                .add(document.table(SpendingScope.OUTCOME, "By outcome", "how the workflows ended"));
        return made.addAll(document.others(SpendingScope.CONVERSATION, "other_conversations", "conversations"))
                .add(ContextTable.of(contexts))
                .add(BudgetTable.of(budgets))
                .add(DataSection.of(outcome))
                .build();
    }

    /** Describes what was spent in the program's own functions, and outside of them. */
    private List<Block> functions() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(table(
                SpendingScope.FUNCTION,
                "By function",
                "a call counts for the closest function of the program around it"));
        Spent outside = spending.outsideFunctions();
        if (outside.calls() > 0 && !spending.by(SpendingScope.FUNCTION).isEmpty()) {
            blocks.add(new Value("outside_functions", spent(outside)));
            blocks.add(Note.aside("and " + money(outside.cost()) + " of " + Units.count(outside.calls(), "call")
                    + " outside of these functions"));
        }
        return blocks;
    }

    /** Describes what rows beyond those that are kept apart spent. */
    private List<Block> others(SpendingScope scope, String key, String plural) {
        Spent others = spending.others(scope);
        return others == null
                ? List.of()
                : List.of(
                        new Value(key, spent(others)),
                        Note.aside("and " + money(others.cost()) + " of " + plural + " beyond those kept apart"));
    }

    private Section total(Outcome outcome) {
        Spent total = spending.total();
        return Section.under("Spent", "in " + Units.count(outcome.runs().size(), "run"))
                .add(new Value("total", spent(total)))
                .add(tokens(total))
                .add(Facts.about("Cost    ")
                        .addAll(CostCells.facts(total.cost(), spending.costs(SpendingScope.MODEL), prices))
                        .build())
                .add(total.cost().isKnown(), () -> parts(total.cost()))
                .build();
    }

    private static Facts tokens(Spent total) {
        Tokens tokens = total.tokens();
        Facts.Builder facts = Facts.about("Tokens  ");
        if (tokens.isKnown()) {
            facts.add("in " + Units.count(tokens.input()));
            if (tokens.cacheRead() > 0) {
                facts.add(Units.count(tokens.cacheRead()) + " of them cached, "
                        + Units.share(tokens.cacheRead(), tokens.input()));
            }
            facts.add("out " + Units.count(tokens.output()));
        } else {
            facts.add("none reported");
        }
        facts.add(Units.count(total.calls(), "call"));
        if (total.callsWithoutUsage() > 0) {
            facts.add(Cell.words(Units.count(total.callsWithoutUsage()) + " did not report usage")
                    .with(Emphasis.WARNING));
        }
        return facts.build();
    }

    private static Facts parts(CostSum sum) {
        Facts.Builder facts = Facts.about("of it   ");
        part(facts, "new input", sum.cost().input(), sum.amount());
        part(facts, "cache reads", sum.cost().cacheRead(), sum.amount());
        part(facts, "cache writes", sum.cost().cacheWrite(), sum.amount());
        part(facts, "output", sum.cost().output(), sum.amount());
        part(facts, "requests", sum.cost().request(), sum.amount());
        return facts.build();
    }

    private static void part(Facts.Builder facts, String what, BigDecimal part, BigDecimal whole) {
        if (part.signum() > 0) {
            facts.add(
                    what + " " + Units.money(part) + " (" + Units.share(part.doubleValue(), whole.doubleValue()) + ")");
        }
    }

    private Table table(SpendingScope scope, String title, String explanation) {
        Map<String, Spent> rows = spending.by(scope);
        boolean single = scope != SpendingScope.CONVERSATION && scope != SpendingScope.ATTRIBUTE;
        boolean calls = scope == SpendingScope.MODEL || scope == SpendingScope.STEP;
        double whole = spending.total().cost().amount().doubleValue();
        return Table.of("by_" + scope.word(), rows.entrySet())
                .heading(title, explanation)
                .where(row -> isWorthATable(scope, rows) && row.getValue().calls() > 0)
                .sorted(scope == SpendingScope.STEP ? Map.Entry.comparingByKey() : mostExpensiveFirst())
                .atMost(MAX_ROWS, "--out DIR writes all of them to costs.json")
                .text(
                        scope.word(),
                        scope == SpendingScope.ATTRIBUTE ? "value" : scope.word(),
                        row -> Cell.name(row.getKey()))
                .number("runs", "runs", row -> runs(row.getValue(), single && !calls))
                .dispensable(calls ? 9 : 3)
                .number("calls", "calls", row -> Cell.count(row.getValue().calls()))
                .field("calls_without_usage", row -> row.getValue().callsWithoutUsage())
                .field("time_ns", row -> row.getValue().nanos())
                .tokens("tokens", row -> row.getValue().tokens())
                .field("cost", row -> CostFields.of(row.getValue().cost()))
                .number("cost", row -> CostCells.cell(row.getValue().cost()))
                .number("reported", row -> CostCells.reported(row.getValue().cost()))
                .whereFilled()
                .number("share", row -> share(row.getValue(), whole))
                .number("not priced", row -> CostCells.missing(row.getValue().cost()))
                .dispensable(1)
                .number(calls ? "per call" : "per run", row -> single ? mean(row.getValue(), calls) : Cell.unknown())
                .dispensable(3)
                .number(calls ? "costliest call" : "costliest run", row -> mostExpensive(row.getValue()))
                .dispensable(3)
                .field("most_in_one_run", row -> most(row.getValue()))
                .build();
    }

    /** Conversations and calls have no runs of their own to show; programs get the number that is known all the same. */
    private static Cell runs(Spent spent, boolean shown) {
        return (shown ? Cell.count(spent.runs()) : Cell.unknown()).as(spent.runs());
    }

    private static Cell share(Spent spent, double whole) {
        return spent.cost().isKnown() ? Cell.share(spent.cost().amount().doubleValue(), whole) : Cell.unknown();
    }

    private static Cell mostExpensive(Spent spent) {
        Worst worst = spent.worst(Measure.MONEY);
        return worst == null ? Cell.unknown() : Cell.money(worst.value());
    }

    private static Fields spent(Spent spent) {
        return new Fields()
                .put("runs", spent.runs())
                .put("calls", spent.calls())
                .put("calls_without_usage", spent.callsWithoutUsage())
                .put("time_ns", spent.nanos())
                .put("tokens", Fields.of(spent.tokens()))
                .put("cost", CostFields.of(spent.cost()))
                .put("most_in_one_run", most(spent));
    }

    private static Fields most(Spent spent) {
        Fields most = new Fields();
        for (Measure measure : Measure.values()) {
            if (spent.worst(measure) != null) {
                most.put(measure == Measure.TIME ? "time_ns" : measure.word(), CostFields.of(spent.worst(measure)));
            }
        }
        return most;
    }

    private static boolean isWorthATable(SpendingScope scope, Map<String, Spent> rows) {
        return switch (scope) {
            case STEP -> rows.size() > 1;
            case OUTCOME ->
                !rows.keySet().equals(Set.of(SpanStatus.OK.word()))
                        && !rows.keySet().equals(Set.of(Spending.UNKNOWN_OUTCOME));
            default -> true;
        };
    }

    private static Comparator<Map.Entry<String, Spent>> mostExpensiveFirst() {
        return Comparator.comparing(
                        (Map.Entry<String, Spent> row) -> row.getValue().cost().amount())
                .thenComparing(row -> tokens(row.getValue(), Measure.TOKENS))
                .reversed()
                .thenComparing(Map.Entry::getKey);
    }

    /** A mean of runs of which some are not priced would be too low. */
    private static Cell mean(Spent spent, boolean calls) {
        long of = calls ? spent.cost().pricedCalls() : spent.runs();
        if (!spent.cost().isKnown() || of == 0 || !calls && spent.cost().unpricedCalls() > 0) {
            return Cell.unknown();
        }
        return Cell.money(spent.cost().amount().divide(BigDecimal.valueOf(of), MathContext.DECIMAL64));
    }

    private static BigDecimal tokens(Spent spent, Measure measure) {
        BigDecimal tokens = spent.of(measure);
        return tokens == null ? BigDecimal.ZERO : tokens;
    }

    private static String money(CostSum sum) {
        return sum.isKnown() ? Units.money(sum.amount()) : "unpriced calls";
    }

    /** The table of budgets, those that were not kept first. */
    private static final class BudgetTable {
        private static final int MAX_ROWS = 30;
        private static final int MIN_SUBJECT = 45;

        private BudgetTable() {}

        static Table of(List<BudgetCheck> checks) {
            return Table.of("budgets", checks)
                    .heading("Budgets", "")
                    .sorted(Comparator.comparing(BudgetCheck::state).reversed())
                    .atMost(MAX_ROWS, "none of them worse")
                    .minFirst(MIN_SUBJECT)
                    .text("budget", check -> Cell.name(subject(check)))
                    .field("scope", check -> check.budget().scope().word())
                    .field(
                            "name",
                            check -> check.name() == null ? check.budget().name() : check.name())
                    .field("each", check -> check.budget().each())
                    .field(
                            "measure",
                            check -> check.budget().measure() == Measure.TIME
                                    ? "time_ns"
                                    : check.budget().measure().word())
                    .number(
                            "limit",
                            "limit",
                            check -> amount(
                                    check.budget().measure(), check.budget().limit()))
                    .number(
                            "used",
                            "used",
                            check -> check.used() == null
                                    ? Cell.unknown()
                                    : amount(check.budget().measure(), check.used())
                                            .with(Emphasis.STRONG))
                    .number(
                            "share",
                            check -> check.used() == null
                                    ? Cell.unknown()
                                    : Cell.share(
                                            check.used().doubleValue(),
                                            check.budget().limit().doubleValue()))
                    .field("unknown", BudgetCheck::unknown)
                    .text(
                            "state",
                            "state",
                            check -> state(check).as(check.state().word()))
                    .field("not_kept_apart", check -> check.amongOthers() ? true : null)
                    .field(
                            "trace_id",
                            check -> check.where() == null
                                    ? null
                                    : check.where().trace().toString())
                    .field(
                            "span_id",
                            check -> check.where() == null
                                    ? null
                                    : TraceId.spanText(check.where().span()))
                    .text(
                            "most in",
                            check -> check.where() == null
                                    ? Cell.EMPTY
                                    : Cell.trace(check.where().trace()))
                    .dispensable(1)
                    .build();
        }

        private static String subject(BudgetCheck check) {
            Budget budget = check.budget();
            boolean named = check.name() == null || budget.scope() == SpendingScope.TOTAL;
            return (named
                            ? budget.subject()
                            : (budget.each() ? "each " : "") + budget.scope().word() + " " + check.name())
                    + ", "
                    + budget.measure().word();
        }

        private static Cell state(BudgetCheck check) {
            return switch (check.state()) {
                case OK -> Cell.words("ok").with(Emphasis.GOOD);
                case WARN -> Cell.words("warn").with(Emphasis.WARNING);
                case FAIL ->
                    Cell.words("FAIL" + (check.unknown() > 0 ? ", " + missing(check) + " not even counted" : ""))
                            .with(Emphasis.BAD);
                case UNKNOWN -> Cell.words("unknown: " + why(check)).with(Emphasis.WARNING);
            };
        }

        private static String why(BudgetCheck check) {
            if (check.name() != null) {
                return "without " + missing(check);
            }
            if (!check.amongOthers()) {
                return "no such thing ran";
            }
            return check.budget().name() == null ? "more of them than are kept apart" : "not among those kept apart";
        }

        private static String missing(BudgetCheck check) {
            if (check.unknown() == 0) {
                return "any figure";
            }
            return switch (check.budget().measure()) {
                case TIME -> Units.count(check.unknown(), "run") + " without both ends";
                case MONEY -> Units.count(check.unknown(), "unpriced call");
                case INPUT -> Units.count(check.unknown(), "call") + " without input tokens";
                case OUTPUT -> Units.count(check.unknown(), "call") + " without output tokens";
                default -> Units.count(check.unknown(), "call") + " without usage";
            };
        }

        private static Cell amount(Measure measure, BigDecimal amount) {
            return switch (measure) {
                case MONEY -> Cell.money(amount);
                case TIME -> Cell.duration(amount.doubleValue()).as(amount);
                default -> Cell.count(amount.longValue()).as(amount);
            };
        }
    }
}
