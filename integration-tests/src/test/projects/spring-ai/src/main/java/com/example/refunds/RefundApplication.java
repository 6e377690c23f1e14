// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A service that answers customers about their orders. */
@SpringBootApplication
public class RefundApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(RefundApplication.class, arguments);
    }
}
