// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The tools of a travel agency; what each does may be replaced, and takes 35 ms otherwise. */
public final class TravelTools {
    private static final int USUAL_MILLIS = 35;

    private final Map<String, UnaryOperator<String>> replaced = new HashMap<>();

    /** Replaces what a tool does. */
    TravelTools with(String tool, UnaryOperator<String> work) {
        replaced.put(tool, work);
        return this;
    }

    /** Makes a tool take so long. */
    TravelTools slow(String tool, int millis) {
        return with(tool, argument -> {
            Workload.await(millis);
            return argument + " is fine";
        });
    }

    /** Looks up flights. */
    @Tool("flights between two cities")
    public String findFlights(@P("from") String from, @P("to") String to) {
        return run("findFlights", from + "-" + to);
    }

    /** Looks up the weather. */
    @Tool("the weather of a city")
    public String getWeather(@P("city") String city) {
        return run("getWeather", city);
    }

    /** Looks up hotels. */
    @Tool("hotels of a city")
    public String listHotels(@P("city") String city) {
        return run("listHotels", city);
    }

    /** Looks up what a currency is worth. */
    @Tool("what a currency is worth")
    public String exchangeRate(@P("currency") String currency) {
        return run("exchangeRate", currency);
    }

    /** Books a trip. */
    @Tool("books a trip")
    public String bookTrip(@P("trip") String trip) {
        return run("bookTrip", trip);
    }

    private String run(String tool, String argument) {
        UnaryOperator<String> work = replaced.get(tool);
        if (work != null) {
            return work.apply(argument);
        }
        Workload.await(USUAL_MILLIS);
        return argument + " is fine";
    }
}
