// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Runs errands in sequence: {@code args[0]} of them, named {@code args[1]}, with the random seed {@code args[2]}. Each asks
 * a model, looks something up, asks again, books in two of three, and asks a last time. With {@code args[3]}, each waits
 * after its first lookup until there is a file of that name.
 */
public final class Errands {
    private Errands() {}

    /** A model's answer. */
    public record Answer(int inputTokens, int outputTokens) {}

    /** One errand, which is a workflow of its own name. */
    static void run(String name, Random dice, Path go) throws InterruptedException {
        int size = 100 + dice.nextInt(50);
        ask(size, dice);
        find(dice);
        while (go != null && !Files.exists(go)) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        ask(size + 100, dice);
        if (dice.nextInt(3) > 0) {
            book(dice);
        }
        ask(size + 200, dice);
    }

    /** Stands for a model. */
    static Answer ask(int tokens, Random dice) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1 + dice.nextInt(5));
        return new Answer(tokens, 10 + dice.nextInt(5));
    }

    /** A tool. */
    static int find(Random dice) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1 + dice.nextInt(3));
        return dice.nextInt();
    }

    /** Another tool. */
    static int book(Random dice) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(2);
        return dice.nextInt();
    }

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        Random dice = new Random(Long.parseLong(args[2]));
        int all = Integer.parseInt(args[0]);
        for (int i = 0; i < all; i++) {
            run(args[1], dice, args.length > 3 ? Path.of(args[3]) : null);
        }
        System.out.println(all + " errands");
    }
}
