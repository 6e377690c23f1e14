// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.rules.value.normal.SmallMap;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    /** What is told of a prompt: that of its blocks, and where its parts end. */
    private static final int MOST_FACTS = 7;

    /** Memory of one huge prompt's hashes is not kept. */
    private static final int MOST_KEPT = 128 * 1024;

    /** Stands before a word, so that a text of one word does not give away a part of that word's place in sketches. */
    private static final byte[] WORD = {'w', 0};

    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private final byte[] salt;
    private final MessageDigest digest;
    /** The last hash that was worked out; of blocks, the one the next block's goes on from. */
    private final byte[] hash;

    private final BlockMemory blocks;
    private final HashMemory stretches = new HashMemory();
    private final byte[] chars = new byte[HASH_CHARS];
    private final Utf8Text text = new Utf8Text();
    private byte[] blockChars = new byte[64 * HASH_CHARS];

    PromptHasher(byte[] salt) {
        this.salt = salt.clone();
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
        this.hash = new byte[digest.getDigestLength()];
        this.blocks = new BlockMemory(hash.length, BLOCK_BYTES);
    }

    /** Returns the salted hash of a whole text. */
    String hash(String whole) {
        text.clear();
        text.append(whole);
        return hash(text.bytes(), 0, text.size());
    }

    /** Returns the salted hash of a stretch of a text in UTF-8. */
    String hash(byte[] bytes, int from, int to) {
        encode(bits(bytes, from, to), chars, 0);
        return new String(chars, StandardCharsets.ISO_8859_1);
    }

    /** Writes {@link #hash} of a stretch that is likely to come again: what was hashed lately is remembered. */
    void hashAgain(byte[] bytes, int from, int to, byte[] into, int at) {
        long known = stretches.find(bytes, from, to);
        if (known == HashMemory.UNKNOWN) {
            known = bits(bytes, from, to);
            stretches.put(bytes, from, to, known);
        }
        encode(known, into, at);
    }

    /** Returns {@link #hash} of a stretch that is likely to come again. */
    String hashAgain(byte[] bytes, int from, int to) {
        hashAgain(bytes, from, to, chars, 0);
        return new String(chars, StandardCharsets.ISO_8859_1);
    }

    private long bits(byte[] bytes, int from, int to) {
        digest.update(salt);
        digest.update(bytes, from, to - from);
        finish();
        return bits();
    }

    /** Returns a salted hash of 16 bits of a word, 0 to 65535; no part of the word's {@link #hash}. */
    int shortHash(String word) {
        text.clear();
        text.append(word);
        digest.update(salt);
        digest.update(WORD);
        digest.update(text.bytes(), 0, text.size());
        finish();
        return (hash[0] & 0xff) << 8 | hash[1] & 0xff;
    }

    /**
     * Returns the block hashes of a prompt: {@code block_bytes}, {@code bytes} (of the whole prompt), {@code hash_chars}, and
     * {@code hashes}, the hashes of the full blocks in order, one after the other without separator.
     *
     * @param bytes the prompt in UTF-8, and anything after it
     * @param length of the prompt
     */
    Map<String, Object> blocks(byte[] bytes, int length) {
        int count = length / BLOCK_BYTES;
        if (blockChars.length < count * HASH_CHARS) {
            blockChars = new byte[count * HASH_CHARS];
        }
        for (int block = 0; block < count; block++) {
            if (block == 0) {
                digest.update(salt);
                digest.update(bytes, 0, BLOCK_BYTES);
                finish();
            } else {
                next(bytes, block * BLOCK_BYTES);
            }
            encode(bits(), blockChars, block * HASH_CHARS);
        }
        String hashes = new String(blockChars, 0, count * HASH_CHARS, StandardCharsets.ISO_8859_1);
        if (blockChars.length > MOST_KEPT) {
            blockChars = new byte[64 * HASH_CHARS];
        }
        Map<String, Object> blocks = new SmallMap(MOST_FACTS);
        blocks.put("block_bytes", (long) BLOCK_BYTES);
        blocks.put("bytes", (long) length);
        blocks.put("hash_chars", (long) HASH_CHARS);
        blocks.put("hashes", hashes);
        return blocks;
    }

    /** Goes on to the hash of the block at {@code from}. */
    private void next(byte[] bytes, int from) {
        int place = blocks.place(hash, bytes, from);
        if (blocks.next(place, hash, bytes, from)) {
            return;
        }
        blocks.remember(place, hash, bytes, from);
        digest.update(hash);
        digest.update(bytes, from, BLOCK_BYTES);
        finish();
        blocks.follow(place, hash);
    }

    /** Ends a hash, into {@link #hash}. */
    private void finish() {
        try {
            digest.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("a hash of SHA-256 is as long as it says", e);
        }
    }

    /** Returns the beginning of {@link #hash}, as much as is written of it. */
    private long bits() {
        long bits = 0;
        for (int i = 0; i < HASH_BYTES; i++) {
            bits = bits << Byte.SIZE | hash[i] & 0xff;
        }
        return bits;
    }

    /** Writes a hash as URL-safe base64, without padding. */
    private static void encode(long bits, byte[] into, int at) {
        long rest = bits;
        for (int i = HASH_CHARS - 1; i >= 0; i--) {
            into[at + i] = BASE64[(int) (rest & 63)];
            rest >>>= 6;
        }
    }
}
