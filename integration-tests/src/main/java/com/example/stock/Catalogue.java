// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stock;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** A catalogue behind a connection that can be closed; its answers have parts. */
public class Catalogue {
    private static final long SLOW_MILLIS = 300;

    private final boolean open;

    /** Creates a catalogue. */
    public Catalogue(boolean open) {
        this.open = open;
    }

    /** The unit in which an article is sold. */
    public enum Unit {
        /** One by one. */
        PIECE,
        /** Twelve at once. */
        BOX
    }

    /** An offer. */
    public record Offer(
            String article,
            BigDecimal price,
            Unit unit,
            LocalDate until,
            Optional<String> note,
            List<Integer> steps,
            String supplier) {}

    /** Some offers at once. */
    public record Page<T>(List<T> items, int number) {}

    /** Records a request for an article. */
    public void note(String article) {
        ask();
    }

    /** Returns the offers of an article. */
    public Page<Offer> offers(String article) {
        ask();
        return new Page<>(
                List.of(
                        new Offer(
                                article,
                                new BigDecimal("1.50"),
                                Unit.PIECE,
                                LocalDate.of(2026, 12, 24),
                                Optional.empty(),
                                Arrays.asList(1, null, 12),
                                null),
                        new Offer(
                                article,
                                new BigDecimal("15"),
                                Unit.BOX,
                                LocalDate.of(2027, 1, 6),
                                Optional.of("while it lasts"),
                                List.of(),
                                "Acme")),
                1);
    }

    /** Returns how many there are of each unit. */
    public Map<Unit, Long> counts() {
        ask();
        Map<Unit, Long> counts = new LinkedHashMap<>();
        counts.put(Unit.BOX, 3L);
        counts.put(Unit.PIECE, 1L << 40);
        return counts;
    }

    /** Looks for an article's other name. */
    public Optional<String> otherName(String article) {
        ask();
        return article.equals("pens") ? Optional.of("biros") : Optional.empty();
    }

    /** Returns an article's codes. */
    public int[] codes(String article) {
        ask();
        return new int[] {4, 7, article.length()};
    }

    /** Asks for all names, slowly. */
    public CompletableFuture<Set<String>> names() {
        ask();
        return CompletableFuture.supplyAsync(() -> {
            pause();
            return new TreeSet<>(List.of("pads", "pens"));
        });
    }

    /** Counts by hand. */
    public long count(String article) {
        ask();
        pause();
        return article.length();
    }

    /** Returns something of no declared type; needs no connection. */
    public List<Object> anything(String article) {
        return new ArrayList<>(List.of(article, 1));
    }

    private void ask() {
        if (!open) {
            throw new IllegalStateException("the connection is closed");
        }
    }

    private static void pause() {
        try {
            Thread.sleep(SLOW_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
