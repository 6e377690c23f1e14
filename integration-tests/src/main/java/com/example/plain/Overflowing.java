// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.List;

/** Recursions until the stack is over, each twice, on threads of their own, and a call each after that. */
public final class Overflowing {
    private static final int STACK_BYTES = 300 << 10;
    /** Deeper than any stack. */
    private static final int DEEPEST = Integer.MAX_VALUE;

    private Overflowing() {}

    /** Lets the overflow through. */
    static int down(int depth) {
        return depth == DEEPEST ? 0 : down(depth + 1) + 1;
    }

    /** Returns an object, and lets the overflow through. */
    static Object objects(Object given, int depth) {
        Object answer = depth == DEEPEST ? given : objects(given, depth + 1);
        return answer == null ? given : answer;
    }

    /** Catches the overflow wherever it comes, so that each call returns. */
    static int caught(int depth) {
        try {
            return depth == DEEPEST ? 0 : caught(depth + 1) + 1;
        } catch (StackOverflowError e) {
            return 0;
        }
    }

    /** Calls another method on the way out, which may overflow again. */
    static void lastly(int depth) {
        try {
            if (depth < DEEPEST) {
                lastly(depth + 1);
            }
        } finally {
            leaf(depth);
        }
    }

    /** Calls nothing. */
    static int leaf(int depth) {
        return depth;
    }

    private static void overflow(Runnable recursion) {
        try {
            recursion.run();
        } catch (StackOverflowError e) {
            // what was asked for
        }
        leaf(0);
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        List<Runnable> recursions = List.of(() -> down(0), () -> objects("", 0), () -> caught(0), () -> lastly(0));
        for (int i = 0; i < 2 * recursions.size(); i++) {
            Runnable recursion = recursions.get(i % recursions.size());
            Thread thread = new Thread(null, () -> overflow(recursion), "deep " + i, STACK_BYTES);
            thread.start();
            thread.join();
        }
        System.out.println("over");
    }
}
