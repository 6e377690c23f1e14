// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What the agent of a run forecast: of more than {@value #MOST} stages the latest.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class PublishedForecasts {
    /** How many are kept. */
    public static final int MOST = 20_000;

    private final Deque<PublishedForecast> latest = new ArrayDeque<>();
    private long all;

    /** Starts with none. */
    public PublishedForecasts() {}

    /** Takes the next record. */
    public void add(RunEvent.Forecast event) {
        PublishedForecast forecast = PublishedForecast.of(event);
        if (forecast != null) {
            all++;
            keep(forecast);
        }
    }

    /** Takes those of a later part of the same run. */
    public void add(PublishedForecasts later) {
        all += later.all;
        later.latest.forEach(this::keep);
    }

    private void keep(PublishedForecast forecast) {
        latest.add(forecast);
        if (latest.size() > MOST) {
            latest.remove();
        }
    }

    /** Returns how many there were. */
    public long all() {
        return all;
    }

    /** Returns the latest, in the order they were made. */
    public List<PublishedForecast> latest() {
        return List.copyOf(latest);
    }
}
