// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

/** A line that is JSON but not a record of the format. Carries a reason, no stack: it steers the decoder only. */
public final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadRecordException(String reason) {
        super(reason, null, false, false);
    }
}
