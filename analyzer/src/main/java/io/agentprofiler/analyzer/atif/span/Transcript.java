// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.atif.span;

import io.agentprofiler.analyzer.input.event.AttributeSet;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model has been told so far: the format holds no prompts, only what was said, so each call's prompt is put together again
 * from the tools and all that came before it. What a framework added or left out on the way is not in it.
 *
 * <p>Without content it is kept as hashes, such as the agent writes them.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Transcript {
    private static final String BLOCKS = "agentprofiler.prompt.blocks";
    private static final String RECONSTRUCTED = "agentprofiler.prompt.reconstructed";
    private static final int BLOCK_BYTES = 64;
    private static final int HASH_CHARS = 8;
    private static final int MAX_MESSAGES = 128;
    /** Each call repeats the hashes of all before it: of longer conversations the later calls have none. */
    private static final long MOST_CHARS = 32L << 20;

    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final List<?> tools;
    private final boolean content;

    private List<Object> messages = new ArrayList<>();
    private List<Object> ends = new ArrayList<>();
    private List<Object> roles = new ArrayList<>();
    private List<Object> parts = new ArrayList<>();
    private final StringBuilder messageHashes = new StringBuilder();
    private final StringBuilder hashes = new StringBuilder();
    private long chain;
    private long block;
    private int inBlock;
    private long bytes;
    private long toolsEnd;
    private long written;

    Transcript(List<?> tools, boolean content) {
        this.tools = tools;
        this.content = content;
        clear();
    }

    /** Forgets what was said; the tools stay. */
    void clear() {
        messages = new ArrayList<>();
        ends = new ArrayList<>();
        roles = new ArrayList<>();
        parts = new ArrayList<>();
        messageHashes.setLength(0);
        hashes.setLength(0);
        chain = 1;
        block = 0;
        inBlock = 0;
        bytes = 0;
        if (tools != null && !content) {
            hash(ContentText.of(tools));
        }
        toolsEnd = bytes;
    }

    /** Adds a message; one without parts says nothing. */
    void add(Map<String, Object> message) {
        if (!(message.get("parts") instanceof List<?> said) || said.isEmpty()) {
            return;
        }
        if (content) {
            messages.add(message);
            return;
        }
        String text = ContentText.ofElement(message);
        hash(text);
        ends.add(bytes);
        roles.add(message.get("role"));
        parts.add((long) said.size());
        append(messageHashes, of(text));
    }

    private void hash(String text) {
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            block = mix(block, one);
            bytes++;
            if (++inBlock == BLOCK_BYTES) {
                chain = mix(chain, block);
                append(hashes, chain);
                block = 0;
                inBlock = 0;
            }
        }
    }

    /** Adds what is known of a prompt that says all of this. */
    void describe(AttributeSet.Builder into) {
        if (content) {
            into.add(Attributes.TOOL_DEFINITIONS, tools);
            into.add(Attributes.INPUT_MESSAGES, messages.isEmpty() ? null : new Beginning(messages, messages.size()));
            into.add(RECONSTRUCTED, true);
            return;
        }
        written += hashes.length();
        if (bytes == 0 || written > MOST_CHARS) {
            return;
        }
        into.add(RECONSTRUCTED, true);
        Map<String, Object> blocks = new LinkedHashMap<>();
        blocks.put("block_bytes", (long) BLOCK_BYTES);
        blocks.put("bytes", bytes);
        blocks.put("hash_chars", (long) HASH_CHARS);
        blocks.put("hashes", hashes.toString());
        if (toolsEnd > 0) {
            blocks.put("tools_end", toolsEnd);
        }
        int from = Math.max(0, ends.size() - MAX_MESSAGES);
        Map<String, Object> known = new LinkedHashMap<>();
        known.put("left_out", (long) from);
        known.put("ends", List.copyOf(ends.subList(from, ends.size())));
        known.put("roles", List.copyOf(roles.subList(from, roles.size())));
        known.put("parts", List.copyOf(parts.subList(from, parts.size())));
        known.put("hashes", messageHashes.substring(from * HASH_CHARS));
        blocks.put("messages", known);
        into.add(BLOCKS, blocks);
    }

    /** Adds a payload: the text where it is wanted, and its length and hash. */
    public static void payload(AttributeSet.Builder into, String name, Object payload, boolean content) {
        if (payload == null) {
            return;
        }
        if (content) {
            into.add(name, payload);
        }
        String text = ContentText.of(payload);
        Map<String, Object> known = new LinkedHashMap<>();
        known.put("chars", (long) text.length());
        StringBuilder hash = new StringBuilder(HASH_CHARS);
        // an answer that comes back in a later prompt has the hash of the message that it is there
        append(hash, of(text));
        known.put("hash", hash.toString());
        into.add("agentprofiler.content." + name.replaceFirst("^gen_ai\\.", ""), known);
    }

    private static long of(String text) {
        long hash = 1;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash, text.charAt(i));
        }
        return hash;
    }

    private static long mix(long before, long next) {
        long mixed = (before ^ next) * MIX;
        return mixed ^ mixed >>> 29;
    }

    private static void append(StringBuilder into, long hash) {
        for (int i = 0; i < HASH_CHARS; i++) {
            into.append(DIGITS.charAt((int) (hash >>> 6 * i) & 63));
        }
    }

    /** The first elements of a list that only grows. */
    private static final class Beginning extends AbstractList<Object> {
        private final List<Object> list;
        private final int size;

        Beginning(List<Object> list, int size) {
            this.list = list;
            this.size = size;
        }

        @Override
        public Object get(int index) {
            if (index >= size) {
                throw new IndexOutOfBoundsException(index);
            }
            return list.get(index);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
