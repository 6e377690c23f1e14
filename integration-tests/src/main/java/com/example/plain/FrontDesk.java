// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** Serves requests over HTTP, and asks itself once for each argument, which is the traceparent to send; "-" sends none. */
public final class FrontDesk {
    private FrontDesk() {}

    /** Serves one request. */
    static void serve(HttpExchange exchange) throws IOException {
        byte[] answer = think().getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Does the work. */
    static String think() {
        return "thought";
    }

    /** Runs the program. */
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", FrontDesk::serve);
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        for (String traceparent : args) {
            HttpURLConnection request = (HttpURLConnection) address.toURL().openConnection();
            if (!traceparent.equals("-")) {
                request.setRequestProperty("traceparent", traceparent);
            }
            System.out.println(new String(request.getInputStream().readAllBytes()));
        }
        server.stop(0);
    }
}
