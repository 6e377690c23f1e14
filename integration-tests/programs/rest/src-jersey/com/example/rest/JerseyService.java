// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import com.example.requests.Visitor;
import com.sun.net.httpserver.HttpServer;
import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** A service with Jersey, on Grizzly or on the JDK's own server, and its visitor. */
public final class JerseyService {
    private static final Logger LOGGERS = Logger.getLogger("org.glassfish");
    private static final URI ANY_PORT = URI.create("http://localhost:0/");

    private JerseyService() {}

    /** Starts the service on {@code grizzly} or {@code jdk}. */
    public static void main(String[] args) throws Exception {
        LOGGERS.setLevel(Level.OFF);
        ResourceConfig application = new ResourceConfig(Desk.class, Health.class);
        Class.forName(Desk.class.getName());
        if (args[0].equals("grizzly")) {
            org.glassfish.grizzly.http.server.HttpServer server =
                    GrizzlyHttpServerFactory.createHttpServer(ANY_PORT, application);
            new Visitor(server.getListener("grizzly").getPort()).visit();
            server.shutdownNow();
        } else {
            HttpServer server = JdkHttpServerFactory.createHttpServer(ANY_PORT, application);
            new Visitor(server.getAddress().getPort()).visitAtOnce();
            server.stop(0);
            // its threads wait a minute for more to do
            System.exit(0);
        }
    }
}
