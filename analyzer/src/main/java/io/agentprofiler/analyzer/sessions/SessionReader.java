// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.sessions;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.TraceFile;
import io.agentprofiler.analyzer.input.TraceReader;
import io.agentprofiler.analyzer.input.UnreadableFileException;
import io.agentprofiler.analyzer.input.tree.JsonRecords;
import io.agentprofiler.analyzer.sessions.log.ClaudeLog;
import io.agentprofiler.analyzer.sessions.log.CodexLog;
import io.agentprofiler.analyzer.sessions.log.GeminiLog;
import io.agentprofiler.analyzer.sessions.log.RoundLog;
import io.agentprofiler.analyzer.sessions.log.SessionLog;
import io.agentprofiler.analyzer.sessions.log.SweLog;
import io.agentprofiler.analyzer.sessions.turn.TurnSpans;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads the logs that coding agents write of their sessions. A question of the user and all that the agent did for it is a workflow.
 *
 * <p>In memory is one turn, and of logs that are one JSON object that object.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SessionReader implements TraceReader {
    private static final Pattern BEGIN = Pattern.compile("\\A\\uFEFF?(?:(?:#|=====)[^\\n]*+\\n|\\s)*+\\{");
    private static final int HEAD_BYTES = 1 << 16;

    /** The logs it knows, by what stands in their beginning. */
    private enum Kind {
        ROUNDS(RoundLog::new, "\"round_index\"\\s*+:\\s*+\\d", "\"timing_events\"\\s*+:"),
        CODEX(
                CodexLog::new,
                "\"type\"\\s*+:\\s*+\"(session_meta|turn_context|response_item|event_msg)\"",
                "\"payload\"\\s*+:\\s*+\\{"),
        CLAUDE(ClaudeLog::new, "\"(parentUuid|isSidechain)\"\\s*+:", "\"sessionId\"\\s*+:"),
        GEMINI(
                GeminiLog::new,
                "\"sessionId\"\\s*+:",
                "\"messages\"\\s*+:\\s*+\\[",
                "\"(projectHash|lastUpdated)\"\\s*+:"),
        SWE(SweLog::new, "\"(mini_version\"\\s*+:|trajectory_format\"\\s*+:\\s*+\"mini-swe-agent)");

        private final Function<TurnSpans, SessionLog> log;
        private final Pattern[] marks;

        Kind(Function<TurnSpans, SessionLog> log, String... marks) {
            this.log = log;
            this.marks = new Pattern[marks.length];
            for (int i = 0; i < marks.length; i++) {
                this.marks[i] = Pattern.compile(marks[i]);
            }
        }

        /** Returns the kind of a log, {@code null} where it is none. */
        static Kind of(byte[] bytes) {
            String head = new String(bytes, StandardCharsets.UTF_8);
            if (!BEGIN.matcher(head).lookingAt()) {
                return null;
            }
            for (Kind kind : values()) {
                if (kind.isOf(head)) {
                    return kind;
                }
            }
            return null;
        }

        private boolean isOf(String head) {
            for (Pattern mark : marks) {
                if (!mark.matcher(head).find()) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public String format() {
        return "coding agent's session log";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return Kind.of(file.head()) != null;
    }

    @Override
    public Head head(TraceFile file) {
        return Head.NONE;
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        Kind kind = Kind.of(head(file.open(bytes -> {})));
        if (kind == null) {
            throw new UnreadableFileException("begins like no log of a coding agent that is known");
        }
        TurnSpans spans = new TurnSpans(sink, options.content());
        SessionLog log = kind.log.apply(spans);
        JsonRecords.read(file, options.progress(), problems, (record, line) -> log.take(record));
        log.end();
        if (spans.turns() == 0 && problems.skipped() == 0) {
            throw new UnreadableFileException("holds no call of a model");
        }
    }

    private static byte[] head(InputStream opened) throws IOException {
        try (InputStream stream = opened) {
            return stream.readNBytes(HEAD_BYTES);
        } catch (EOFException | ZipException e) {
            // told when the whole of it is read
            return new byte[0];
        }
    }
}
