// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.servlet;

import com.example.requests.Visitor;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The service in Jetty, and its visitor. */
public final class JettyService {
    private JettyService() {}

    public static void main(String[] args) throws Exception {
        Server server = new Server(0);
        ServletContextHandler context = new ServletContextHandler();
        add(context, new ServletHolder(new DeskServlet()), "/desk/*");
        add(context, new ServletHolder(new HealthServlet()), "/health");
        server.setHandler(context);
        server.start();
        new Visitor(((ServerConnector) server.getConnectors()[0]).getLocalPort()).visit();
        server.stop();
    }

    private static void add(ServletContextHandler context, ServletHolder servlet, String pattern) {
        servlet.setAsyncSupported(true);
        servlet.setInitOrder(1);
        context.addServlet(servlet, pattern);
    }
}
