// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample.Figures;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON that SkyRL answers with: {@code engines}, each with {@code kv_cache_usage_pct} (of 100), {@code
 * num_running_reqs}, {@code num_waiting_reqs}, {@code num_cumulative_preemption}, or {@code error}. It names no model.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonFigures {
    private static final JsonFactory FACTORY = new JsonFactory();

    private int engines;
    private final Sum running = new Sum();
    private final Sum waiting = new Sum();
    private final Sum preemptions = new Sum();
    private final Sum usage = new Sum();

    private JsonFigures() {}

    /** Returns what the page says, {@code null} when no engine of it works or it is another page. */
    static Figures read(String page) {
        JsonFigures figures = new JsonFigures();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), page)) {
            figures.page(parser);
        } catch (JacksonException e) {
            return null;
        }
        return figures.result();
    }

    private Figures result() {
        if (engines == 0) {
            return null;
        }
        Figures.FiguresDraft figures = new Figures.FiguresDraft();
        figures.server = "skyrl";
        figures.engines = engines;
        figures.running = running.total(engines);
        figures.waiting = waiting.total(engines);
        figures.kvCacheUsage = usage.count == engines ? usage.sum / engines / 100 : -1;
        figures.kvCacheUsageMax = usage.count == engines ? usage.most / 100 : -1;
        figures.preemptions = preemptions.total(engines);
        return figures.build();
    }

    private void page(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            if (parser.nextToken() == JsonToken.START_ARRAY && field.equals("engines")) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    engine(parser);
                }
            } else {
                parser.skipChildren();
            }
        }
    }

    private void engine(JsonParser parser) {
        double kvCache = -1;
        double active = -1;
        double queued = -1;
        double preempted = -1;
        boolean broken = false;
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            double number = value.isNumeric() ? parser.getDoubleValue() : -1;
            switch (field) {
                case "kv_cache_usage_pct" -> kvCache = number;
                case "num_running_reqs" -> active = number;
                case "num_waiting_reqs" -> queued = number;
                case "num_cumulative_preemption" -> preempted = number;
                case "error" -> broken = value != JsonToken.VALUE_NULL;
                default -> {
                    // of no interest
                }
            }
            parser.skipChildren();
        }
        if (!broken && (kvCache >= 0 || active >= 0 || queued >= 0 || preempted >= 0)) {
            engines++;
            usage.add(kvCache);
            running.add(active);
            waiting.add(queued);
            preemptions.add(preempted);
        }
    }

    /** A figure of several engines, known only if each of them says it. */
    private static final class Sum {
        private double sum;
        private double most;
        private int count;

        void add(double value) {
            if (value >= 0) {
                sum += value;
                most = Math.max(most, value);
                count++;
            }
        }

        long total(int engines) {
            return count == engines ? Math.round(sum) : -1;
        }
    }
}
