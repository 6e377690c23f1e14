// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hashes a prompt block by block so that equal prefixes of two prompts give equal leading hashes and nothing else does: each
 * hash covers its block and the hash before it. The salt makes hashes of different runs incomparable.
 *
 * <p>SHA-256 cut to 48 bits, written as 8 chars of URL-safe base64. Blocks are 64 bytes of UTF-8, about 16 tokens, which is
 * the block of the common inference engines; the last, partial block is left out as engines do.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class PromptHasher {
    static final int BLOCK_BYTES = 64;
    static final int HASH_CHARS = 8;
    private static final int HASH_BYTES = HASH_CHARS * 6 / 8;

    /** Stands before a word, so that a text of one word does not give away a part of that word's place in sketches. */
    private static final byte[] WORD = {'w', 0};

    private final byte[] salt;
    private final MessageDigest digest;

    PromptHasher(byte[] salt) {
        this.salt = salt.clone();
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the salted hash of a whole text. */
    String hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return hash(bytes, 0, bytes.length);
    }

    /** Returns the salted hash of a stretch of a text in UTF-8. */
    String hash(byte[] bytes, int from, int to) {
        digest.update(salt);
        digest.update(bytes, from, to - from);
        return encode(digest.digest());
    }

    /** Returns a salted hash of 16 bits of a word, 0 to 65535; no part of the word's {@link #hash}. */
    int shortHash(String word) {
        digest.update(salt);
        digest.update(WORD);
        byte[] hash = digest.digest(word.getBytes(StandardCharsets.UTF_8));
        return (hash[0] & 0xff) << 8 | hash[1] & 0xff;
    }

    /**
     * Returns the block hashes of a prompt: {@code block_bytes}, {@code bytes} (of the whole prompt), {@code hash_chars}, and
     * {@code hashes}, the hashes of the full blocks in order, one after the other without separator.
     */
    Map<String, Object> blocks(byte[] bytes) {
        StringBuilder hashes = new StringBuilder(bytes.length / BLOCK_BYTES * HASH_CHARS);
        byte[] before = salt;
        for (int from = 0; from + BLOCK_BYTES <= bytes.length; from += BLOCK_BYTES) {
            digest.update(before);
            digest.update(bytes, from, BLOCK_BYTES);
            before = digest.digest();
            hashes.append(encode(before));
        }
        Map<String, Object> blocks = new LinkedHashMap<>();
        blocks.put("block_bytes", (long) BLOCK_BYTES);
        blocks.put("bytes", (long) bytes.length);
        blocks.put("hash_chars", (long) HASH_CHARS);
        blocks.put("hashes", hashes.toString());
        return blocks;
    }

    private static String encode(byte[] hash) {
        byte[] cut = java.util.Arrays.copyOf(hash, HASH_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cut);
    }
}
