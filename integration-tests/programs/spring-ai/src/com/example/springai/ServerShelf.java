// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;

/** A store, and a tool, that ask a server each time. */
public final class ServerShelf implements VectorStore {
    private static final String URL = System.getProperty("library.url");

    private final HttpClient client = HttpClient.newHttpClient();
    private final VectorStore rows;

    ServerShelf(EmbeddingModel model) {
        this.rows = SimpleVectorStore.builder(model).build();
    }

    /** Returns where a book is. */
    @Tool(description = "where a book is")
    public String place(@ToolParam(description = "the book's title") String title) {
        ask("place");
        return title + " is on shelf 3";
    }

    @Override
    public void add(List<Document> documents) {
        ask("add");
        rows.add(documents);
    }

    @Override
    public void delete(List<String> ids) {
        ask("delete");
        rows.delete(ids);
    }

    @Override
    public void delete(Filter.Expression filter) {
        ask("delete");
        rows.delete(filter);
    }

    @Override
    public List<Document> similaritySearch(SearchRequest request) {
        ask("search");
        return rows.similaritySearch(request);
    }

    private void ask(String what) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(URL + "/" + what)).build();
            client.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new IllegalStateException("the store does not answer: " + what, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
