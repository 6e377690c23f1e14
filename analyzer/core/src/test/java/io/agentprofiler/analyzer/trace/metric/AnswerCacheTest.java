// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.AnswerCache.CacheResult;
import io.agentprofiler.analyzer.trace.metric.CacheSetting.Share;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Request;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Role;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
    private static final long FOREVER = Long.MAX_VALUE;

    private static Request request(long start, long end, long key, String answer, Role role) {
        return new Request(start, end, new TraceId(1, start % 2), start, start % 2, key, answer, role);
    }

    private static Request pure(long start, long key) {
        return request(start, start + 5, key, "same", Role.PURE);
    }

    private static AnswerCache cache(int size, long ttl, Share share) {
        return new AnswerCache(new CacheSetting(size, ttl, share));
    }

    @Test
    void shouldAnswerWhatIsComplete() {
        AnswerCache cache = cache(10, FOREVER, Share.RUN);

        assertThat(cache.take(pure(0, 7))).isEqualTo(CacheResult.MISS);
        // the first call ends at 5
        assertThat(cache.take(pure(4, 7))).isEqualTo(CacheResult.MISS);
        assertThat(cache.take(pure(5, 7))).isEqualTo(CacheResult.HIT);
        assertThat(cache.take(pure(6, 8))).isEqualTo(CacheResult.MISS);
    }

    @Test
    void shouldTellADifferentRecordedAnswer() {
        AnswerCache cache = cache(10, FOREVER, Share.RUN);
        cache.take(pure(0, 7));

        assertThat(cache.take(request(10, 15, 7, "other", Role.PURE))).isEqualTo(CacheResult.HIT_WITH_DIFFERENT_ANSWER);
        assertThat(cache.take(request(20, 25, 7, null, Role.PURE))).isEqualTo(CacheResult.HIT);
    }

    @Test
    void shouldEvictTheLeastRecentlyUsed() {
        AnswerCache cache = cache(2, FOREVER, Share.RUN);
        cache.take(pure(0, 1));
        cache.take(pure(10, 2));
        cache.take(pure(20, 1));

        assertThat(cache.take(pure(30, 3))).isEqualTo(CacheResult.MISS);
        assertThat(cache.take(pure(40, 1))).isEqualTo(CacheResult.HIT);
        assertThat(cache.take(pure(50, 2))).isEqualTo(CacheResult.MISS);
    }

    @Test
    void shouldExpireAfterItsLifetime() {
        AnswerCache cache = cache(2, 10, Share.RUN);
        cache.take(pure(0, 1));

        assertThat(cache.take(pure(15, 1))).isEqualTo(CacheResult.HIT);
        // a hit does not renew the answer, which was complete at 5
        assertThat(cache.take(pure(16, 1))).isEqualTo(CacheResult.MISS);
    }

    @Test
    void shouldInvalidateWhatWasReadBeforeAWrite() {
        AnswerCache cache = cache(10, FOREVER, Share.RUN);
        cache.take(request(0, 5, 1, "a", Role.READ));
        cache.take(pure(0, 2));

        assertThat(cache.take(request(6, 8, 0, null, Role.WRITE))).isEqualTo(CacheResult.MISS);
        assertThat(cache.take(request(10, 15, 1, "a", Role.READ))).isEqualTo(CacheResult.INVALIDATED);
        assertThat(cache.take(pure(10, 2))).isEqualTo(CacheResult.HIT);
        assertThat(cache.take(request(20, 25, 1, "a", Role.READ))).isEqualTo(CacheResult.HIT);
    }

    @Test
    void shouldShareAnswersNoFurtherThanTold() {
        for (Share share : new Share[] {Share.CONVERSATION, Share.WORKFLOW}) {
            AnswerCache cache = cache(10, FOREVER, share);
            cache.take(pure(0, 1));

            // odd starts are of another workflow and conversation
            assertThat(cache.take(pure(11, 1))).as("%s", share).isEqualTo(CacheResult.MISS);
            assertThat(cache.take(pure(20, 1))).as("%s", share).isEqualTo(CacheResult.HIT);
        }
    }
}
