// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application that runs the given {@link Cases} in sequence. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SpringAiCases {
    /** Runs the program; each argument is a case. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = AiSettings.start(SpringAiCases.class);
        Cases cases = new Cases(context);
        for (String name : args) {
            System.out.println(name + ": " + outcome(cases, name));
        }
        AiSettings.exit(context);
    }

    private static Object outcome(Cases cases, String name) {
        try {
            return cases.run(name);
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }
}
