// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.formats.nat.Differences.Row;
import io.agentprofiler.analyzer.lab.size.Estimate;
import io.agentprofiler.analyzer.lab.size.Fit;
import io.agentprofiler.analyzer.lab.size.Fit.FitShape;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import io.agentprofiler.analyzer.lab.size.Fitter;
import io.agentprofiler.analyzer.lab.size.Level;
import io.agentprofiler.analyzer.lab.size.Level.Item;
import io.agentprofiler.analyzer.lab.size.Sizing;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds our sizing against what NAT's calculator gave for the same arguments. */
final class SizingRows {
    private SizingRows() {}

    /** Returns what differs: case, field, NAT's value, ours. */
    static List<String> all() throws IOException {
        Map<String, Object> goldens = NatRun.object(NatRun.json(NatRun.resource("sizing/calc_goldens.json")));
        List<String> rows = new ArrayList<>();
        for (Object one : (List<?>) goldens.get("compute_slope")) {
            Map<String, Object> golden = NatRun.object(one);
            add(rows, "slope " + golden.get("name"), golden.get("result"), slope(golden));
        }
        int number = 0;
        for (Object one : (List<?>) goldens.get("gpu_by_slope")) {
            Map<String, Object> golden = NatRun.object(one);
            add(rows, "gpus by slope " + number++, golden.get("result"), gpus(NatRun.object(golden.get("args"))));
        }
        number = 0;
        for (Object one : (List<?>) goldens.get("gpu_single")) {
            Map<String, Object> golden = NatRun.object(one);
            add(rows, "gpus of one level " + number++, golden.get("result"), guess(NatRun.object(golden.get("args"))));
        }
        for (Object one : (List<?>) goldens.get("calc_runner")) {
            Map<String, Object> golden = NatRun.object(one);
            add(rows, "sizing " + golden.get("name"), golden.get("result"), run(golden));
        }
        return rows;
    }

    private static void add(List<String> rows, String name, Object nat, Object ours) {
        Object theirs = nat instanceof Map<?, ?> map && map.containsKey("__error__") ? "error" : nat;
        for (Row row : Differences.of(Map.of("result", theirs), Map.of("result", ours))) {
            rows.add("| `" + name + "` | `" + row.field().substring(1) + "` | `" + row.nat() + "` | `" + row.ours()
                    + "` |");
        }
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static Object slope(Map<String, Object> golden) {
        List<?> x = (List<?>) golden.get("concurrencies");
        List<?> y = (List<?>) golden.get("time_metrics");
        if (x.size() != y.size()) {
            return "error";
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < x.size(); i++) {
            points.add(new Point(number(x.get(i)), number(y.get(i))));
        }
        Map<String, Object> config = NatRun.object(golden.get("fit_config"));
        double minimum = config.containsKey("min_r_squared") ? number(config.get("min_r_squared")) : 0.7;
        Fit fit = Fitter.fit(points, config.get("remove_outliers") != Boolean.FALSE, minimum);
        return fit.isKnown() ? fit(fit) : "error";
    }

    private static Map<String, Object> fit(Fit fit) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("slope", fit.slope());
        map.put("intercept", fit.intercept());
        map.put("r_squared", fit.rSquared());
        map.put(
                "outliers_removed",
                fit.outliers().stream().map(point -> (long) point.concurrency()).toList());
        return map;
    }

    private static Object gpus(Map<String, Object> arguments) {
        double slope = number(arguments.get("observed_slope"));
        double intercept =
                arguments.containsKey("observed_intercept") ? number(arguments.get("observed_intercept")) : 0;
        Fit fit = new Fit(
                slope > 0 ? FitShape.LINE : FitShape.FLAT,
                slope,
                intercept,
                1,
                List.of(),
                List.of(),
                List.of(new Point(1, slope + intercept)),
                null);
        double target = number(arguments.get("target_time_metric"));
        Targets targets =
                new Targets(target, 0, number(arguments.get("target_users")), number(arguments.get("test_gpu_count")));
        return orError(Estimate.of(fit, target, targets));
    }

    private static Object orError(Estimate estimate) {
        return estimate.isAnswered() ? (Object) estimate.gpus() : "error";
    }

    private static Object guess(Map<String, Object> arguments) {
        int concurrency = (int) number(arguments.get("test_concurrency"));
        Level level = new Level(
                concurrency,
                number(arguments.get("observed_latency")),
                number(arguments.get("observed_runtime")),
                Double.NaN,
                new Level.LevelCounts(0, 0, 0),
                false,
                List.of());
        Targets targets = new Targets(
                number(arguments.get("target_llm_latency")),
                number(arguments.get("target_workflow_runtime")),
                number(arguments.get("target_users")),
                number(arguments.get("test_gpu_count")));
        return guess(Sizing.of(List.of(level), targets), level);
    }

