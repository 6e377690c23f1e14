// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.cost.view.CostJson;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.prefix.CountEstimate;
import io.agentprofiler.analyzer.prefix.ModelResult;
import io.agentprofiler.analyzer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.prefix.cache.CacheRules;
import io.agentprofiler.analyzer.prefix.cache.Servers;
import io.agentprofiler.analyzer.prefix.prompt.PromptSource;
import io.agentprofiler.analyzer.prefix.stable.PrefixBreak;
import io.agentprofiler.analyzer.prefix.stable.StablePrefix;
import io.agentprofiler.analyzer.view.json.JsonDocument;
import io.agentprofiler.analyzer.view.json.StatsJson;
import tools.jackson.core.JsonGenerator;

/** {@code prefix.json}: what prompt caching could do, and what is in its way. */
public final class PrefixJson extends JsonDocument {
    private final PrefixAnswer answer;
    private final CacheRules rules;
    private final Servers servers;
    private final PriceList prices;

    /** Describes a file. */
    public PrefixJson(PrefixAnswer answer, CacheRules rules, Servers servers, PriceList prices) {
        this.answer = answer;
        this.rules = rules;
        this.servers = servers;
        this.prices = prices;
    }

    @Override
    protected void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-prefix/1");
        json.writeObjectPropertyStart("rules");
        json.writeStringProperty("list", rules.name());
        StatsJson.text(json, "date", rules.date() == null ? null : rules.date().toString());
        json.writeEndObject();
        CostJson.prices(json, prices);
        json.writeNumberProperty("dropped_calls", answer.dropped());
        json.writeArrayPropertyStart("models");
        answer.models().forEach(model -> model(json, model));
        json.writeEndArray();
        new PrefixServersJson(json).write(answer, servers);
        json.writeArrayPropertyStart("stable_prefixes");
        answer.stable().forEach(prefix -> stable(json, prefix));
        json.writeEndArray();
        json.writeArrayPropertyStart("breaks");
        answer.breaks().forEach(found -> found(json, found));
        json.writeEndArray();
        json.writeArrayPropertyStart("from_token_counts");
        answer.estimates().forEach(estimate -> estimate(json, estimate));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void model(JsonGenerator json, ModelResult model) {
        json.writeStartObject();
        json.writeStringProperty("model", model.model());
        json.writeNumberProperty("calls", model.calls());
        json.writeNumberProperty("calls_without_tokens", model.withoutTokens());
        json.writeNumberProperty("calls_without_message_ends", model.withoutEnds());
        json.writeObjectPropertyStart("calls_from");
        for (PromptSource source : PromptSource.values()) {
            json.writeNumberProperty(source.word().replace(' ', '_'), model.from(source));
        }
        json.writeEndObject();
        json.writeNumberProperty("input_tokens", model.input());
        json.writeNumberProperty("sent_before_tokens", model.seen());
        if (model.rule() != null) {
            ruled(json, model);
        }
        json.writeNumberProperty("reporting_calls", model.reporting());
        if (model.reporting() > 0) {
            json.writeNumberProperty("reporting_input_tokens", model.reportingInput());
            json.writeNumberProperty("recorded_tokens", model.recorded());
            if (model.rule() != null) {
                json.writeNumberProperty("predicted_tokens", model.predicted());
                json.writeNumberProperty("error_tokens", model.error());
                json.writeBooleanProperty("believed", model.isBelieved());
            }
        }
        json.writeNumberProperty("priced_calls", model.priced());
        if (model.priced() > 0) {
            CostJson.dollars(json, "uncached_usd", model.uncachedCost());
            CostJson.dollars(json, "recorded_usd", model.recordedCost());
            if (model.isBelieved()) {
                CostJson.dollars(json, "achievable_usd", model.achievableCost());
            }
        }
        model.prefill().ifPresent(slope -> firstChunk(json, slope));
        json.writeEndObject();
    }

    private static void ruled(JsonGenerator json, ModelResult model) {
        json.writeStringProperty("rule", model.rule().id());
        json.writeBooleanProperty("upper_bound", model.isUpperBound());
        json.writeNumberProperty("achievable_tokens", model.achievable());
        json.writeNumberProperty("supposed_answer_tokens", model.supposed());
        json.writeNumberProperty("hit_calls", model.hits());
        json.writeNumberProperty("writing_calls", model.writing());
        json.writeNumberProperty("written_tokens", model.written());
        json.writeObjectPropertyStart("lost_tokens");
        json.writeNumberProperty("too_short", model.tooShort());
        json.writeNumberProperty("rounding", model.rounding());
        json.writeNumberProperty("expired", model.expired());
        json.writeNumberProperty("at_the_same_time", model.parallel());
        json.writeNumberProperty("no_entry", model.noEntry());
        json.writeEndObject();
    }

    private static void firstChunk(JsonGenerator json, PrefillSlope slope) {
        json.writeObjectPropertyStart("first_chunk");
        json.writeNumberProperty("ns_per_uncached_token", slope.nanosPerToken());
        json.writeNumberProperty("ns_low", slope.low());
        json.writeNumberProperty("ns_high", slope.high());
        json.writeNumberProperty("calls", slope.calls());
        json.writeEndObject();
    }

    private static void place(JsonGenerator json, String workflow, String agent, String model) {
        json.writeStringProperty("workflow", workflow);
        StatsJson.text(json, "agent", agent);
        json.writeStringProperty("model", model);
    }

    private static void stable(JsonGenerator json, StablePrefix prefix) {
        json.writeStartObject();
        place(json, prefix.workflow(), prefix.agent(), prefix.model());
        json.writeNumberProperty("calls", prefix.calls());
        json.writeNumberProperty("common_tokens", prefix.commonTokens());
        StatsJson.text(json, "ends_in", prefix.endsIn());
        json.writeNumberProperty("half_tokens", prefix.mostTokens());
        json.writeNumberProperty("half_calls", prefix.mostCalls());
        json.writeEndObject();
    }

    private static void found(JsonGenerator json, PrefixBreak found) {
        json.writeStartObject();
        place(json, found.workflow(), found.agent(), found.model());
        StatsJson.text(json, "field", found.field());
        json.writeStringProperty("between", found.within() ? "calls" : "workflows");
        json.writeNumberProperty("times", found.times());
        json.writeNumberProperty("at_token", found.atToken());
        json.writeNumberProperty("sent_anew_tokens", found.lostTokens());
        json.writeNumberProperty("cacheable_tokens", found.savedTokens());
        if (found.priced() > 0) {
            CostJson.dollars(json, "worth_usd", found.savedDollars());
        }
        json.writeNumberProperty("priced_times", found.priced());
        json.writeStringProperty("trace_id", found.trace().toString());
        json.writeStringProperty("span_id", TraceId.spanText(found.span()));
        json.writeStringProperty("other_trace_id", found.otherTrace().toString());
        json.writeStringProperty("other_span_id", TraceId.spanText(found.otherSpan()));
        json.writeEndObject();
    }

    private static void estimate(JsonGenerator json, CountEstimate estimate) {
        json.writeStartObject();
        json.writeStringProperty("model", estimate.model());
        json.writeNumberProperty("calls", estimate.calls());
        json.writeNumberProperty("input_tokens", estimate.input());
        json.writeNumberProperty("continuing_calls", estimate.growing());
        json.writeNumberProperty("achievable_least_tokens", estimate.least());
        json.writeNumberProperty("achievable_most_tokens", estimate.most());
        StatsJson.number(json, "recorded_tokens", estimate.recorded());
        json.writeEndObject();
    }
}
