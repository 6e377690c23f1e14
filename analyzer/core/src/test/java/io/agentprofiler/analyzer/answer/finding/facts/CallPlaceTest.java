// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces.PlacedCall;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CallPlaceTest {
    @Property(tries = 100)
    void shouldDrawTheCallsOfTheLowestRanksWhateverTheOrderOfMerging(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int count) {
        Random random = new Random(seed);
        List<PlacedCall> calls = new ArrayList<>();
        List<CallPlace> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PlacedCall call = new PlacedCall(
                    random.nextInt(200),
                    i,
                    new SpanRef(new TraceId(0, 1 + i % 7), 1 + i),
                    Tokens.NONE,
                    10,
                    -1,
                    10,
                    false);
            calls.add(call);
            places.add(new CallPlace(
                    "c", "agent a", new CallPlace.AskedModel("llm m", null, List.of()), "", 1, 1, List.of(call)));
        }
        while (places.size() > 1) {
            CallPlace one = places.remove(random.nextInt(places.size()));
            CallPlace other = places.remove(random.nextInt(places.size()));
            places.add(one.plus(other));
        }
        calls.sort(PlacedCall.BY_RANK);

        assertThat(places.get(0).calls()).isEqualTo(count);
        assertThat(places.get(0).drawn()).isEqualTo(calls.subList(0, Math.min(CallPlace.MOST_DRAWN, calls.size())));
    }
}
