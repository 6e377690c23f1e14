// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An application's own list, whose methods may lock, load or count. This one counts. */
final class CountingList extends AbstractList<Object> {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<Object> elements;

    CountingList(List<Object> elements) {
        this.elements = elements;
    }

    @Override
    public Object get(int index) {
        calls.add("get");
        return elements.get(index);
    }

    @Override
    public int size() {
        calls.add("size");
        return elements.size();
    }
}
