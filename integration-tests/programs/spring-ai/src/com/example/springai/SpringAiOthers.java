// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application with models of every kind that runs the given {@link OtherCases} in sequence. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiOthers {
    private static final String SERVER = System.getProperty("openai.baseUrl").replace("/v1", "");

    /** Runs the program; each argument is a case. */
    public static void main(String[] args) {
        String[] settings = Line.SORTS.stream()
                .flatMap(sort -> Stream.of(
                        "--spring.ai.model." + sort + "=openai",
                        "--spring.ai.openai." + sort + ".base-url=" + Line.openAiUrl(SERVER)))
                .toArray(String[]::new);
        ConfigurableApplicationContext context = AiSettings.start(SpringAiOthers.class, settings);
        OtherCases cases = new OtherCases(context, SERVER);
        for (String name : args) {
            System.out.println(name + ": " + cases.run(name));
        }
        AiSettings.exit(context);
    }
}
