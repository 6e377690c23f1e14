// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import io.agentprofiler.agent.content.redaction.text.AsciiText;
import io.agentprofiler.agent.content.redaction.text.Blanks;
import java.util.ArrayList;
import java.util.List;

/**
 * Keywords in ASCII, whatever their case, and who looks at the places where they are. Most texts have none, so that one pass of
 * cheap steps is all they cost.
 *
 * <p><b>Threading:</b> immutable once filled.
 */
public final class KeywordTrie {
    private static final int CHARS = 128;

    private static final class Node {
        final Node[] next = new Node[CHARS];
        final List<Detector> detectors = new ArrayList<>(1);
    }

    private final Node root = new Node();

    /** Lets {@code detector} look wherever {@code keyword} is found; of several, the first added looks first. */
    void add(String keyword, Detector detector) {
        Node node = root;
        for (int i = 0; i < keyword.length(); i++) {
            char c = AsciiText.lower(keyword.charAt(i));
            if (c >= CHARS) {
                throw new IllegalArgumentException("keyword '" + keyword + "' is not in ASCII");
            }
            if (node.next[c] == null) {
                node.next[c] = new Node();
            }
            node = node.next[c];
        }
        node.detectors.add(detector);
    }

    /** Lets the detectors blank what they find. */
    public void scan(String text, Blanks into) {
        int length = text.length();
        for (int i = 0; i < length; ) {
            int goOn = -1;
            Node node = root;
            for (int at = i; at < length && goOn < 0; ) {
                char c = AsciiText.lower(text.charAt(at++));
                node = c < CHARS ? node.next[c] : null;
                if (node == null) {
                    break;
                }
                for (int k = 0; k < node.detectors.size() && goOn < 0; k++) {
                    goOn = node.detectors.get(k).find(text, i, at, into);
                }
            }
            i = Math.max(i + 1, goOn);
        }
    }
}
