// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** HTTP, as the client needs it. */
final class ChatTransport {
    private final URI service;

    ChatTransport(URI service) {
        this.service = service;
    }

    /** Posts a text and returns the lines of the reply. */
    List<String> post(String path, String body) {
        try {
            HttpURLConnection request =
                    (HttpURLConnection) service.resolve(path).toURL().openConnection();
            request.setDoOutput(true);
            request.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            if (request.getResponseCode() != 200) {
                throw new ChatException(request.getResponseCode(), "refused: " + body);
            }
            return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new ChatException(0, "unreachable: " + service);
        }
    }
}
