// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The customers' ratings of answers: 1 if it helped, 0 if not.
 *
 * <p><b>Threading:</b> safe.
 */
final class Ratings {
    private final Map<String, int[]> byCustomer = new TreeMap<>();

    /** Lets a customer rate an answer: an apology helps nobody. */
    synchronized void rate(String customer, String answer) {
        int[] rated = byCustomer.computeIfAbsent(customer, key -> new int[2]);
        rated[0] += answer.contains("sorry") ? 0 : 1;
        rated[1]++;
    }

    /** Writes a row for each conversation: the share of the answers that helped. */
    synchronized void write(Path file) throws IOException {
        StringBuilder rows = new StringBuilder("conversation_id,helpful\n");
        byCustomer.forEach((customer, rated) ->
                rows.append(String.format(Locale.ROOT, "%s,%.2f%n", customer, (double) rated[0] / rated[1])));
        Files.writeString(file, rows);
    }
}
