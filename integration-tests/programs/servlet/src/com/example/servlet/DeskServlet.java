// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.servlet;

import com.example.requests.Assistant;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A servlet that answers immediately, later, word by word on another thread, or not at all. */
public class DeskServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Assistant assistant = new Assistant();

    @Override
    public void init() {
        assistant.answer("are you there");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String question = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        response.getWriter().print(assistant.answer(question));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo();
        if (path.endsWith("/busy")) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            response.getWriter().print(assistant.answer(path));
        } else if (path.endsWith("/fails")) {
            response.getWriter().print(assistant.answer(""));
        } else {
            AsyncContext async = request.startAsync();
            new Thread(() -> write(async, path)).start();
        }
    }

    private void write(AsyncContext async, String path) {
        try {
            PrintWriter writer = async.getResponse().getWriter();
            if (path.endsWith("/words")) {
                writer.print(assistant.answer("re"));
                writer.flush();
            }
            writer.print(assistant.answer(path));
            async.complete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
