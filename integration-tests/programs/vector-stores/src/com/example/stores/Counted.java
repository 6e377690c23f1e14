// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import java.util.concurrent.atomic.AtomicInteger;

/** What a server has done: searches it has answered or refused, entries it was given. */
class Counted {
    private final AtomicInteger searches = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();
    private volatile boolean refusesNext;

    /** Has the next search refused. */
    final void refuseNext() {
        refusesNext = true;
    }

    /** Counts a search and returns whether it is to be refused. */
    final boolean refusesSearch() {
        searches.incrementAndGet();
        boolean refused = refusesNext;
        refusesNext = false;
        return refused;
    }

    final void wrote(int entries) {
        written.addAndGet(entries);
    }

    @Override
    public final String toString() {
        return searches + " searches, " + written + " written";
    }
}
