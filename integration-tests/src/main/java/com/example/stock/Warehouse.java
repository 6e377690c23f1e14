// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stock;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The warehouse's server. */
public class Warehouse {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url = System.getProperty("stock.url");

    /** Asks how many there are of an article. */
    @Tool("how many of an article there are")
    public String stock(@P("the article") String article) {
        return "There are " + ask("/stock/" + article) + " of " + article;
    }

    /** Counts the boxes of an article. */
    @Tool("how many boxes of an article there are")
    public int boxes(@P("the article") String article) {
        return Integer.parseInt(ask("/boxes/" + article));
    }

    /** Returns the price of an article in cents. */
    public int price(String article) {
        return Integer.parseInt(ask("/price/" + article));
    }

    /** Writes down what was answered. */
    public void note(String answer) {
        ask("/note/" + answer.length());
    }

    private String ask(String path) {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create(url + path)).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new IllegalStateException("the warehouse does not answer", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
