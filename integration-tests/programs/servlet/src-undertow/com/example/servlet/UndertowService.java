// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.servlet;

import com.example.requests.Visitor;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import java.net.InetSocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The service in Undertow, and its visitor. */
public final class UndertowService {
    private static final Logger LOGGERS = Logger.getLogger("io.undertow");

    private UndertowService() {}

    public static void main(String[] args) throws Exception {
        LOGGERS.setLevel(Level.OFF);
        DeploymentInfo info = Servlets.deployment()
                .setClassLoader(UndertowService.class.getClassLoader())
                .setContextPath("/")
                .setDeploymentName("desk")
                .addServlet(Servlets.servlet(DeskServlet.class)
                        .addMapping("/desk/*")
                        .setAsyncSupported(true)
                        .setLoadOnStartup(1))
                .addServlet(Servlets.servlet(HealthServlet.class).addMapping("/health"));
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(info);
        manager.deploy();
        Undertow server = Undertow.builder()
                .addHttpListener(0, "localhost")
                .setHandler(manager.start())
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        new Visitor(address.getPort()).visit();
        server.stop();
    }
}
