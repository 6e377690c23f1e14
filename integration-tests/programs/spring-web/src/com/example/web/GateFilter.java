// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Stands in front of everything, as filters for security do. */
public class GateFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
    }
}
