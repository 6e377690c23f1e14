// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.concurrent.TimeUnit;

/**
 * Handles tickets in sequence: {@code args[0]} of them, each about {@code args[1]}. Of every ten the fourth fails in a step
 * and is answered all the same; the last one takes {@code args[2]} milliseconds.
 */
public final class Tickets {
    private Tickets() {}

    /** A workflow. */
    static String handle(int number, String about, long millis) throws InterruptedException {
        String found = look(about);
        try {
            return answer(number, found, millis);
        } catch (IllegalStateException e) {
            return "sorry";
        }
    }

    /** The first step. */
    static String look(String about) {
        return "about " + about;
    }

    /** The second step. */
    static String answer(int number, String found, long millis) throws InterruptedException {
        if (number % 10 == 3) {
            throw new IllegalStateException("no answer");
        }
        TimeUnit.MILLISECONDS.sleep(millis);
        return found;
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        int all = Integer.parseInt(args[0]);
        for (int i = 0; i < all; i++) {
            handle(i, args[1], i == all - 1 ? Long.parseLong(args[2]) : 0);
        }
        System.out.println("done");
    }
}
