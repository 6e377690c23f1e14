// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

/**
 * Where a command is given a secret.
 *
 * @param flag an option with its dashes, or {@code null} for a word at a place
 * @param form how an option's value is written
 * @param part what stands before the secret in the value, {@code ""} when all of it is secret
 * @param place of a word, from 1; -1 for the last one, 0 for the word behind one that says secret, {@link #EACH} for each
 */
record CommandOption(String flag, Form form, String part, int place) {
    /** Every word. */
    static final int EACH = Integer.MAX_VALUE;

    /** How the value of an option is written. */
    enum Form {
        /** Joined to it: {@code -pSECRET}. */
        JOINED,
        /** As the next argument: {@code -storepass SECRET}. */
        NEXT,
        /** Either way, joined to a long one by an equals sign: {@code --user=SECRET}. */
        EITHER
    }

    /** Reads one as {@code commands.txt} has it. */
    static CommandOption of(String written) {
        if (written.startsWith("@")) {
            int end = 1;
            while (end < written.length() && (written.charAt(end) == '-' || Character.isDigit(written.charAt(end)))) {
                end++;
            }
            String place = written.substring(1, end);
            if (place.isEmpty()) {
                boolean each = written.startsWith("@each");
                return new CommandOption(null, Form.NEXT, each ? written.substring(5) : "", each ? EACH : 0);
            }
            return new CommandOption(null, Form.NEXT, written.substring(end), Integer.parseInt(place));
        }
        for (int i = 1; i < written.length(); i++) {
            Form form = form(written.charAt(i));
            if (form != null) {
                return new CommandOption(written.substring(0, i), form, written.substring(i + 1), 0);
            }
        }
        throw new IllegalArgumentException("option '" + written + "' has no form");
    }

    private static Form form(char c) {
        return switch (c) {
            case '+' -> Form.JOINED;
            case '~' -> Form.NEXT;
            case '*' -> Form.EITHER;
            default -> null;
        };
    }

    boolean isFlag() {
        return flag != null;
    }

    /** Answers whether it is one letter behind one dash. */
    boolean isShort() {
        return flag.length() == 2;
    }
}
