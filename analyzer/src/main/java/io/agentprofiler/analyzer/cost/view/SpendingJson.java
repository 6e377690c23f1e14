// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.view;

import io.agentprofiler.analyzer.cost.ContextUse;
import io.agentprofiler.analyzer.cost.Measure;
import io.agentprofiler.analyzer.cost.Scope;
import io.agentprofiler.analyzer.cost.Spending;
import io.agentprofiler.analyzer.cost.Spent;
import io.agentprofiler.analyzer.cost.Worst;
import io.agentprofiler.analyzer.cost.budget.BudgetCheck;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.view.json.JsonDocument;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** {@code costs.json}: what was spent, how full contexts were, and which budgets were kept. */
public final class SpendingJson extends JsonDocument {
    private final Spending spending;
    private final ContextUse contexts;
    private final PriceList prices;
    private final List<BudgetCheck> budgets;

    /** Describes a file. */
    public SpendingJson(Spending spending, ContextUse contexts, PriceList prices, List<BudgetCheck> budgets) {
        this.spending = spending;
        this.contexts = contexts;
        this.prices = prices;
        this.budgets = budgets;
    }

    @Override
    protected void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-costs/1");
        CostJson.prices(json, prices);
        json.writeObjectPropertyStart("total");
        spent(json, spending.total());
        json.writeEndObject();
        for (Scope scope : Scope.values()) {
            if (scope != Scope.TOTAL) {
                json.writeArrayPropertyStart("by_" + scope.word());
                spending.by(scope).forEach((name, spent) -> row(json, scope, name, spent));
                json.writeEndArray();
            }
        }
        if (spending.otherConversations() != null) {
            json.writeObjectPropertyStart("other_conversations");
            spent(json, spending.otherConversations());
            json.writeEndObject();
        }
        contexts(json);
        json.writeArrayPropertyStart("budgets");
        budgets.forEach(check -> budget(json, check));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void row(JsonGenerator json, Scope scope, String name, Spent spent) {
        json.writeStartObject();
        json.writeStringProperty(scope.word(), name);
        spent(json, spent);
        json.writeEndObject();
    }

    private static void spent(JsonGenerator json, Spent spent) {
        json.writeNumberProperty("runs", spent.runs());
        json.writeNumberProperty("calls", spent.calls());
        json.writeNumberProperty("calls_without_usage", spent.callsWithoutUsage());
        StatsJson.number(json, "time_ns", spent.nanos());
        StatsJson.tokens(json, "tokens", spent.tokens());
        CostJson.sum(json, spent.cost());
        json.writeObjectPropertyStart("most_in_one_run");
        for (Measure measure : Measure.values()) {
            if (spent.worst(measure) != null) {
                worst(json, measure == Measure.TIME ? "time_ns" : measure.word(), spent.worst(measure));
            }
        }
        json.writeEndObject();
    }

    private static void worst(JsonGenerator json, String name, Worst worst) {
        json.writeObjectPropertyStart(name);
        CostJson.dollars(json, "value", worst.value());
        json.writeStringProperty("trace_id", worst.trace().toString());
        json.writeStringProperty("span_id", TraceId.spanText(worst.span()));
        json.writeEndObject();
    }

    private void contexts(JsonGenerator json) {
        json.writeArrayPropertyStart("contexts");
        for (Map.Entry<ContextUse.Row, ContextUse.Fill> row : contexts.rows().entrySet()) {
            ContextUse.Fill fill = row.getValue();
            json.writeStartObject();
            json.writeStringProperty("model", row.getKey().model());
            StatsJson.number(json, "window", row.getKey().window());
            StatsJson.distribution(json, "tokens_per_call", fill.tokens());
            if (row.getKey().window() > 0) {
                json.writeNumberProperty(
                        "highest_share",
                        (double) fill.tokens().max() / row.getKey().window());
                json.writeNumberProperty("calls_over_50_percent", fill.overHalf());
                json.writeNumberProperty("calls_over_80_percent", fill.over80());
                json.writeNumberProperty("calls_over_95_percent", fill.over95());
            }
            worst(json, "fullest", fill.fullest());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void budget(JsonGenerator json, BudgetCheck check) {
        json.writeStartObject();
        json.writeStringProperty("scope", check.budget().scope().word());
        StatsJson.text(json, "name", check.name() == null ? check.budget().name() : check.name());
        json.writeBooleanProperty("each", check.budget().each());
        boolean time = check.budget().measure() == Measure.TIME;
        json.writeStringProperty(
                "measure", time ? "time_ns" : check.budget().measure().word());
        CostJson.dollars(json, "limit", check.budget().limit());
        if (check.used() != null) {
            CostJson.dollars(json, "used", check.used());
        }
        json.writeNumberProperty("unknown", check.unknown());
        json.writeStringProperty("state", check.state().word());
        if (check.amongOthers()) {
            json.writeBooleanProperty("not_kept_apart", true);
        }
        if (check.where() != null) {
            json.writeStringProperty("trace_id", check.where().trace().toString());
            json.writeStringProperty("span_id", TraceId.spanText(check.where().span()));
        }
        json.writeEndObject();
    }
}
