// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.library;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The server without which a store does nothing. */
public final class StoreServer {
    private static final String URL = System.getProperty("library.url");

    private final HttpClient client = HttpClient.newHttpClient();

    /** Asks the server. */
    public void ask(String what) {
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
