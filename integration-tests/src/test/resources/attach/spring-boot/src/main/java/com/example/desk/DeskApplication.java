// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.desk;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The desk, asked once when Spring is up. */
@SpringBootApplication
public class DeskApplication {
    /** Starts Spring. */
    public static void main(String[] args) {
        SpringApplication.run(DeskApplication.class, args);
    }

    @Bean
    ApplicationRunner ask() {
        return arguments -> System.out.println("Answer: " + new Desk().answer("Is the desk open?"));
    }
}
