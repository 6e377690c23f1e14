// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

/**
 * Finds private keys in PEM and PGP armour, encrypted ones and those that were cut off before their end included.
 */
final class PrivateKeys implements Detector {
    static final String BEGIN = "-----begin ";

    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final int MOST_LABEL = 64;

    @Override
    public int find(String text, int at, int end, Blanks into) {
        int label = text.indexOf(DASHES, end);
        if (label < 0 || label - end > MOST_LABEL || !text.substring(end, label).contains("PRIVATE KEY")) {
            return -1;
        }
        int to = label + DASHES.length();
        // armour: base64, blanks, and headers such as "DEK-Info: AES-128-CBC,0A1B"; \n may be written out
        while (to < text.length() && (AsciiText.isWord(text, to, "+/=:,.-\\ \t\r\n"))) {
            if (text.startsWith(END, to)) {
                int close = text.indexOf(DASHES, to + END.length());
                if (close > 0 && close - to <= MOST_LABEL + END.length()) {
                    to = close + DASHES.length();
                    break;
                }
            }
            to++;
        }
        into.add(at, to);
        return to;
    }
}
