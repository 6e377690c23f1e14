// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.rules.value.normal.SmallMap;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
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

    /**
     * Remembers which hash follows which hash and block, so that of a prompt that an earlier one begins with only what is new is
     * hashed: conversations grow at their ends.
     *
     * <p>A block is found by comparing all of its bytes and of the hash before it. What falls on a place that is taken takes it over,
     * so that the memory does not grow.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class BlockMemory {
        private static final int PLACES = 4096;

        private final int hashBytes;
        private final int blockBytes;
        private final int entryBytes;
        /** Entries one after the other: the hash before, the block, the hash that follows. Made when it is needed first. */
        private byte[] entries;

        private final boolean[] taken = new boolean[PLACES];

        /**
         * Creates an empty memory.
         *
         * @param hashBytes how long a hash is
         * @param blockBytes how long a block is
         */
        BlockMemory(int hashBytes, int blockBytes) {
            this.hashBytes = hashBytes;
            this.blockBytes = blockBytes;
            this.entryBytes = 2 * hashBytes + blockBytes;
        }

        /** Returns the place of a block behind a hash. */
        int place(byte[] before, byte[] bytes, int from) {
            return ByteHash.of(bytes, from, blockBytes, ByteHash.of(before, 0, Long.BYTES, 0)) & PLACES - 1;
        }

        /** Replaces a hash by the one that follows it and a block; {@code false} when that is not known. */
        boolean next(int place, byte[] hash, byte[] bytes, int from) {
            if (!taken[place]) {
                return false;
            }
            int at = place * entryBytes;
            int block = at + hashBytes;
            int after = block + blockBytes;
            if (!Arrays.equals(entries, block, after, bytes, from, from + blockBytes)
                    || !Arrays.equals(entries, at, block, hash, 0, hashBytes)) {
                return false;
            }
            System.arraycopy(entries, after, hash, 0, hashBytes);
            return true;
        }

        /** Begins to remember a block behind a hash; {@link #follow} has to say what follows. */
        void remember(int place, byte[] before, byte[] bytes, int from) {
            if (entries == null) {
                entries = new byte[PLACES * entryBytes];
            }
            int at = place * entryBytes;
            System.arraycopy(before, 0, entries, at, hashBytes);
            System.arraycopy(bytes, from, entries, at + hashBytes, blockBytes);
            taken[place] = false;
        }

        /** Ends what {@link #remember} began. */
        void follow(int place, byte[] hash) {
            System.arraycopy(hash, 0, entries, place * entryBytes + hashBytes + blockBytes, hashBytes);
            taken[place] = true;
        }
    }

    /**
     * Remembers hashes of stretches of text, such as a message that comes again in every prompt after it.
     *
     * <p>A stretch is found by comparing all of its bytes. The most recent ones are kept, as far as there is room. A new stretch
     * replaces an older one in the same slot. Nothing is allocated after the first stretch.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class HashMemory {
        static final long UNKNOWN = -1;

        private static final int PLACES = 1024;
        private static final int ROOM = 256 * 1024;
        /** Longer ones would leave room for few others. */
        private static final int LONGEST = 16 * 1024;

        /** A ring of bytes. Made when it is needed first. */
        private byte[] kept;
        /** How many bytes were ever put in, those left out at the ring's end included. */
        private long head;

        /** Of each place, where its stretch begins, counted as {@link #head} is. */
        private final long[] begins = new long[PLACES];

        private final int[] lengths = new int[PLACES];
        private final long[] hashes = new long[PLACES];

        /** Returns the hash of a stretch, {@link #UNKNOWN} when it is not remembered. */
        long find(byte[] bytes, int from, int to) {
            int length = to - from;
            if (length == 0 || length > LONGEST) {
                return UNKNOWN;
            }
            int place = place(bytes, from, length);
            if (lengths[place] != length || begins[place] < head - ROOM) {
                return UNKNOWN;
            }
            int at = (int) (begins[place] % ROOM);
            return Arrays.equals(kept, at, at + length, bytes, from, to) ? hashes[place] : UNKNOWN;
        }

        /** Remembers the hash of a stretch, which is not negative. */
        void put(byte[] bytes, int from, int to, long hash) {
            int length = to - from;
            if (length == 0 || length > LONGEST) {
                return;
            }
            if (kept == null) {
                kept = new byte[ROOM];
            }
            int at = (int) (head % ROOM);
            if (at + length > ROOM) {
                head += ROOM - at;
                at = 0;
            }
            System.arraycopy(bytes, from, kept, at, length);
            int place = place(bytes, from, length);
            begins[place] = head;
            lengths[place] = length;
            hashes[place] = hash;
            head += length;
        }

        private static int place(byte[] bytes, int from, int length) {
            return ByteHash.of(bytes, from, length, 0) & PLACES - 1;
        }
    }
}
