// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.view;

import io.agentprofiler.analyzer.prefix.PrefixAnswer;
import io.agentprofiler.analyzer.prefix.cache.Replicas;
import io.agentprofiler.analyzer.prefix.cache.Room;
import io.agentprofiler.analyzer.prefix.cache.RoomCurve;
import io.agentprofiler.analyzer.prefix.cache.Routing;
import io.agentprofiler.analyzer.prefix.cache.Servers;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The parts of {@code prefix.json} on servers of one's own. */
final class PrefixServersJson {
    /** Hits are told at every twentieth of what is achievable. */
    private static final int POINTS = 20;

    private final JsonGenerator json;

    PrefixServersJson(JsonGenerator json) {
        this.json = json;
    }

    void write(PrefixAnswer answer, Servers servers) {
        json.writeArrayPropertyStart("room");
        answer.rooms().forEach(room -> room(room, servers));
        json.writeEndArray();
        if (servers.replicas() > 1) {
            json.writeObjectPropertyStart("replicas");
            json.writeNumberProperty("servers", servers.replicas());
            cacheTokens(servers);
            json.writeArrayPropertyStart("models");
            answer.replicas().forEach(this::replicas);
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private void cacheTokens(Servers servers) {
        if (servers.cacheTokens() > 0) {
            json.writeNumberProperty("cache_tokens", servers.cacheTokens());
        }
    }

    private void room(Room room, Servers servers) {
        RoomCurve curve = room.curve();
        json.writeStartObject();
        json.writeStringProperty("model", room.model());
        json.writeStringProperty("rule", room.rule().id());
        json.writeNumberProperty("input_tokens", room.input());
        json.writeNumberProperty("achievable_tokens", curve.all());
        if (servers.cacheTokens() > 0) {
            cacheTokens(servers);
            json.writeNumberProperty("in_cache_tokens", curve.inRoom());
        }
        json.writeArrayPropertyStart("curve");
        long last = 0;
        for (int i = 1; i <= POINTS; i++) {
            long size = curve.sizeFor((double) i / POINTS);
            if (size > last) {
                json.writeStartObject();
                json.writeNumberProperty("cache_tokens", size);
                json.writeNumberProperty("hit_tokens", curve.hitsAt(size));
                json.writeEndObject();
                last = size;
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void replicas(Replicas row) {
        json.writeStartObject();
        json.writeStringProperty("model", row.model());
        json.writeStringProperty("rule", row.rule().id());
        json.writeNumberProperty("input_tokens", row.input());
        json.writeNumberProperty("one_server_tokens", row.one());
        row.byRouting().forEach(this::routed);
        json.writeEndObject();
    }

    private void routed(Routing routing, Replicas.Result result) {
        json.writeObjectPropertyStart(routing.name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("hit_tokens", result.hits());
        json.writeNumberProperty("busiest_input_tokens", result.busiestInput());
        json.writeEndObject();
    }
}
