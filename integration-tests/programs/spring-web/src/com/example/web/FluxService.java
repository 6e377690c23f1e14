// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import com.example.requests.Visitor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** A service with WebFlux, on Netty, and its visitor. */
public final class FluxService {
    private FluxService() {}

    public static void main(String[] args) throws Exception {
        AnnotationConfigApplicationContext spring = new AnnotationConfigApplicationContext(Web.class, Endpoints.class);
        HttpHandler handler = WebHttpHandlerBuilder.applicationContext(spring).build();
        DisposableServer server = HttpServer.create()
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(handler))
                .bindNow();
        new Visitor(server.port()).visit();
        server.disposeNow();
        spring.close();
    }

    /** WebFlux's own beans. */
    @Configuration
    @EnableWebFlux
    public static class Web {}
}