    private static Map<String, Object> guess(Sizing sizing, Level level) {
        return estimates(sizing.guess(level).byRunTime(), sizing.guess(level).byLatency());
    }

    private static Map<String, Object> estimates(double byRunTime, double byLatency) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("gpu_estimate_by_wf_runtime", Double.isNaN(byRunTime) ? null : byRunTime);
        map.put("gpu_estimate_by_llm_latency", Double.isNaN(byLatency) ? null : byLatency);
        return map;
    }

    private static Object run(Map<String, Object> golden) {
        Map<String, Object> config = NatRun.object(golden.get("config"));
        Map<String, Object> measured =
                NatRun.object(golden.get("metrics_per_concurrency(p95 latency, p95 runtime, total, interrupted)"));
        Map<String, Object> natLevels = new LinkedHashMap<>();
        if (NatRun.object(golden.get("result")).get("calc_data") instanceof Map<?, ?> data) {
            natLevels = NatRun.object(data);
        }
        List<Level> levels = new ArrayList<>();
        for (Map.Entry<String, Object> one : measured.entrySet()) {
            List<?> numbers = (List<?>) one.getValue();
            levels.add(new Level(
                    Integer.parseInt(one.getKey()),
                    number(numbers.get(0)),
                    number(numbers.get(1)),
                    number(numbers.get(2)),
                    new Level.LevelCounts(4, 0, 4),
                    numbers.size() > 3 && numbers.get(3) == Boolean.TRUE,
                    items(natLevels.get(one.getKey()))));
        }
        Sizing sizing = Sizing.of(
                levels,
                new Targets(
                        number(config.get("target_llm_latency_p95")),
                        number(config.get("target_workflow_runtime_p95")),
                        number(config.get("target_users")),
                        number(config.get("test_gpu_count"))));
        Map<String, Object> ours = new LinkedHashMap<>();
        ours.put(
                "gpu_estimates",
                estimates(sizing.byRunTime().gpus(), sizing.byLatency().gpus()));
        Map<String, Object> fits = new LinkedHashMap<>();
        fits.put("llm_latency_fit", sizing.latencyFit().isKnown() ? fit(sizing.latencyFit()) : null);
        fits.put("wf_runtime_fit", sizing.runTimeFit().isKnown() ? fit(sizing.runTimeFit()) : null);
        ours.put("fit_results", fits);
        Map<String, Object> data = new LinkedHashMap<>();
        for (Level level : levels) {
            data.put(Integer.toString(level.concurrency()), level(sizing, level, natLevels));
        }
        ours.put("calc_data", data);
        return ours;
    }

    /** NAT's calculator was given these; they are no result. */
    private static List<Item> items(Object natLevel) {
        List<Item> items = new ArrayList<>();
        if (natLevel != null) {
            Object metrics =
                    NatRun.object(NatRun.object(natLevel).get("sizing_metrics")).get("per_item_metrics");
            for (Object item : NatRun.object(metrics).values()) {
                Map<String, Object> numbers = NatRun.object(item);
                items.add(new Item(number(numbers.get("llm_latency")), number(numbers.get("workflow_runtime"))));
            }
        }
        return items;
    }

    private static Map<String, Object> level(Sizing sizing, Level level, Map<String, Object> natLevels) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("gpu_estimates", guess(sizing, level));
        Map<String, Object> alerts = new LinkedHashMap<>();
        alerts.put("outlier_workflow_runtime", isOutlier(sizing.runTimeFit(), level));
        alerts.put("outlier_llm_latency", isOutlier(sizing.latencyFit(), level));
        alerts.put(
                "num_items_greater_than_target_latency",
                level.aboveLatency(sizing.targets().latency()));
        alerts.put(
                "num_items_greater_than_target_runtime",
                level.aboveRunTime(sizing.targets().runTime()));
        map.put("alerts", alerts);
        Object nat = natLevels.get(Integer.toString(level.concurrency()));
        if (nat != null) {
            map.put("sizing_metrics", NatRun.object(nat).get("sizing_metrics"));
        }
        return map;
    }

    private static boolean isOutlier(Fit fit, Level level) {
        return fit.outliers().stream().anyMatch(point -> point.concurrency() == level.concurrency());
    }
}
