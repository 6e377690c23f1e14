// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.Objects;

/**
 * What is used of one record of Claude Code's log: bulky fields that repeat what messages say are not held.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ClaudeRecord {
    /** {@code user}, {@code assistant} or {@code system}. */
    final String type;

    final String uuid;
    final String parent;
    final String session;
    final String request;
    /** {@code message}; not there in system records. */
    final Located message;

    final boolean side;
    /** Said by the client, not by the user. */
    final boolean meta;

    final String subtype;
    /** {@code toolUseResult} where it is an object, without its content. */
    final ToolFacts facts;

    final Object costUsd;
    final boolean rejected;
    /** Equal for records of several sessions that are copies of each other. */
    final String content;

    /** Equal for records of one session that are copies of each other: an agent may begin with a copy of what was said so far. */
    final String within;

    /** When it was written; absent where the log does not say. */
    final long time;

    /** The same, or that of the record before it. */
    long order;

    final String agent;

    /** What a tool's result says of the agent that the tool started; absent and {@code null} where it does not. */
    record ToolFacts(String agent, String name, long total, ClaudeUsage usage) {}

    /** What a message says that it used. */
    record ClaudeUsage(long input, long read, long write, long output) {
        static final ClaudeUsage NONE = new ClaudeUsage(Unknown.LONG, Unknown.LONG, Unknown.LONG, Unknown.LONG);

        static ClaudeUsage of(Located usage) {
            return usage.isThere()
                    ? new ClaudeUsage(
                            SessionLog.count(usage, "input_tokens"),
                            SessionLog.count(usage, "cache_read_input_tokens"),
                            SessionLog.count(usage, "cache_creation_input_tokens"),
                            SessionLog.count(usage, "output_tokens"))
                    : NONE;
        }

        /** Returns all tokens of the prompt. */
        long prompt() {
            return input == Unknown.LONG ? Unknown.LONG : SessionLog.sum(input, read, write);
        }
    }

    ClaudeRecord(Located record, String type, String session) {
        this.type = type;
        this.session = session;
        uuid = SessionLog.word(record, "uuid");
        parent = SessionLog.word(record, "parentUuid");
        request = SessionLog.word(record, "requestId");
        message = record.object("message").alone();
        agent = SessionLog.word(record, "agentId");
        side = record.flag("isSidechain");
        meta = record.flag("isMeta")
                || record.flag("isCompactSummary")
                || "task-notification".equals(record.get("origin").get("kind").value())
                || "system".equals(record.get("promptSource").value());
        subtype = SessionLog.word(record, "subtype");
        facts = facts(record);
        Object result = record.get("toolUseResult").value();
        rejected = result instanceof String text && text.contains("User rejected");
        costUsd = record.get("costUSD").value();
        time = SessionLog.time(record, "timestamp");
        within = type + time + Objects.hashCode(message.value()) + subtype;
        // two users may say the same at the same time; ids tell answers and results apart
        content = within + side + (type.equals("user") && !holdsResults() ? uuid : "");
    }

    private static ToolFacts facts(Located record) {
        Located result = record.get("toolUseResult");
        if (!result.isObject()) {
            return null;
        }
        Located usage = result.get("usage");
        Object total = result.get("totalTokens").value();
        return new ToolFacts(
                SessionLog.word(result, "agentId"),
                SessionLog.word(result, "agentType"),
                total instanceof Long count && count >= 0 ? count : Unknown.LONG,
                usage.isObject() ? ClaudeUsage.of(usage) : ClaudeUsage.NONE);
    }

    String messageId() {
        return SessionLog.word(message, "id");
    }

    /** Returns the id of the tool's call whose result this is, {@code null} where it holds none or several. */
    String onlyResult() {
        String only = null;
        for (Located part : message.get("content").elements()) {
            if (part.isObject() && "tool_result".equals(SessionLog.word(part, "type"))) {
                if (only != null) {
                    return null;
                }
                only = part.text("tool_use_id");
            }
        }
        return only;
    }

    /** Answers whether the message holds results of tools. */
    boolean holdsResults() {
        for (Located part : message.get("content").elements()) {
            if (part.isObject() && "tool_result".equals(SessionLog.word(part, "type"))) {
                return true;
            }
        }
        return false;
    }
}
