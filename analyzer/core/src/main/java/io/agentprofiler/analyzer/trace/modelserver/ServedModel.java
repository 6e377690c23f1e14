// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import java.util.Comparator;

/**
 * A model at a server.
 *
 * @param endpoint the server's address
 * @param server which server it is, {@code null} when it never said
 * @param model the model's name, {@code null} when the server does not say
 */
public record ServedModel(String endpoint, String server, String model) implements Comparable<ServedModel> {
    private static final Comparator<String> NULL_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());
    private static final Comparator<ServedModel> ORDER = Comparator.comparing(ServedModel::endpoint)
            .thenComparing(ServedModel::server, NULL_FIRST)
            .thenComparing(ServedModel::model, NULL_FIRST);

    @Override
    public int compareTo(ServedModel other) {
        return ORDER.compare(this, other);
    }
}
