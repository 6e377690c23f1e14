// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The services behind REST: on a worker thread, on another one by way of the event loop, and as a stream of events. */
@Path("/desk/{user}")
public class Desk {
    @Inject
    Guide guide;

    @Inject
    Poet poet;

    @Inject
    Clerk clerk;

    @GET
    @Path("blocking")
    public String blocking(@PathParam("user") String user) {
        return guide.chat(user, "Weather?");
    }

    @GET
    @Path("once")
    public String once() {
        return clerk.answer("once by REST");
    }

    @GET
    @Path("later")
    public Uni<String> later() {
        return Uni.createFrom()
                .item(() -> poet.write("later by REST"))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    @GET
    @Path("stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<String> stream(@PathParam("user") String user) {
        return guide.stream(user, "Weather?");
    }
}
