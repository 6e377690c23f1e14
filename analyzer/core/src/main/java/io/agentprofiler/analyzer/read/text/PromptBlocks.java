// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A prompt as hashes of its blocks and messages, in the shape that the agent writes them. It grows: a conversation's later prompts
 * begin with the earlier ones.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class PromptBlocks {
    /** The attribute that holds them. */
    public static final String ATTRIBUTE = "agentprofiler.prompt.blocks";

    private static final int BLOCK_BYTES = 64;
    private static final int HASH_CHARS = 8;
    private static final int MAX_MESSAGES = 128;
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final List<Object> ends = new ArrayList<>();
    private final List<Object> roles = new ArrayList<>();
    private final List<Object> parts = new ArrayList<>();
    private final StringBuilder messageHashes = new StringBuilder();
    private final StringBuilder hashes = new StringBuilder();
    private long chain;
    private long block;
    private int inBlock;
    private long bytes;
    private long toolsEnd;
    private long instructionsEnd;
    /** Whether a text was removed from it, so that nobody knows what it begins with. */
    private boolean hidden;

    /** Starts with an empty prompt. */
    public PromptBlocks() {
        clear();
    }

    /** Forgets everything. */
    public void clear() {
        ends.clear();
        roles.clear();
        parts.clear();
        messageHashes.setLength(0);
        hashes.setLength(0);
        chain = 1;
        block = 0;
        inBlock = 0;
        bytes = 0;
        toolsEnd = 0;
        instructionsEnd = 0;
        hidden = false;
    }

    /** Adds the definitions of tools, before anything else. */
    public void tools(Object definitions) {
        hidden |= Placeholders.areTextsOf(definitions);
        add(ContentText.of(definitions));
        toolsEnd = bytes;
    }

    /** Adds system instructions, before messages. */
    public void instructions(Object instructions) {
        hidden |= Placeholders.areTextsOf(instructions);
        add(ContentText.of(instructions));
        instructionsEnd = bytes;
    }

    /**
     * Adds a message.
     *
     * @param message its {@code role} and {@code parts}
     */
    public void message(Map<String, Object> message) {
        String text = ContentText.ofElement(message);
        hidden |= Placeholders.areTextsOf(message);
        add(text);
        ends.add(bytes);
        roles.add(message.get("role") == null ? "" : message.get("role"));
        parts.add((long) (message.get("parts") instanceof List<?> list ? list.size() : 0));
        append(messageHashes, of(text));
    }

    private void add(String text) {
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

    /** Answers whether nothing is known of it: nothing is in it, or one of its texts was removed before it was recorded. */
    public boolean isEmpty() {
        return bytes == 0 || hidden;
    }

    /** Returns how many characters the hashes of the blocks are. */
    public int size() {
        return hashes.length();
    }

    /** Returns the value of {@link #ATTRIBUTE}. */
    public Map<String, Object> value() {
        Map<String, Object> blocks = new LinkedHashMap<>();
        blocks.put("block_bytes", (long) BLOCK_BYTES);
        blocks.put("bytes", bytes);
        blocks.put("hash_chars", (long) HASH_CHARS);
        blocks.put("hashes", hashes.toString());
        if (toolsEnd > 0) {
            blocks.put("tools_end", toolsEnd);
        }
        if (instructionsEnd > 0) {
            blocks.put("instructions_end", instructionsEnd);
        }
        int from = Math.max(0, ends.size() - MAX_MESSAGES);
        Map<String, Object> known = new LinkedHashMap<>();
        known.put("left_out", (long) from);
        known.put("ends", List.copyOf(ends.subList(from, ends.size())));
        known.put("roles", List.copyOf(roles.subList(from, roles.size())));
        known.put("parts", List.copyOf(parts.subList(from, parts.size())));
        known.put("hashes", messageHashes.substring(from * HASH_CHARS));
        blocks.put("messages", known);
        return blocks;
    }

    /** Returns the name of the attribute that stands for a payload. */
    public static String payloadAttribute(String name) {
        return "agentprofiler.content." + name.replaceFirst("^gen_ai\\.", "");
    }

    /**
     * Returns what stands for a payload: its length and its hash. A payload from which a text was removed, or that has none, has no
     * hash: that two such are equal says nothing.
     */
    public static Map<String, Object> payload(Object payload) {
        String text = ContentText.of(payload);
        Map<String, Object> known = new LinkedHashMap<>();
        known.put("chars", (long) text.length());
        if (!text.isBlank() && !Placeholders.areIn(payload)) {
            // an answer that comes back in a later prompt has the hash of the message that it is there
            known.put("hash", hash(text));
        }
        return known;
    }

    /** Returns the hash of a text without the salt of a run. */
    static String hash(String text) {
        StringBuilder hash = new StringBuilder(HASH_CHARS);
        append(hash, of(text));
        return hash.toString();
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
}
