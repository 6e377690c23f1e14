// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

/** The service refused. */
public final class ChatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /** Makes a failure of an HTTP status. */
    public ChatException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }
}
