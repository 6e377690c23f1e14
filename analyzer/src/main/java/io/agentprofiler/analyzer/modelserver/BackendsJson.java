// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The part of {@code summary.json} about model servers. */
public final class BackendsJson {
    private BackendsJson() {}

    /** Writes an array: an object for each model at a server, and one for each server that never answered. */
    public static void write(JsonGenerator json, Backends backends) {
        json.writeArrayPropertyStart("backends");
        Set<String> answered = new HashSet<>();
        backends.stats().forEach((key, stats) -> {
            answered.add(key.endpoint());
            json.writeStartObject();
            server(json, key, backends);
            figures(json, stats);
            json.writeEndObject();
        });
        backends.failures().keySet().forEach(endpoint -> {
            if (!answered.contains(endpoint)) {
                json.writeStartObject();
                server(json, new BackendKey(endpoint, null, null), backends);
                json.writeNumberProperty("samples", 0);
                json.writeEndObject();
            }
        });
        json.writeEndArray();
    }

    private static void server(JsonGenerator json, BackendKey key, Backends backends) {
        json.writeStringProperty("endpoint", key.endpoint());
        StatsJson.text(json, "server", key.server());
        StatsJson.text(json, "model", key.model());
        Backends.Failures failures = backends.failures().get(key.endpoint());
        json.writeNumberProperty("failed_polls", failures == null ? 0 : failures.count());
        StatsJson.text(json, "last_failure", failures == null ? null : failures.last());
    }

    private static void figures(JsonGenerator json, BackendStats stats) {
        json.writeNumberProperty("samples", stats.samples());
        gauge(json, "running", stats.running(), stats.running());
        gauge(json, "waiting", stats.waiting(), stats.waiting());
        gauge(json, "kv_cache_usage", stats.kvCache(), stats.kvCacheMax());
        StatsJson.number(json, "prefix_cache_queries", stats.prefixQueries());
        StatsJson.number(json, "prefix_cache_hits", stats.prefixHits());
        if (!Double.isNaN(stats.prefixHitRate())) {
            json.writeNumberProperty("prefix_cache_hit_rate", stats.prefixHitRate());
        }
        StatsJson.number(json, "prompt_tokens", stats.promptTokens());
        StatsJson.number(json, "generation_tokens", stats.generationTokens());
        StatsJson.number(json, "preemptions", stats.preemptions());
        StatsJson.number(json, "requests", stats.requests());
    }

    /** The highest is that of the fullest engine, where the engines' own are known. */
    private static void gauge(JsonGenerator json, String name, Gauge gauge, Gauge ofOneEngine) {
        if (gauge.isKnown()) {
            json.writeObjectPropertyStart(name);
            json.writeNumberProperty("mean", gauge.mean());
            json.writeNumberProperty("max", (ofOneEngine.isKnown() ? ofOneEngine : gauge).max());
            json.writeEndObject();
        }
    }
}
