// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.proto;

/** Bytes are not protobuf, or not the message that was expected. */
final class DamagedException extends Exception {
    private static final long serialVersionUID = 1;

    DamagedException(String message) {
        super(message);
    }
}
