// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.read.TraceFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/** The logs that are known, by what stands in their beginning. */
enum LogKind {
    ROUNDS("\"round_index\"\\s*+:\\s*+\\d", "\"timing_events\"\\s*+:"),
    CODEX("\"type\"\\s*+:\\s*+\"(session_meta|turn_context|response_item|event_msg)\"", "\"payload\"\\s*+:\\s*+\\{"),
    CLAUDE("\"(parentUuid|isSidechain|uuid)\"\\s*+:", "\"(sessionId|isSidechain)\"\\s*+:"),
    GEMINI("\"sessionId\"\\s*+:", "\"messages\"\\s*+:\\s*+\\[", "\"(projectHash|lastUpdated)\"\\s*+:"),
    SWE("\"(mini_version\"\\s*+:|trajectory_format\"\\s*+:\\s*+\"mini-swe-agent)"),
    /** What Claude Code writes beside the log of an agent. */
    SIDECAR("\"agentType\"\\s*+:\\s*+\"", "\"(toolUseId|spawnDepth)\"\\s*+:");

    private static final Pattern BEGIN = Pattern.compile("\\A\\uFEFF?(?:(?:#|=====)[^\\n]*+\\n|\\s)*+\\{");
    private static final int HEAD_BYTES = 1 << 16;

    private final Pattern[] marks;

    LogKind(String... marks) {
        this.marks = new Pattern[marks.length];
        for (int i = 0; i < marks.length; i++) {
            this.marks[i] = Pattern.compile(marks[i]);
        }
    }

    /** Returns the kind of a file, {@code null} where it is none. */
    static LogKind of(TraceFile file) throws IOException {
        try (InputStream stream = file.open(bytes -> {})) {
            return of(stream.readNBytes(HEAD_BYTES));
        } catch (EOFException | ZipException e) {
            // told when the whole of it is read
            return of(new byte[0]);
        }
    }

    /** Returns the kind of a log that begins so, {@code null} where it is none. */
    static LogKind of(byte[] bytes) {
        String head = new String(bytes, StandardCharsets.UTF_8);
        if (!BEGIN.matcher(head).lookingAt()) {
            return null;
        }
        for (LogKind kind : values()) {
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
