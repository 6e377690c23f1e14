// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an attach leaves in the system properties: the settings it was given, which are put back to what they were when the agent
 * is detached, and how far it has come, for whoever attached it and looks from outside. Loaded only where an agent is attached
 * or detached.
 *
 * <p>The property {@link #STATE} holds the process id, a word and a text, with spaces between them. The process id tells it from
 * one that was handed down to a child process with all other properties.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Attachment {
    /** No setting, so not with their prefix. */
    static final String STATE = "agent-profiler.state";

    static final String STARTING = "starting";
    /** No class of a framework was loaded so far. */
    static final String WAITING = "waiting";
    /** The text is the run's directory, empty when no file can be written. */
    static final String RECORDING = "recording";
    /** The text says why. */
    static final String FAILED = "failed";

    static final String STOPPING = "stopping";
    /** The text is the last line of the recording. */
    static final String STOPPED = "stopped";

    private static Map<String, String> before = Map.of();

    private Attachment() {}

    /** Sets settings, and remembers what they were. */
    static synchronized void set(Map<String, String> settings) {
        Map<String, String> old = new LinkedHashMap<>();
        settings.forEach((name, value) -> old.put(name, System.setProperty(name, value)));
        before = old;
    }

    /** Puts the settings back: an attach that names none must not find those of the last one. */
    static synchronized void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
        before = Map.of();
    }

    /** Tells how far it has come. */
    static synchronized void tell(String word, String text) {
        System.setProperty(
                STATE,
                ProcessHandle.current().pid() + " " + word + " " + (text == null ? "" : text.replace('\n', ' ')));
    }

    /** Tells that no class of a framework was loaded, unless the core was started meanwhile. */
    static synchronized void tellWaiting() {
        String told = System.getProperty(STATE, "");
        if (told.contains(" " + STARTING + " ")) {
            tell(WAITING, "");
        }
    }
}
