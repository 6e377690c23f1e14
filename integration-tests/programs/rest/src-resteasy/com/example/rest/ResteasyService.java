// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import com.example.requests.Visitor;
import java.util.List;
import org.jboss.resteasy.plugins.server.netty.NettyJaxrsServer;
import org.jboss.resteasy.spi.ResteasyDeployment;

/** A service with RESTEasy, on Netty, and its visitor. */
public final class ResteasyService {
    private ResteasyService() {}

    public static void main(String[] args) throws Exception {
        Class.forName(Desk.class.getName());
        NettyJaxrsServer server = new NettyJaxrsServer();
        ResteasyDeployment deployment = server.getDeployment();
        deployment.setActualResourceClasses(List.of(Desk.class, Health.class));
        server.setHostname("localhost");
        server.setPort(0);
        server.start();
        new Visitor(server.getPort()).visit();
        server.stop();
        System.exit(0);
    }
}
