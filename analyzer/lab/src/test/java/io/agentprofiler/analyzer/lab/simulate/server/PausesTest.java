// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.simulate.server.Call.Service;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Policy;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;
import java.util.List;
import org.junit.jupiter.api.Test;

class PausesTest {
    private static final long CAPACITY = 4_000;
    private static final Rates UNIT = new Rates(0, 1, 0, 1);

    private final Replica replica = new Replica(new Server(1, 4, CAPACITY, Policy.PROGRAM));
    private final Pauses pauses = new Pauses(List.of(replica), CAPACITY);
    private final Pauses.State first = new Pauses.State(0);
    private final Pauses.State second = new Pauses.State(1);
    private final Pauses.State third = new Pauses.State(2);

    /** Blocks of 16 tokens, of which so many are those of all. */
    private static Call call(int program, int blocks, int shared) {
        long[] ids = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            ids[i] = i < shared ? i : 1_000L * (program + 1) + i;
        }
        return new Call(-1, 0, 16L * blocks, 0, 0, ids, Service.at(0, UNIT));
    }

    private void threeOfWhichTwoFit(Call one, Call other) {
        pauses.sends(first, one, 0);
        pauses.sends(second, other, 0);
        pauses.sends(third, call(2, 40, 0), 0);
        assertThat(first.replica()).isSameAs(replica);
        assertThat(second.replica()).isSameAs(replica);
        assertThat(third.replica()).isNull();
        // two programs of 1,600 tokens, and 100 more for each
        assertThat(replica.room(CAPACITY, 100)).isEqualTo(600);
    }

    @Test
    void shouldCountOnceWhatServedProgramsShare() {
        Call one = call(0, 100, 50);
        Call other = call(1, 100, 50);
        threeOfWhichTwoFit(one, other);

        pauses.begins(first, one);
        pauses.begins(second, other);
        pauses.check(1);

        // 800 tokens more room; the third has 640
        assertThat(third.replica()).isSameAs(replica);
        assertThat(replica.room(CAPACITY, 100)).isEqualTo(600 + 800 - 740);
    }

    /** What only waits is not in the cache, and shares nothing there. */
    @Test
    void shouldNotCountWhatWaits() {
        Call one = call(0, 100, 50);
        threeOfWhichTwoFit(one, call(1, 100, 50));

        pauses.begins(first, one);
        pauses.check(1);

        assertThat(third.replica()).isNull();
    }

    /** As it is told once in each check, what was shared counts until the next, also when a call has ended. */
    @Test
    void shouldTellAnewAtEachCheck() {
        Call one = call(0, 100, 50);
        Call other = call(1, 100, 50);
        threeOfWhichTwoFit(one, other);
        pauses.begins(first, one);
        pauses.begins(second, other);
        pauses.check(1);

        pauses.ended(second, other, 2);
        assertThat(replica.room(CAPACITY, 100)).isEqualTo(660);
        pauses.check(3);

        // 140 too many: the smallest between two calls is paused
        assertThat(second.replica()).isNull();
        assertThat(third.replica()).isSameAs(replica);
        assertThat(replica.room(CAPACITY, 100)).isEqualTo(4_000 - 1_600 - 640 - 200);
    }

    /** Of several replicas the largest program goes where the most room is. */
    @Test
    void shouldPlaceTheLargestFirst() {
        Replica other = new Replica(new Server(1, 4, CAPACITY, Policy.PROGRAM));
        Pauses two = new Pauses(List.of(replica, other), CAPACITY);
        Pauses.State large = new Pauses.State(3);
        Pauses.State[] all = {first, second, third, large};
        int[] blocks = {150, 200, 90, 120};
        for (int i = 0; i < all.length; i++) {
            two.sends(all[i], call(i, blocks[i], 0), 0);
        }
        // 2,400 and 3,200 tokens are there; 1,440 fit beside the first, and then 1,920 nowhere
        assertThat(first.replica()).isSameAs(replica);
        assertThat(second.replica()).isSameAs(other);
        assertThat(third.replica()).isNull();
        assertThat(large.replica()).isNull();

        two.leaves(second);
        two.check(1);

        assertThat(large.replica()).isSameAs(other);
        assertThat(third.replica()).isSameAs(other);
    }
}
