// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import static io.agentprofiler.analyzer.answer.prefix.PromptRun.answer;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.PromptRun;
import io.agentprofiler.analyzer.answer.prefix.PromptRun.Part;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ReuseDistancesTest {
    private final PromptRun run = new PromptRun();

    private HitCurve curve(long limit) {
        return PrefixResult.of(run.log("vllm"), new Servers(new Capacity(limit, false), 1))
                .hitCurves()
                .get(0)
                .curve();
    }

    @Test
    void shouldSayHowMuchRoomHitsNeed() {
        // a conversation of 64 tokens comes back after another one of 160
        run.call(0, user("a", 64)).call(2000, user("b", 160)).call(4000, user("a", 64), user("c", 32));

        HitCurve curve = curve(200);

        assertThat(curve.all()).isEqualTo(64);
        // the first of its blocks needs limit for itself and what came between; the last for all
        assertThat(curve.hitsAt(175)).isZero();
        assertThat(curve.hitsAt(176)).isEqualTo(16);
        assertThat(curve.hitsAt(224)).isEqualTo(64);
        assertThat(curve.sizeFor(0.5)).isEqualTo(192);
        assertThat(curve.sizeFor(0.95)).isEqualTo(224);
        assertThat(curve.hitsInLimit()).isEqualTo(32);
    }

    @Test
    void shouldNeedRoomForAnswers() {
        run.answered(0, answer("x", 101), user("a", 64)).call(2000, user("a", 64), user("c", 32));

        // nothing but the answer was used after the last block, and of a prompt the end goes first
        assertThat(curve(0).sizeFor(1)).isEqualTo(64);
        run.answered(4000, answer("y", 101), user("b", 64)).call(6000, user("a", 64), user("d", 32));
        // 64 of the second conversation and 100 of its answer are newer
        assertThat(curve(0).sizeFor(1)).isEqualTo(64 + 100 + 64);
    }

    @Test
    void shouldKeepAnAnswerThatCameBackOnce() {
        run.answered(0, answer("x", 32), user("a", 64))
                .call(2000, user("a", 64), answer("x", 32), user("b", 16))
                .call(4000, user("c", 160))
                .call(6000, user("a", 64), answer("x", 32), user("b", 16), user("d", 16));

        HitCurve curve = curve(0);

        // 95 tokens are five blocks; then all seven
        assertThat(curve.all()).isEqualTo(80 + 112);
        assertThat(curve.hitsAt(94)).isEqualTo(64);
        assertThat(curve.hitsAt(95)).isEqualTo(80);
        assertThat(curve.sizeFor(1)).isEqualTo(160 + 112);
    }

    @Test
    void shouldNeedNoMoreRoomForAnAnswerThatBeginsLikeAnOlderOne() {
        run.answered(0, answer("x", 16), user("a", 64))
                .call(2000, user("a", 64), answer("x", 16), user("b", 16))
                .call(4000, user("c", 320))
                .answered(6000, answer("x", 48), user("a", 64))
                .call(8000, user("a", 64), answer("x", 48), user("d", 16));

        HitCurve curve = curve(0);

        // 111 tokens of prompt and answer are six blocks, all of them there with the answer
        assertThat(curve.hitsAt(111) - curve.hitsAt(110)).isEqualTo(32);
    }

    @Test
    void shouldSayNothingOfRulesWithALifetime() {
        run.call(0, user("a", 2000)).call(2000, user("a", 2000));

        assertThat(PrefixResult.of(run.log("openai"), Servers.ONE).hitCurves()).isEmpty();
    }

    /** A cache of one size, the simple way: a list, newest first. */
    private static final class NaiveCache {
        private record Item(String key, int tokens) {}

        private final long limit;
        private final List<Item> items = new ArrayList<>();
        private final Set<String> ever = new HashSet<>();
        private final List<List<Part>> prompts = new ArrayList<>();
        private final List<Part> answers = new ArrayList<>();
        private long hits;

        NaiveCache(long limit) {
            this.limit = limit;
        }

        void take(CacheRule rule, List<Part> prompt, Part answer) {
            StringBuilder text = new StringBuilder();
            prompt.forEach(part -> text.append(part.text()));
            List<Item> chain = new ArrayList<>();
            for (int end = 64; end <= text.length(); end += 64) {
                chain.add(new Item(text.substring(0, end), 16));
            }
            int same = 0;
            while (same < chain.size() && items.contains(chain.get(same))) {
                same++;
            }
            int sent = 0;
            while (sent < chain.size() && ever.contains(chain.get(sent).key())) {
                sent++;
            }
            long entry = same * 16L;
            for (int call = prompts.size() - 1; call >= 0; call--) {
                List<Part> before = prompts.get(call);
                int size = before.size();
                if (prompt.size() > size + 1
                        && prompt.subList(0, size).equals(before)
                        && prompt.get(size).equals(answers.get(call))) {
                    int tokens = before.stream().mapToInt(Part::tokens).sum();
                    Item generated =
                            new Item("answer " + call, answers.get(call).tokens() - 1);
                    long with = tokens + answers.get(call).tokens() - 1L;
                    if (with > sent * 16L) {
                        entry = same * 16 >= tokens && items.contains(generated) ? Math.max(entry, with) : entry;
                        items.remove(generated);
                        break;
                    }
                }
            }
            int input = text.length() / 4;
            hits += rule.hit(entry, input);
            items.removeAll(chain);
            items.addAll(0, chain);
            items.add(chain.size(), new Item("answer " + prompts.size(), answer.tokens() - 1));
            prompts.add(prompt);
            answers.add(answer);
            chain.forEach(item -> ever.add(item.key()));
            while (items.stream().mapToLong(Item::tokens).sum() > limit) {
                items.remove(items.size() - 1);
            }
        }
    }

    @Property(tries = 40)
    void shouldHaveTheHitsOfACacheOfEverySize(@ForAll long seed) {
        Random random = new Random(seed);
        PromptRun made = new PromptRun();
        List<List<Part>> prompts = new ArrayList<>();
        List<Part> answers = new ArrayList<>();
        long together = 0;
        for (int i = 0; i < 12; i++) {
            List<Part> prompt = new ArrayList<>();
            if (i > 0 && random.nextInt(4) > 0) {
                int before = random.nextInt(i);
                prompt.addAll(prompts.get(before));
                if (random.nextBoolean()) {
                    prompt.add(answers.get(before));
                }
            }
            prompt.add(user("u" + random.nextInt(3), 16 * (1 + random.nextInt(3))));
            Part answer = answer("a" + random.nextInt(3), 16 * (1 + random.nextInt(3)));
            made.answered(i * 2000, answer, prompt.toArray(Part[]::new));
            prompts.add(prompt);
            answers.add(answer);
            together += answer.tokens() + prompt.stream().mapToInt(Part::tokens).sum();
        }
        CacheRule rule = CacheRules.bundled()
                .only(random.nextBoolean() ? "vllm" : "sglang")
                .orElseThrow()
                .of(null, null);
        PromptLog log = made.log(rule.id());
        HitCurve curve = PrefixResult.of(log, Servers.ONE).hitCurves().get(0).curve();

        for (long limit = 0; limit <= together; limit += 1 + random.nextInt(40)) {
            NaiveCache naive = new NaiveCache(limit);
            for (int i = 0; i < prompts.size(); i++) {
                naive.take(rule, prompts.get(i), answers.get(i));
            }
            assertThat(curve.hitsAt(limit)).as("limit for %d", limit).isEqualTo(naive.hits);
        }
        long limit = 1 + random.nextInt((int) together);
        assertThat(PrefixResult.of(log, new Servers(new Capacity(limit, false), 1))
                        .hitCurves()
                        .get(0)
                        .curve()
                        .hitsInLimit())
                .isEqualTo(curve.hitsAt(limit));
        assertThat(curve.all())
                .isEqualTo(PrefixResult.of(log, Servers.ONE).models().get(0).achievable());
    }
}
