// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

/**
 * Looks at one place of a text, where a keyword of it was found, for a secret.
 *
 * <p>Must look at a bounded number of characters, or at those only that it then blanks, so that redaction stays linear in the
 * text.
 */
@FunctionalInterface
public interface Detector {
    /**
     * Looks.
     *
     * @param text the text
     * @param at where the keyword begins
     * @param end where it ends
     * @param into takes what is to be blanked
     * @return where to go on, not before {@code end}, when something was blanked; -1 when there is no secret
     */
    int find(String text, int at, int end, Blanks into);
}
