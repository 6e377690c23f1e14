// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a server's cache.
 *
 * @param amount how many tokens or blocks, 0 for an unlimited one
 * @param inBlocks whether it is blocks
 */
public record Capacity(long amount, boolean inBlocks) {
    /** A cache that holds everything. */
    public static final Capacity UNLIMITED = new Capacity(0, false);

    private static final Pattern WORDS = Pattern.compile("(\\d{1,18}) *(tokens?|blocks?)");

    /** Returns a size as people write it: {@code 10000 blocks} or {@code 400000 tokens}; nothing where it is not written so. */
    public static Optional<Capacity> of(String words) {
        Matcher matcher = WORDS.matcher(words.strip().replaceAll("[,_]", "").toLowerCase(Locale.ROOT));
        return matcher.matches()
                ? Optional.of(new Capacity(
                        Long.parseLong(matcher.group(1)), matcher.group(2).startsWith("b")))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return inBlocks ? Units.count(amount, "block") : Units.count(amount, "token");
    }
}
