// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Request traces through simulated caches, against one that does what the words say, block by block. */
class BlockDistancesTest {
    private static final Path MOONCAKE = Path.of("src/test/resources/requests/mooncake.jsonl");

    @TempDir
    private Path directory;

    private record Asked(long input, List<Integer> ids) {}

    private static PrefixResult result(Path trace, Servers servers) throws Exception {
        Analysis<PromptLog> question = PromptLog.question(PriceList.bundled(), CacheRules.bundled());
        return PrefixResult.of(
                new Pipeline(List.of(question), List.of(), ReadOptions.WITHOUT_CONTENT)
                        .run(InputFiles.find(List.of(trace)))
                        .summary()
                        .get(question),
                servers);
    }

    private static long hits(Path trace, long blocks) throws Exception {
        return result(trace, new Servers(new Capacity(blocks, true), 1))
                .hitCurves()
                .get(0)
                .curve()
                .hitsInLimit();
    }

    /** Evicts block by block, the least recently used first; a prompt uses its blocks from the first to the last. */
    private static long naive(List<Asked> asked, int size, int blockTokens) {
        LinkedHashSet<Integer> cache = new LinkedHashSet<>();
        long hits = 0;
        for (Asked request : asked) {
            int known = 0;
            while (known < request.ids().size() && cache.contains(request.ids().get(known))) {
                known++;
            }
            hits += Math.min((long) known * blockTokens, request.input());
            for (Integer id : request.ids()) {
                cache.remove(id);
                cache.add(id);
            }
            while (cache.size() > size) {
                cache.remove(cache.iterator().next());
            }
        }
        return hits;
    }

    @ParameterizedTest
    @CsvSource({"1000000,187951", "3000,187951", "1000,74240", "300,43520"})
    void shouldServeWhatACacheOfThatSizeServes(long blocks, long tokens) throws Exception {
        assertThat(hits(MOONCAKE, blocks)).isEqualTo(tokens);
    }

    @Test
    void shouldServeAllThatWasSentBeforeWithoutALimit() throws Exception {
        PrefixResult result = result(MOONCAKE, Servers.ONE);

        assertThat(result.models()).singleElement().satisfies(model -> {
            assertThat(model.rule().id()).isEqualTo("blocks");
            assertThat(model.input()).isEqualTo(3_853_165);
            assertThat(model.achievable()).isEqualTo(187_951);
            assertThat(model.assumed()).isZero();
            assertThat(model.from(PromptSource.BLOCKS)).isEqualTo(300);
        });
        assertThat(result.hitCurves().get(0).curve().all()).isEqualTo(187_951);
    }

    @Test
    void shouldServeTheSameAsBlockByBlockWhateverTheIds() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < 60; round++) {
            int blockTokens = 1 << random.nextInt(8);
            List<Asked> asked = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Set<Integer> ids = new LinkedHashSet<>();
                int length = 1 + random.nextInt(12);
                for (int block = 0; block < length; block++) {
                    ids.add(random.nextInt(30));
                }
                long input = (long) ids.size() * blockTokens - random.nextInt(blockTokens);
                asked.add(new Asked(input, List.copyOf(ids)));
                lines.add("{\"timestamp\": " + i / 3 + ", \"input_length\": " + input
                        + ", \"output_length\": 5, \"hash_ids\": " + ids + ", \"block_size\": " + blockTokens + "}");
            }
            Path trace = Files.write(directory.resolve("trace.jsonl"), lines);
            int size = 1 + random.nextInt(35);

            assertThat(hits(trace, size)).isEqualTo(naive(asked, size, blockTokens));
            assertThat(result(trace, Servers.ONE).models().get(0).achievable())
                    .isEqualTo(naive(asked, Integer.MAX_VALUE, blockTokens));
        }
    }

    @Test
    void shouldNotMixUpTheIdsOfTwoFiles() throws Exception {
        String line = "{\"timestamp\": 0, \"input_length\": 32, \"output_length\": 5, \"hash_ids\": [1, 2]}\n";
        Files.writeString(directory.resolve("a.jsonl"), line + line);
        Files.writeString(directory.resolve("b.jsonl"), line);

        assertThat(result(directory, Servers.ONE).models().get(0).achievable()).isEqualTo(32);
    }

    @Test
    void shouldTellHitsOfACacheOfSomeSize() {
        CommandRun run = new CommandRun();
        assertThat(run.run("prefix", "--capacity", "1000 blocks", MOONCAKE)).isZero();
        assertThat(run.out()).contains("served with 1,000 blocks", " 1.9 %", " 4.9 %");

        assertThat(run.run("prefix", "--cache-tokens", "512000", MOONCAKE)).isZero();
        assertThat(run.out()).contains("served with 512,000", " 1.9 %");

        run.assertRefused(
                "--capacity 10000 is not a size; expected tokens or blocks", "prefix", "--capacity", "10000", MOONCAKE);
        run.assertRefused(
                "--capacity and --cache-tokens both say",
                "prefix",
                "--capacity",
                "1 block",
                "--cache-tokens",
                "5",
                MOONCAKE);
    }

    @ParameterizedTest
    @CsvSource({
        "'10000 blocks',10000,true",
        "'10,000 blocks',10000,true",
        "1block,1,true",
        "'400_000 Tokens',400000,false"
    })
    void shouldReadSizes(String words, long amount, boolean inBlocks) {
        assertThat(Capacity.of(words)).contains(new Capacity(amount, inBlocks));
    }

    @ParameterizedTest
    @CsvSource({"10000", "-1 blocks", "1.5 blocks", "blocks", "99999999999999999999 tokens", "10 GB"})
    void shouldNotGuessSizes(String words) {
        assertThat(Capacity.of(words)).isEmpty();
    }
}
