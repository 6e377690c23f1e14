// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helidon;

import com.example.requests.Visitor;
import com.example.rest.Desk;
import com.example.rest.Health;
import io.helidon.microprofile.server.Server;
import java.util.logging.Level;
import java.util.logging.LogManager;

/** A service with Helidon MP, and its visitor. */
public final class MpService {
    private MpService() {}

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().getLogger("").setLevel(Level.OFF);
        Class.forName(Desk.class.getName());
        Server server = Server.builder()
                .host("localhost")
                .port(0)
                .addResourceClass(Desk.class)
                .addResourceClass(Health.class)
                .build()
                .start();
        new Visitor(server.port()).visit();
        server.stop();
    }
}
