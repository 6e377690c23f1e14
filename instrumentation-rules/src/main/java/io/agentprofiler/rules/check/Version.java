// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A framework version by its leading numbers: {@code 1.5.0-beta11} is 1.5.0.
 *
 * @param numbers major first
 */
record Version(int[] numbers) implements Comparable<Version> {
    private static final Pattern LEADING = Pattern.compile("^\\d+(\\.\\d+)*");

    /** Returns the version a text begins with, {@code null} when it begins with no number. */
    static Version of(String text) {
        Matcher matcher = LEADING.matcher(text == null ? "" : text);
        return matcher.find()
                ? new Version(Arrays.stream(matcher.group().split("\\."))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                : null;
    }

    @Override
    public int compareTo(Version other) {
        for (int i = 0; i < Math.max(numbers.length, other.numbers.length); i++) {
            int difference = Integer.compare(at(i), other.at(i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private int at(int index) {
        return index < numbers.length ? numbers[index] : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Version version && compareTo(version) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < numbers.length; i++) {
            hash += numbers[i] * (i + 1) * 31;
        }
        return hash;
    }
}
