// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.desk;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers over HTTP. */
@WebServlet("/ask")
public class DeskServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("Answer: " + new Desk().answer("Is the desk open?") + "\n");
    }
}
