// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import com.example.springai.AiSettings;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Phaser;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The agent with Micrometer's observations on and a handler of the user's; prints how often each was called. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ObservedSpringAiTrip {
    private static final Map<String, Integer> CALLS = new ConcurrentSkipListMap<>();
    /** One for each observation that is going on, so that all have stopped when all are taken. */
    private static final Phaser GOING_ON = new Phaser(1);

    /** Counts what is observed. */
    private static final class Counting implements ObservationHandler<Observation.Context> {
        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }

        @Override
        public void onStart(Observation.Context context) {
            GOING_ON.register();
            count("start", context);
        }

        @Override
        public void onError(Observation.Context context) {
            count("error", context);
        }

        @Override
        public void onStop(Observation.Context context) {
            count("stop", context);
            GOING_ON.arriveAndDeregister();
        }

        private static void count(String what, Observation.Context context) {
            boolean child = context.getParentObservation() != null;
            CALLS.merge(what + " " + context.getName() + (child ? " below another" : ""), 1, Integer::sum);
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = SpringAiTrip.run(ObservedSpringAiTrip.class);
        // those of a stream stop after its last element
        GOING_ON.arriveAndAwaitAdvance();
        CALLS.forEach((what, calls) -> System.out.println(what + ": " + calls));
        AiSettings.exit(context);
    }

    @Bean
    ObservationRegistry observations() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new Counting());
        return registry;
    }
}
