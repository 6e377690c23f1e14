// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentWriter;

/** The target for documents. */
final class Shelf implements DocumentWriter {
    private final List<Document> kept = new ArrayList<>();

    @Override
    public void accept(List<Document> documents) {
        kept.addAll(documents);
    }
}
