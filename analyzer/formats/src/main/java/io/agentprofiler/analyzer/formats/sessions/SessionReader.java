// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.formats.sessions.log.ClaudeLog;
import io.agentprofiler.analyzer.formats.sessions.log.CodexLog;
import io.agentprofiler.analyzer.formats.sessions.log.GeminiLog;
import io.agentprofiler.analyzer.formats.sessions.log.RoundLog;
import io.agentprofiler.analyzer.formats.sessions.log.SessionLog;
import io.agentprofiler.analyzer.formats.sessions.log.SweLog;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the logs that coding agents write of their sessions. A question of the user and all that the agent did for it is a workflow.
 *
 * <p>Files that tell of one session, of its agents, or of sessions that copy each other's history are read together. In memory is what
 * is used of them; of logs that are one JSON object, that object.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SessionReader implements TraceReader {
    @Override
    public String format() {
        return "coding agent's session log";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return LogKind.of(file.head()) != null;
    }

    @Override
    public List<List<TraceFile>> together(List<TraceFile> files) throws IOException {
        return SessionGroups.of(files);
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        read(file, List.of(), options, sink, problems);
    }

    @Override
    public void read(TraceFile file, List<TraceFile> others, ReadOptions options, EventSink sink, Problems problems)
            throws IOException {
        Map<TraceFile, LogKind> kinds = new LinkedHashMap<>();
        kinds.put(file, LogKind.of(file));
        for (TraceFile other : others) {
            kinds.put(other, LogKind.of(other));
        }
        if (kinds.get(file) == null) {
            throw new UnreadableFileException("begins like no log of a coding agent that is known");
        }
        Map<TraceFile, Problems> places = new LinkedHashMap<>();
        kinds.keySet().forEach(each -> places.put(each, each == file ? problems : problems.ofOther(each.path())));
        TurnSpans spans = new TurnSpans(sink, options.content());
        ClaudeLog claude = new ClaudeLog(spans);
        CodexLog codex = new CodexLog(spans);
        List<TraceFile> rest = new ArrayList<>();
        for (Map.Entry<TraceFile, LogKind> one : kinds.entrySet()) {
            TraceFile each = one.getKey();
            if (one.getValue() == LogKind.CLAUDE) {
                claude.file(Sidecars.beside(each.path()));
                read(each, claude, options, places.get(each));
            } else if (one.getValue() == LogKind.CODEX) {
                codex.file(String.valueOf(each.path().getFileName()));
                read(each, codex, options, places.get(each));
            } else if (one.getValue() == LogKind.SIDECAR) {
                claude.beside(Sidecars.agent(each.path()), Sidecars.read(each.path()));
            } else if (one.getValue() != null) {
                rest.add(each);
            }
        }
        Set<String> known = claude.answers();
        known.addAll(codex.turns());
        Set<String> taken = new HashSet<>();
        claude.end();
        codex.end();
        for (TraceFile each : rest) {
            SessionLog log = switch (kinds.get(each)) {
                case ROUNDS -> new RoundLog(spans, known, taken);
                case GEMINI -> new GeminiLog(spans);
                default -> new SweLog(spans);
            };
            read(each, log, options, places.get(each));
            log.end();
        }
        if (spans.turns() == 0 && problems.all().isEmpty()) {
            throw new UnreadableFileException("holds no call of a model");
        }
    }

    private static void read(TraceFile file, SessionLog log, ReadOptions options, Problems problems)
            throws IOException {
        JsonRecords.read(file, options.progress(), problems, (record, line) -> log.take(record));
    }
}
