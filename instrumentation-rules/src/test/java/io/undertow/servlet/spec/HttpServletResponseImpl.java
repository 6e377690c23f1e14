// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.undertow.servlet.spec;

/** Written for tests: a class with the name of one whose methods may be called, and which here can be extended. */
public class HttpServletResponseImpl {
    private final int status;

    public HttpServletResponseImpl(int status) {
        this.status = status;
    }

    /** Computed, so that it is not read from fields. */
    public int getStatus() {
        return Math.abs(status);
    }
}
