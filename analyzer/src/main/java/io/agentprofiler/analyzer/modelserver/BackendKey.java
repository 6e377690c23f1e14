// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import java.util.Comparator;

/**
 * A model at a server.
 *
 * @param endpoint the server's address
 * @param server which server it is, {@code null} when it never said
 * @param model the model's name, {@code null} when the server does not say
 */
public record BackendKey(String endpoint, String server, String model) implements Comparable<BackendKey> {
    private static final Comparator<String> NULL_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());
    private static final Comparator<BackendKey> ORDER = Comparator.comparing(BackendKey::endpoint)
            .thenComparing(BackendKey::server, NULL_FIRST)
            .thenComparing(BackendKey::model, NULL_FIRST);

    @Override
    public int compareTo(BackendKey other) {
        return ORDER.compare(this, other);
    }
}
