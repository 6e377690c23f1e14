// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.List;

/**
 * Which hosts are meant, by their names or addresses. An asterisk stands for any text, {@code loopback} for this machine.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param patterns in lower case
 */
public record HostPatterns(List<String> patterns) {
    /** Every host. */
    public static final HostPatterns ALL = new HostPatterns(List.of("*"));
    /** No host. */
    public static final HostPatterns NONE = new HostPatterns(List.of());

    private static final String LOOPBACK = "loopback";

    /** Takes patterns in lower case. */
    public HostPatterns {
        patterns = List.copyOf(patterns);
    }

    /**
     * Means the hosts of some patterns, in lower case.
     *
     * @throws IllegalArgumentException if one is no host: it has a port, a path or a space
     */
    static HostPatterns of(List<String> patterns) {
        return new HostPatterns(patterns.stream().map(HostPatterns::checked).toList());
    }

    private static String checked(String pattern) {
        boolean isAddress = pattern.indexOf(':') != pattern.lastIndexOf(':');
        String plain = isAddress ? withoutBrackets(pattern) : pattern;
        if (plain.chars().anyMatch(c -> "/[]".indexOf(c) >= 0 || c <= ' ' || c == ':' && !isAddress)) {
            throw new IllegalArgumentException(pattern);
        }
        return plain;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** Answers whether any host is meant. */
    public boolean any() {
        return !patterns.isEmpty();
    }

    /**
     * Answers whether a host is meant.
     *
     * @param host a name or an address, without a port; an IPv6 address with or without brackets
     */
    public boolean mean(String host) {
        String name = withoutBrackets(host);
        for (int i = 0; i < patterns.size(); i++) {
            String pattern = patterns.get(i);
            if (pattern.equals(LOOPBACK) ? isLoopback(name) : fits(pattern, 0, name, 0)) {
                return true;
            }
        }
        return false;
    }

    /** Nothing is resolved: a name that leads to this machine by DNS is no loopback. */
    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || fits("*.localhost", 0, host, 0)
                || fits("127.*.*.*", 0, host, 0) && host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9')
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1");
    }

    private static boolean fits(String pattern, int from, String text, int at) {
        for (int i = from; i < pattern.length(); i++, at++) {
            if (pattern.charAt(i) == '*') {
                for (int rest = at; rest <= text.length(); rest++) {
                    if (fits(pattern, i + 1, text, rest)) {
                        return true;
                    }
                }
                return false;
            }
            if (at == text.length() || pattern.charAt(i) != Character.toLowerCase(text.charAt(at))) {
                return false;
            }
        }
        return at == text.length();
    }
}
