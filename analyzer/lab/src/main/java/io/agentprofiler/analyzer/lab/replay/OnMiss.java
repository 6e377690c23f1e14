// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * What becomes of a request that fits nothing in the recording.
 *
 * @param isNearest whether the nearest recorded call answers
 * @param forwardTo the server that answers; {@code null} for none
 */
public record OnMiss(boolean isNearest, URI forwardTo) {
    /** The word before the URL of a server that answers. */
    public static final String FORWARD = "forward";

    private static final String NEEDS_URL = "forward= needs a URL such as http://127.0.0.1:8000/v1";

    /**
     * Reads {@code fail}, {@code nearest} or {@code forward=URL}.
     *
     * @throws IllegalArgumentException when it is something else; the message says what was expected
     */
    public static OnMiss of(String text) {
        if (text.equals("fail")) {
            return new OnMiss(false, null);
        }
        if (text.equals("nearest")) {
            return new OnMiss(true, null);
        }
        if (text.equals(FORWARD)) {
            throw new IllegalArgumentException(NEEDS_URL);
        }
        if (!text.startsWith(FORWARD + "=")) {
            throw new IllegalArgumentException("expected fail, nearest or forward=URL, not " + text);
        }
        try {
            URI to = new URI(text.substring(FORWARD.length() + 1));
            boolean web = "http".equalsIgnoreCase(to.getScheme()) || "https".equalsIgnoreCase(to.getScheme());
            if (!web || to.getHost() == null || to.getRawQuery() != null || to.getRawFragment() != null) {
                throw new IllegalArgumentException(NEEDS_URL);
            }
            return new OnMiss(false, to);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(NEEDS_URL, e);
        }
    }
}
