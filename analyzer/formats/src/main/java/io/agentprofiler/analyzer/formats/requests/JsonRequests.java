// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.analyzer.read.tree.Times;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests as JSON objects: Mooncake's, and those that benchmarks made of it, with the names that these use.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class JsonRequests {
    static final List<String> INPUT = List.of("input_length", "input_tokens", "prompt_tokens", "num_input_tokens");
    static final List<String> OUTPUT =
            List.of("output_length", "output_tokens", "completion_tokens", "num_output_tokens");
    static final List<String> BLOCKS = List.of("hash_ids", "block_hashes", "prefix_block_hashes");
    static final List<String> ARRIVAL = List.of("timestamp", "created_time", "arrival_time", "delay", "delay_ms");

    private static final List<String> CONVERSATION = List.of("session_id", "conversation_id");
    private static final List<String> BLOCK_TOKENS = List.of("block_size", "block_tokens");
    private static final String CHAT = "chat_id";
    private static final String PARENT = "parent_chat_id";
    /** Of more conversations the later ones begin anew with each request. */
    private static final int MAX_CHATS = 1 << 20;

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** The first request of each conversation that is told by which request came before. */
    private final Map<String, String> firsts = new HashMap<>();

    /** Answers whether an object with these fields is a request. */
    static boolean areOfRequest(Set<String> fields) {
        return anyOf(INPUT, fields) && (anyOf(BLOCKS, fields) || anyOf(OUTPUT, fields) && anyOf(ARRIVAL, fields));
    }

    private static boolean anyOf(List<String> names, Set<String> fields) {
        return names.stream().anyMatch(fields::contains);
    }

    /** Returns the request of a record, {@code null} where it is none, which is counted. */
    Request of(Located record) {
        Long input = count(record, INPUT);
        if (input == null) {
            record.problem("expected \"input_length\", the tokens of the prompt; left out");
            return null;
        }
        Long output = count(record, OUTPUT);
        Long blockTokens = count(record, BLOCK_TOKENS);
        return new Request(
                arrival(record),
                Unknown.LONG,
                new Request.RequestSizes(
                        input,
                        output == null ? Unknown.LONG : output,
                        blocks(record),
                        blockTokens == null || blockTokens == 0 ? Unknown.LONG : blockTokens),
                record.get("model").isText() ? record.text("model") : null,
                conversation(record),
                record.get("type").isText() ? record.text("type") : null,
                null);
    }

    private static Located first(Located record, List<String> names) {
        for (String name : names) {
            if (record.get(name).isThere()) {
                return record.get(name);
            }
        }
        return record.get(names.get(0));
    }

    private static Long count(Located record, List<String> names) {
        for (String name : names) {
            if (record.get(name).isThere()) {
                return record.count(name);
            }
        }
        return null;
    }

    /** Times are milliseconds, but seconds where requests are told by chat, and a date where they are a text. */
    private static long arrival(Located record) {
        for (String name : List.of("timestamp", "created_time", "arrival_time")) {
            Located time = record.get(name);
            if (time.isText()) {
                long nanos = Times.ofText((String) time.value());
                if (nanos == Unknown.LONG) {
                    time.problem("expected a time; left out");
                }
                return nanos;
            }
            if (time.isThere()) {
                BigDecimal amount = record.amount(name);
                long unit = record.get(CHAT).isThere() && record.get(PARENT).isThere() ? SECOND : MILLI;
                long nanos = amount == null ? Unknown.LONG : Times.of(amount, unit);
                if (amount != null && nanos == Unknown.LONG) {
                    time.problem("expected a time before the year 2262; left out");
                }
                return nanos;
            }
        }
        return Unknown.LONG;
    }

    private static List<Object> blocks(Located record) {
        Located ids = first(record, BLOCKS);
        if (!ids.isThere()) {
            return List.of();
        }
        if (!ids.isList()) {
            ids.problem("expected a list of ids; left out");
            return List.of();
        }
        List<Object> blocks = new ArrayList<>();
        for (Object id : (List<?>) ids.value()) {
            if (!(id instanceof Long || id instanceof String || id instanceof BigDecimal)) {
                ids.problem(
                        "expected numbers or texts in it; the ids from place " + blocks.size() + " on are left out");
                break;
            }
            blocks.add(id instanceof BigDecimal number ? number.toPlainString() : id);
        }
        return blocks;
    }

    private String conversation(Located record) {
        Located named = first(record, CONVERSATION);
        if (named.isThere()) {
            return text(named);
        }
        String chat = text(record.get(CHAT));
        if (chat == null) {
            return null;
        }
        String parent = text(record.get(PARENT));
        String first = parent == null ? chat : firsts.getOrDefault(parent, chat);
        if (firsts.size() < MAX_CHATS) {
            firsts.put(chat, first);
        }
        return first;
    }

    private static String text(Located value) {
        return value.value() instanceof String || value.value() instanceof Long
                ? value.value().toString()
                : null;
    }
}
