// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The endpoint that makes no traced call. */
@Path("/health")
public class Health {
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String health() {
        return "up";
    }
}
