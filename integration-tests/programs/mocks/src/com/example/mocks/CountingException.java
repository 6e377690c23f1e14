// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An application's own exception, which builds its message on request. */
final class CountingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    final transient List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public String getMessage() {
        calls.add("getMessage");
        return "failed";
    }

    @Override
    public String getLocalizedMessage() {
        calls.add("getLocalizedMessage");
        return "failed";
    }

    @Override
    public synchronized Throwable getCause() {
        calls.add("getCause");
        return null;
    }

    @Override
    public String toString() {
        calls.add("toString");
        return "failed";
    }
}
