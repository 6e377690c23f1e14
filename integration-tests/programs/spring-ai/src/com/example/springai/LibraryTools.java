// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.document.Document;
import org.springframework.ai.reader.TextReader;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.transformer.splitter.TokenTextSplitter;
import org.springframework.core.io.ByteArrayResource;

/** A tool that forgets a conversation and reads a book instead. */
public final class LibraryTools {
    private final ChatMemory memory;
    private final String conversation;

    LibraryTools(ChatMemory memory, String conversation) {
        this.memory = memory;
        this.conversation = conversation;
    }

    /** Forgets, reads, marks and splits. */
    @Tool(description = "forgets what was said and reads a book")
    public String forget() {
        memory.clear(conversation);
        List<Document> book =
                new TextReader(new ByteArrayResource("Ferries run every hour.".getBytes(StandardCharsets.UTF_8))).get();
        List<Document> pages = TokenTextSplitter.builder().build().apply(new Marker().apply(book));
        new Shelf().accept(pages);
        return "read " + pages.size();
    }
}
