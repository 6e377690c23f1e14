// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import com.example.requests.Visitor;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import jakarta.inject.Inject;

/** A service with Quarkus REST, and its visitor. */
@QuarkusMain
public class QuarkusService implements QuarkusApplication {
    @Inject
    HttpServer server;

    @Override
    public int run(String... args) throws Exception {
        Desk.headFirst = true;
        new Visitor(server.getPort()).visit();
        return 0;
    }
}
