// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

/**
 * Opens a package of a named module to this one, so that fields of its classes can be read. Only someone who may redefine
 * modules can.
 */
@FunctionalInterface
public interface ModuleOpener {
    /**
     * Opens the package of {@code type} to the module of {@code reader}.
     *
     * @throws RuntimeException when it cannot be opened; the field is then not read
     */
    void open(Class<?> type, Class<?> reader);
}
