// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;

/** Two AI services, asked three times outside of any web request. */
@QuarkusMain
public class Assistants implements QuarkusApplication {
    @Inject
    Guide guide;

    @Inject
    Poet poet;

    @Override
    @ActivateRequestContext
    public int run(String... args) {
        System.out.println(guide.chat("Weather?"));
        System.out.println(guide.chat("Weather?"));
        System.out.println(poet.write("Oslo"));
        return 0;
    }
}
