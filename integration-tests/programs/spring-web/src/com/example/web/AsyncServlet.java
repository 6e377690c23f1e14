// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A servlet without a framework, whose answer is written by another thread. */
public class AsyncServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Assistant assistant = new Assistant();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext async = request.startAsync();
        new Thread(() -> {
                    try {
                        response.setStatus(HttpServletResponse.SC_ACCEPTED);
                        response.getWriter().print(assistant.answer("how"));
                        async.complete();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .start();
    }
}
