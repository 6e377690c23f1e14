// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import com.example.requests.Visitor;
import jakarta.servlet.DispatcherType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** A service with Spring MVC, in Tomcat, and its visitor. */
public final class MvcService {
    private static final Logger LOGGERS = Logger.getLogger("org.apache");

    private MvcService() {}

    public static void main(String[] args) throws Exception {
        LOGGERS.setLevel(Level.OFF);
        Path base = Files.createTempDirectory(Path.of(args[0]), "tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", base.toString());
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(Web.class, Endpoints.class, Errands.class, ErrandEndpoint.class);
        add(context, Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)), "/");
        add(context, Tomcat.addServlet(context, "async", new AsyncServlet()), "/async/*");
        addFilter(context);
        tomcat.start();
        Visitor visitor = new Visitor(tomcat.getConnector().getLocalPort());
        visitor.visit();
        visitor.get("/async/7");
        visitor.get("/health");
        tomcat.stop();
        tomcat.destroy();
    }

    private static void add(Context context, Wrapper servlet, String pattern) {
        servlet.setAsyncSupported(true);
        servlet.setLoadOnStartup(1);
        context.addServletMappingDecoded(pattern, servlet.getName());
    }

    private static void addFilter(Context context) {
        FilterDef filter = new FilterDef();
        filter.setFilterName("gate");
        filter.setFilter(new GateFilter());
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap everything = new FilterMap();
        everything.setFilterName("gate");
        everything.addURLPattern("/*");
        for (DispatcherType type : EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC)) {
            everything.setDispatcher(type.name());
        }
        context.addFilterMap(everything);
    }

    /** Spring MVC's own beans, and a pool. */
    @Configuration
    @EnableWebMvc
    @EnableAsync
    public static class Web {
        @Bean
        public ThreadPoolTaskExecutor pool() {
            ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
            pool.setCorePoolSize(3);
            pool.setDaemon(true);
            return pool;
        }
    }

    /** Work on a thread of the pool. */
    public static class Errands {
        private final Assistant assistant = new Assistant();

        @Async
        public CompletableFuture<String> answer(String id) {
            return CompletableFuture.completedFuture(assistant.answer(id));
        }
    }

    /** Answers with what the pool has done. */
    @RestController
    public static class ErrandEndpoint {
        private final Errands errands;

        public ErrandEndpoint(Errands errands) {
            this.errands = errands;
        }

        @GetMapping("/desk/{id}/errand")
        public CompletableFuture<String> errand(@PathVariable("id") String id) {
            return errands.answer(id);
        }
    }
}
