// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Some causes once more, in an agent of another trade, with other times. */
final class TravelCauses {
    private TravelCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("travel-slow-tool", TravelCauses::slowFlights),
                Map.entry("travel-sometimes-slow-tool", TravelCauses::sometimesSlowHotels),
                Map.entry("travel-flaky-tool", TravelCauses::flakyBooking),
                Map.entry("travel-same-call-in-every-workflow", TravelCauses::sameRate),
                Map.entry("travel-tools-in-sequence", TravelCauses::toolsInSequence),
                Map.entry("travel-reworded-search", TravelCauses::rewordedSearch),
                Map.entry("travel-lookup-per-item", TravelCauses::lookupPerItem),
                Map.entry("travel-lock", TravelCauses::lock),
                Map.entry("travel-pages", TravelCauses::pages),
                Map.entry("travel-healthy", TravelCauses::healthy));
    }

    private static Workload.Agent slowFlights(boolean planted) {
        SimpleAssistant assistant = assistant(new TravelTools().slow("findFlights", planted ? 700 : 80));
        return n -> assistant.chat("Trip " + n + " [[getWeather(city=c" + n + "); findFlights(from=a" + n + ",to=b" + n
                + "); listHotels(city=c" + n + "); say 60]]");
    }

    /** One of six calls takes very long. */
    private static Workload.Agent sometimesSlowHotels(boolean planted) {
        AtomicInteger calls = new AtomicInteger();
        SimpleAssistant assistant = assistant(new TravelTools().with("listHotels", city -> {
            Workload.await(planted && calls.incrementAndGet() % 6 == 0 ? 1_200 : 40);
            return "hotels of " + city;
        }));
        return n -> assistant.chat("Where to stay " + n + "? [[listHotels(city=c" + n + "); say 40]]");
    }

    /** About a third of the bookings fails, and the model tries again. */
    private static Workload.Agent flakyBooking(boolean planted) {
        AtomicInteger calls = new AtomicInteger();
        SimpleAssistant assistant = assistant(new TravelTools().with("bookTrip", trip -> {
            int call = calls.incrementAndGet();
            Workload.await(150);
            if (planted && call % 3 == 0) {
                throw new IllegalStateException("FAILED: timed out, request " + call);
            }
            return "booked " + trip;
        }));
        return n -> assistant.chat(
                "Book " + n + " [[findFlights(from=a" + n + ",to=b); bookTrip(trip=t" + n + "); say 30]]");
    }

    /** Every trip asks for the same rate; the twin keeps it. */
    private static Workload.Agent sameRate(boolean planted) {
        ConcurrentMap<String, String> kept = new ConcurrentHashMap<>();
        SimpleAssistant assistant = assistant(new TravelTools()
                .with(
                        "exchangeRate",
                        currency -> planted ? rate(currency) : kept.computeIfAbsent(currency, TravelCauses::rate)));
        return n -> assistant.chat(
                "Price of trip " + n + " [[exchangeRate(currency=EUR) findFlights(from=a" + n + ",to=b); say 30]]");
    }

    private static String rate(String currency) {
        Workload.await(140);
        return currency + " is 1.08";
    }

    private static Workload.Agent toolsInSequence(boolean planted) {
        TravelTools tools = new TravelTools()
                .slow("getWeather", 120)
                .slow("listHotels", 220)
                .slow("findFlights", 300);
        ExecutorService pool = Executors.newFixedThreadPool(4, ToolCauses::daemon);
        SimpleAssistant assistant = planted
                ? assistant(tools)
                : AiServices.builder(SimpleAssistant.class)
                        .chatModel(Models.small())
                        .tools(tools)
                        .executeToolsConcurrently(pool)
                        .build();
        return n -> assistant.chat("Plan " + n + " [[getWeather(city=c" + n + ") listHotels(city=c" + n
                + ") findFlights(from=a" + n + ",to=c" + n + "); say 80]]");
    }

    /** The same search again and again with a word changed, once put quite differently; every time nothing is found. */
    private static Workload.Agent rewordedSearch(boolean planted) {
        SimpleAssistant assistant = assistant(new TravelTools().with("listHotels", query -> {
            Workload.await(70);
            return "nothing found";
        }));
        String[] words = {"cheap", "quiet", "small", "central", null, "nice", "modern", "clean"};
        return n -> {
            StringBuilder plan = new StringBuilder();
            for (int i = 0; i < (planted ? words.length : 1); i++) {
                plan.append("listHotels(city=")
                        .append(
                                words[i] == null
                                        ? "somewhere to sleep beside the railway line in town " + n
                                        : "a " + words[i] + " hotel near the station in the old town of place " + n
                                                + " with breakfast and parking")
                        .append("); ");
            }
            assistant.chat("Find me a hotel [[" + plan + "say 20]]");
        };
    }

    /** The weather of 24 cities, with a call and a model answer for each; the twin requests all in one call. */
    private static Workload.Agent lookupPerItem(boolean planted) {
        SimpleAssistant assistant = assistant(new TravelTools().slow("getWeather", 25));
        return n -> {
            StringBuilder plan = new StringBuilder();
            for (int city = 0; city < (planted ? 24 : 1); city++) {
                plan.append("getWeather(city=")
                        .append(planted ? "place" + n * 31 + city : "all of them " + n)
                        .append("); ");
            }
            assistant.chat("Where does the sun shine? [[" + plan + "say 30]]");
        };
    }

    private static Workload.Agent lock(boolean planted) {
        Object lock = new Object();
        SimpleAssistant assistant = assistant(new TravelTools().with("listHotels", city -> {
            if (planted) {
                synchronized (lock) {
                    Workload.await(45);
                }
            } else {
                Workload.await(45);
            }
            return "hotels of " + city;
        }));
        return n -> assistant.chat("Stay " + n + " [[listHotels(city=c" + n + "); say 15]]");
    }

    /** Five different pages of a list: the calls look similar, but all are needed. */
    private static Workload.Agent pages(boolean planted) {
        SimpleAssistant assistant = assistant(new TravelTools());
        return n -> {
            StringBuilder plan = new StringBuilder();
            for (int page = 1; page <= 5; page++) {
                plan.append("listHotels(city=all hotels of the town ")
                        .append(n)
                        .append(" page ")
                        .append(page)
                        .append("); ");
            }
            assistant.chat("All hotels, please [[" + plan + "say 50]]");
        };
    }

    private static Workload.Agent healthy(boolean planted) {
        SimpleAssistant assistant = assistant(new TravelTools());
        return n -> assistant.chat(
                "Trip " + n + " [[getWeather(city=c" + n + "); findFlights(from=a" + n + ",to=c" + n + "); say 60]]");
    }

    private static SimpleAssistant assistant(TravelTools tools) {
        return AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(tools)
                .build();
    }
}
