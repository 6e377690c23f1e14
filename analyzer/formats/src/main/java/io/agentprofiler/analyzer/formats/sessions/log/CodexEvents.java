// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.tree.Located;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Codex's events say of the tools of a turn: when they began and ended, how, and when the user was asked. They come before or
 * after the items of the tools.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CodexEvents {
    private static final Set<String> BULK = Set.of(
            "stdout",
            "stderr",
            "aggregated_output",
            "formatted_output",
            "changes",
            "unified_diff",
            "images",
            "local_images",
            "text_elements",
            "saved_path",
            "revised_prompt",
            "delta");
    private static final Set<String> FAILED =
            Set.of("failed", "errored", "error", "not_found", "interrupted", "timed_out");
    private static final Set<String> DECLINED = Set.of("declined", "denied", "rejected", "cancelled", "canceled");
    private static final Set<String> WELL = Set.of("completed", "success", "succeeded", "ok");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ns|us|µs|ms|s|m)");
    private static final Map<String, Long> UNITS =
            Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L);
    private static final String SEARCH = "web_search";

    /** What events say of one call. */
    private static final class Told {
        private String name;
        private long beginNanos = Unknown.LONG;
        private long endNanos = Unknown.LONG;
        private long askedNanos = Unknown.LONG;
        private SpanStatus status;
        private boolean ended;
        private boolean users;
        private ToolRun tool;
    }

    private final Map<String, Told> calls = new LinkedHashMap<>();
    private final Deque<Told> searches = new ArrayDeque<>();

    /** Returns an event without what its tool's result repeats. */
    static Located small(Located event) {
        if (!(event.value() instanceof Map<?, ?> fields)) {
            return event;
        }
        Map<String, Object> kept = new HashMap<>();
        fields.forEach((name, value) -> {
            if (!BULK.contains(name)) {
                kept.put(String.valueOf(name), value);
            }
        });
        if (kept.get("result") instanceof Map<?, ?> result) {
            kept.put("result", outcome(result));
        }
        return Located.of(kept, event.pointer(), reason -> event.problem(reason));
    }

    /** Keeps of a result whether it is one. */
    private static Map<String, Object> outcome(Map<?, ?> result) {
        if (result.get("Ok") instanceof Map<?, ?> ok) {
            boolean failed = Boolean.TRUE.equals(ok.get("is_error")) || Boolean.TRUE.equals(ok.get("isError"));
            return Map.of(failed ? "Err" : "Ok", true);
        }
        return Map.of(result.containsKey("Err") ? "Err" : "Ok", true);
    }

    /** Takes an event of a call; answers whether it is one. */
    boolean take(String type, Located event, long time) {
        String id = SessionLog.word(event, "call_id");
        if (id == null) {
            return false;
        }
        boolean end = type.endsWith("_end") || type.endsWith("_response");
        boolean begin = type.endsWith("_begin");
        if (!end && !begin && !type.contains("approval_request") && !type.startsWith("request_")) {
            return false;
        }
        Told told = calls.computeIfAbsent(id, any -> new Told());
        if (begin) {
            told.beginNanos = time;
        } else if (end) {
            end(told, type, event, time);
        } else {
            told.askedNanos = told.askedNanos == Unknown.LONG ? time : told.askedNanos;
        }
        if (type.startsWith(SEARCH) && told.tool == null && !searches.contains(told)) {
            searches.add(told);
        }
        settle(told);
        return true;
    }

    private static void end(Told told, String type, Located event, long time) {
        told.ended = true;
        told.endNanos = time;
        told.status = status(type, event);
        told.name = name(type, event);
        told.users = "user_shell".equals(SessionLog.word(event, "source"));
        long lasted = duration(event);
        if (told.beginNanos == Unknown.LONG && lasted != Unknown.LONG && time != Unknown.LONG) {
            told.beginNanos = time - lasted;
        }
    }

    private static String name(String type, Located event) {
        Located invocation = event.get("invocation");
        if (invocation.isObject() && invocation.get("tool").isText()) {
            String server = SessionLog.word(invocation, "server");
            return (server == null ? "" : server + "__")
                    + invocation.get("tool").value();
        }
        return switch (type) {
            case "exec_command_end" -> "exec_command";
            case "patch_apply_end" -> "apply_patch";
            case "web_search_end" -> SEARCH;
            default -> type.replaceFirst("_(?:end|response)\\z", "");
        };
    }

    private static SpanStatus status(String type, Located event) {
        Object exit = event.get("exit_code").value();
        String word = word(event.get("status").value());
        if (DECLINED.contains(word)) {
            return SpanStatus.CANCELLED;
        }
        if (exit instanceof Long code) {
            return SessionLog.outcome(code != 0);
        }
        if (event.get("success").value() instanceof Boolean success) {
            return SessionLog.outcome(!success);
        }
        if (event.get("result").value() instanceof Map<?, ?> result) {
            return SessionLog.outcome(result.containsKey("Err"));
        }
        if (FAILED.contains(word) || event.get("error").isThere()) {
            return SpanStatus.ERROR;
        }
        if (type.equals("collab_agent_spawn_end")) {
            return SessionLog.outcome(CodexAgents.started(event) == null);
        }
        return WELL.contains(word) || type.equals("web_search_end") ? SpanStatus.OK : null;
    }

    /** Returns a word that a status is, or that names it. */
    private static String word(Object status) {
        Object word = status instanceof Map<?, ?> named && named.size() == 1
                ? named.keySet().iterator().next()
                : status;
        return String.valueOf(word);
    }

    private static long duration(Located event) {
        Object duration = event.get("duration").value();
        if (duration instanceof Map<?, ?> parts
                && parts.get("secs") instanceof Long seconds
                && parts.get("nanos") instanceof Long nanos
                && seconds >= 0
                && seconds < 1_000_000_000
                && nanos >= 0) {
            return seconds * 1_000_000_000L + nanos;
        }
        if (duration instanceof String text) {
            Matcher matcher = DURATION.matcher(text.strip());
            if (matcher.matches()) {
                return new BigDecimal(matcher.group(1))
                        .multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2))))
                        .longValue();
            }
        }
        Object millis = event.get("duration_ms").value();
        return millis instanceof Long whole && whole >= 0 && whole < 1_000_000_000_000L
                ? whole * 1_000_000L
                : Unknown.LONG;
    }

    /** Takes the call of a tool that an item tells of. */
    void called(ToolRun tool) {
        Told told = tool.id() == null ? null : calls.get(tool.id());
        if (told == null && tool.name().equals(SEARCH)) {
            told = searches.poll();
        }
        if (told == null && tool.id() != null) {
            told = calls.computeIfAbsent(tool.id(), any -> new Told());
        }
        if (told != null && told.tool == null) {
            told.tool = tool;
            searches.remove(told);
            settle(told);
        }
    }

    /** Takes note that the result of a tool is there. */
    void answered(ToolRun tool) {
        Told told = tool.id() == null ? null : calls.get(tool.id());
        if (told != null && told.tool == tool) {
            settle(told);
        }
    }

    private static void settle(Told told) {
        ToolRun tool = told.tool;
        if (tool == null) {
            return;
        }
        if (told.askedNanos != Unknown.LONG) {
            long until = told.beginNanos != Unknown.LONG
                    ? told.beginNanos
                    : told.endNanos == Unknown.LONG ? tool.endNanos : told.endNanos;
            tool.waits(told.askedNanos, until);
        }
        if (!told.ended) {
            return;
        }
        tool.status = told.status == null ? tool.status : told.status;
        boolean ran = told.beginNanos != Unknown.LONG && told.endNanos != Unknown.LONG;
        if (ran && told.askedNanos == Unknown.LONG) {
            boolean provider = tool.name().equals(SEARCH);
            tool.startNanos = provider ? told.beginNanos : Math.max(tool.startNanos, told.beginNanos);
            tool.endNanos = Math.max(tool.startNanos, told.endNanos);
        } else if (tool.endNanos == Unknown.LONG) {
            tool.endNanos = told.endNanos;
        }
    }

    /** Adds what only events tell of to a run: calls of which there is no item. */
    void finish(AgentRun run) {
        calls.forEach((id, told) -> {
            if (told.tool == null && told.ended && !told.users && told.name != null) {
                long start = told.beginNanos == Unknown.LONG ? told.endNanos : told.beginNanos;
                ToolRun tool = new ToolRun(id, told.name, null, start);
                told.tool = tool;
                tool.ends(told.beginNanos == Unknown.LONG ? Unknown.LONG : told.endNanos, null, told.status);
                run.runs(tool);
            }
        });
    }
}
