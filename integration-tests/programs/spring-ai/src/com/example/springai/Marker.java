// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentTransformer;

/** Marks documents as read. */
final class Marker implements DocumentTransformer {
    @Override
    public List<Document> apply(List<Document> documents) {
        documents.forEach(document -> document.getMetadata().put("read", true));
        return documents;
    }
}
