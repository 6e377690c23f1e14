// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

/**
 * How large a value may be that is in memory as a whole, and what is said of one that is larger.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class HeapLimit {
    /**
     * What an object or a list of a JSON document takes beyond the memory of its text, in bytes of text: {@code {}} is short, but not
     * as a map.
     */
    public static final int NODE_BYTES = 16;

    private static final long MEGABYTE = 1L << 20;
    private static final long GIGABYTE = 1L << 30;

    private HeapLimit() {}

    /**
     * Returns a part of this JVM's heap in bytes.
     *
     * @param divisor how many times the text of a value it takes, and room for what else is held
     */
    public static long part(int divisor) {
        return Math.max(MEGABYTE, Runtime.getRuntime().maxMemory() / divisor);
    }

    /** Returns what is wrong with a value of more than so many bytes, and what to do. */
    public static String exceeded(long bytes) {
        return "more than " + (bytes / MEGABYTE) + " MB, too large for " + heap() + ": " + remedy();
    }

    /** Returns how large the heap is, in words. */
    public static String heap() {
        return "a heap of " + Runtime.getRuntime().maxMemory() / MEGABYTE + " MB";
    }

    /** Returns what to do where memory does not suffice. */
    public static String remedy() {
        return "split it, or start java with -Xmx" + larger(Runtime.getRuntime().maxMemory()) + "g";
    }

    /** Returns gigabytes: at least four times the heap, so that a second try is likely the last. */
    private static long larger(long heap) {
        return Math.max(1, (4 * heap + GIGABYTE - 1) / GIGABYTE);
    }
}
