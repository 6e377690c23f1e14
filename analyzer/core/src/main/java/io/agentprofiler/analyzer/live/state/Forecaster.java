// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.trace.Trace;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Tells what is still to come of workflows that go on. A room above this one does.
 *
 * <p><b>Threading:</b> one thread adds and learns; any may ask.
 */
public interface Forecaster {
    /** Takes what an agent published. */
    void published(PublishedForecast forecast, PublishedModel by);

    /** Takes a workflow that is over. */
    void over(Trace trace);

    /** Learns from what is new, if anything is. */
    void learn();

    /**
     * Returns what is to be expected of a workflow, {@code null} if it is over or nothing can be told.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     */
    Progress of(LiveWorkflow workflow, long nowNanos);

    /** Returns from how many workflows it was learned. */
    int workflows();

    /** Makes forecasters; found as a service. */
    interface ForecasterFactory {
        /** Returns the factory of this jar; without the lab, one that forecasts nothing. */
        static ForecasterFactory find() {
            return ServiceLoader.load(ForecasterFactory.class).findFirst().orElse(new NoForecasts());
        }

        /** Starts to take what agents publish, and to learn from what is read. */
        Forecaster learned(PriceList prices);

        /**
         * Starts with a model that was saved.
         *
         * @throws CommandException when the file cannot be read, or tells nothing of workflows that go on
         */
        Forecaster saved(Path file, PriceList prices) throws CommandException;
    }

    /** The forecaster of a jar without the room. */
    record NoForecasts() implements ForecasterFactory, Forecaster {
        @Override
        public Forecaster learned(PriceList prices) {
            return this;
        }

        @Override
        public Forecaster saved(Path file, PriceList prices) throws CommandException {
            throw new CommandException("--forecast " + file + ": this jar does not forecast; analyzer.jar does");
        }

        @Override
        public void published(PublishedForecast forecast, PublishedModel by) {
            // nobody asks for it
        }

        @Override
        public void over(Trace trace) {
            // nothing is learned
        }

        @Override
        public void learn() {
            // nothing is learned
        }

        @Override
        public Progress of(LiveWorkflow workflow, long nowNanos) {
            return null;
        }

        @Override
        public int workflows() {
            return 0;
        }
    }
}
