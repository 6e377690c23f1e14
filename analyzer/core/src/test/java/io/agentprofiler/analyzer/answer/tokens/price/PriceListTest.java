// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Tokens;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListTest {
    private static final long NONE = Unknown.LONG;

    @TempDir
    Path directory;

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }

    private static CallPrice bundled(String start, String end) {
        return PriceList.bundled()
                .price(TestRun.bare()
                        .start(1, 0, 0, "llm", "chat", start)
                        .end(1, 5, end)
                        .trace()
                        .root());
    }

    private static String model(String provider, String model) {
        return (provider == null ? "" : "\"gen_ai.provider.name\":\"" + provider + "\",")
                + "\"gen_ai.request.model\":\"" + model + "\"";
    }

    private static String usage(long input, long output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    private PriceList list(String models) throws IOException, JsonFileException {
        Path file = Files.writeString(
                directory.resolve("prices.json"),
                "{\"format\":\"agent-profiler-prices/1\",\"date\":\"2026-01-02\",\"providers\":[{\"id\":\"acme\","
                        + "\"model_match\":{\"starts_with\":\"acme-\"},\"models\":[\n" + models + "]}]}");
        return PriceList.read(file);
    }

    private static Cost cost(PriceList list, Tokens tokens) {
        return list.find("acme", "m").orElseThrow().at(0).cost(tokens).orElseThrow();
    }

    /** Each row: what rules and frameworks write, and the list's own name for it. */
    @ParameterizedTest
    @CsvSource({
        "openai, gpt-4o-mini, openai/gpt-4o-mini",
        "openai, GPT-4o-mini-2024-07-18, openai/gpt-4o-mini",
        "azure.ai.openai, gpt-4o, openai/gpt-4o",
        "azure.ai.inference, gpt-4o-mini, openai/gpt-4o-mini",
        "anthropic, claude-sonnet-4-5-20250929, anthropic/claude-sonnet-4-5",
        "aws.bedrock, amazon.nova-lite-v1:0, aws/amazon.nova-lite-v1:0",
        "gcp.gemini, gemini-2.5-pro, google/gemini-2.5-pro",
        "gcp.gen_ai, gemini-2.5-flash, google/gemini-2.5-flash",
        "gcp.gemini, models/gemini-2.5-flash, google/gemini-2.5-flash",
        "gcp.vertex_ai, publishers/google/models/gemini-2.5-flash, google/gemini-2.5-flash",
        "gcp.vertex_ai, claude-sonnet-4-5, google/claude-sonnet-4-5",
        "deepseek, deepseek-chat, deepseek/deepseek-chat",
        ", gpt-4o, openai/gpt-4o",
        ", gemini-2.5-pro, google/gemini-2.5-pro"
    })
    void shouldFindWhatIsRecorded(String provider, String model, String listed) {
        assertThat(PriceList.bundled().find(provider, model)).hasToString("Optional[" + listed + "]");
    }

    @Test
    void shouldFindAModelAsAUserNamesIt() {
        assertThat(PriceList.bundled().find("gpt-4o-mini")).hasToString("Optional[openai/gpt-4o-mini]");
        assertThat(PriceList.bundled().find("azure/gpt-4o-mini")).hasToString("Optional[openai/gpt-4o-mini]");
        assertThat(PriceList.bundled().find("nobody/nothing")).isEmpty();
    }

    @Test
    void shouldSayWhyThereIsNoPrice() {
        assertThat(bundled(model("ollama", "llama3"), usage(10, 10)).unpriced()).isEqualTo(Unpriced.UNKNOWN_PROVIDER);
        assertThat(bundled(model("onnx", "all-minilm-l6-v2"), usage(10, 10)).unpriced())
                .isEqualTo(Unpriced.IN_PROCESS);
        assertThat(bundled(model("openai", "my-model"), usage(10, 10)).unpriced())
                .isEqualTo(Unpriced.UNKNOWN_MODEL);
        assertThat(bundled(model(null, "my-model"), usage(10, 10)).unpriced()).isEqualTo(Unpriced.UNKNOWN_MODEL);
        assertThat(bundled("", usage(10, 10)).unpriced()).isEqualTo(Unpriced.UNKNOWN_MODEL);
        assertThat(bundled(model("openai", "gpt-4o"), "").unpriced()).isEqualTo(Unpriced.NO_USAGE);
        assertThat(bundled(model("openai", "gpt-4o"), "\"gen_ai.usage.input_tokens\":5")
                        .unpriced())
                .isEqualTo(Unpriced.NO_USAGE);
        assertThat(bundled(model("openai", "whisper-1"), usage(10, 10)).unpriced())
                .isEqualTo(Unpriced.NO_PRICE);
    }

    @Test
    void shouldPriceCachedTokensApart() {
        CallPrice price = bundled(
                model("anthropic", "claude-sonnet-4-5"),
                usage(10_000, 100)
                        + ",\"gen_ai.usage.cache_read.input_tokens\":6000,"
                        + "\"gen_ai.usage.cache_creation.input_tokens\":3000");

        assertThat(price.cost().input()).isEqualByComparingTo("0.003");
        assertThat(price.cost().cacheRead()).isEqualByComparingTo("0.0018");
        assertThat(price.cost().cacheWrite()).isEqualByComparingTo("0.01125");
        assertThat(price.cost().output()).isEqualByComparingTo("0.0015");
        assertThat(price.cost().total()).isEqualByComparingTo("0.01755");
    }

    @Test
    void shouldPreferTheModelThatAnswered() {
        assertThat(bundled(
                                model("azure.ai.openai", "my-deployment"),
                                "\"gen_ai.response.model\":\"gpt-4o-mini-2024-07-18\"," + usage(1_000_000, 0))
                        .cost()
                        .total())
                .isEqualByComparingTo("0.15");
        assertThat(bundled(
                                model("openai", "gpt-4o-mini"),
                                "\"gen_ai.response.model\":\"gateway-7\"," + usage(1_000_000, 0))
                        .cost()
                        .total())
                .isEqualByComparingTo("0.15");
    }

    @Test
    void shouldPriceEmbeddingsByTheirInput() {
        CallPrice price = PriceList.bundled()
                .price(TestRun.bare()
                        .start(1, 0, 0, "embedding", "embed", model("openai", "text-embedding-3-small"))
                        .end(1, 5, "\"gen_ai.usage.input_tokens\":1000000")
                        .trace()
                        .root());

        assertThat(price.cost().total()).isEqualByComparingTo("0.02");
    }

    @Test
    void shouldChargeTheWholeCallAtTheTierItsPromptReaches() throws Exception {
        PriceList list = list("{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":{\"input_mtok\":"
                + "{\"base\":1,\"tiers\":[{\"start\":1000,\"price\":4},{\"start\":100,\"price\":2}]},"
                + "\"cache_read_mtok\":0.5,\"output_mtok\":{\"base\":10,\"tiers\":[{\"start\":100,\"price\":20}]}}}");

        assertThat(cost(list, new Tokens(100, 1, NONE, NONE, NONE)).total()).isEqualByComparingTo("0.00011");
        assertThat(cost(list, new Tokens(101, 1, NONE, NONE, NONE)).total()).isEqualByComparingTo("0.000222");
        // cached tokens count for the tier
        assertThat(cost(list, new Tokens(1001, 0, 1000, NONE, NONE)).total()).isEqualByComparingTo("0.000504");
    }

    @Test
    void shouldPriceReasoningAndCacheByTheirNextOfKin() throws Exception {
        PriceList own = list("{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":{\"input_mtok\":1,"
                + "\"output_mtok\":10,\"output_reasoning_mtok\":30,\"requests_kcount\":5}}");

        Cost cost = cost(own, new Tokens(100, 50, 40, 10, 20));

        assertThat(cost.input()).isEqualByComparingTo("0.00005");
        assertThat(cost.cacheRead()).isEqualByComparingTo("0.00004");
        assertThat(cost.cacheWrite()).isEqualByComparingTo("0.00001");
        assertThat(cost.output()).isEqualByComparingTo("0.0009");
        assertThat(cost.request()).isEqualByComparingTo("0.005");
    }

    /** A source that counts cached and reasoning tokens apart shows by figures that cannot be parts. */
    @Test
    void shouldAddWhatCannotBeAPart() throws Exception {
        PriceList list = list("{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":{\"input_mtok\":1,"
                + "\"cache_read_mtok\":0.1,\"output_mtok\":10}}");

        Cost cost = cost(list, new Tokens(10, 5, 1000, NONE, 20));

        assertThat(cost.input()).isEqualByComparingTo("0.00001");
        assertThat(cost.cacheRead()).isEqualByComparingTo("0.0001");
        assertThat(cost.output()).isEqualByComparingTo("0.00025");
    }

    @Test
    void shouldPriceACallByItsDateAndTimeOfDay() throws Exception {
        PriceList list = list("{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":["
                + "{\"prices\":{\"input_mtok\":1}},"
                + "{\"constraint\":{\"type\":\"start_date\",\"start_date\":\"2026-03-01\"},\"prices\":{\"input_mtok\":2}},"
                + "{\"constraint\":{\"type\":\"time_of_date\",\"start_time\":\"23:00:00Z\",\"end_time\":\"01:00:00Z\"},"
                + "\"prices\":{\"input_mtok\":3}}]}");
        ListedModel model = list.find("acme", "m").orElseThrow();

        assertThat(input(model, "2026-02-28T22:59:59.999Z")).isEqualTo(usd("1"));
        assertThat(input(model, "2026-02-28T23:00:00Z")).isEqualTo(usd("3"));
        assertThat(input(model, "2026-03-01T00:59:59Z")).isEqualTo(usd("3"));
        assertThat(input(model, "2026-03-01T01:00:00Z")).isEqualTo(usd("2"));
    }

    private static BigDecimal input(ListedModel model, String at) {
        Instant instant = Instant.parse(at);
        return model.at(instant.getEpochSecond() * 1_000_000_000L + instant.getNano())
                .input()
                .perMillion(0);
    }

    @Test
    void shouldTakeTheFilesTheBundledListIsMadeOf() throws Exception {
        Path file = Files.writeString(
                directory.resolve("data.json"),
                "[{\"id\":\"acme\",\"name\":\"Acme\",\"api_pattern\":\"x\",\"extractors\":[],\"models\":[{\"id\":\"m\","
                        + "\"match\":{\"or\":[{\"regex\":\"^m\\\\d$\"},{\"and\":[{\"starts_with\":\"n\"},{\"ends_with\":\"x\"}]},"
                        + "{\"contains\":\"Q\"}]},\"context_window\":5,\"prices\":{\"input_mtok\":1,\"audio_hours\":3}}]}]");

        PriceList list = PriceList.read(file);

        assertThat(list.date()).isNull();
        assertThat(list.label()).isEqualTo("list prices from " + file);
        assertThat(list.find("acme", "m1")).isPresent();
        assertThat(list.find("acme", "m10")).isEmpty();
        assertThat(list.find("acme", "n-x")).isPresent();
        assertThat(list.find("acme", "n-y")).isEmpty();
        assertThat(list.find("acme", "aqa").orElseThrow().contextWindow()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":\"m\",\"prices\":{}} | prices.json:2:1: \"match\" is missing",
                "{\"id\":\"m\",\"match\":{\"is\":\"m\"},\"prices\":{}} | prices.json:2:25: \"is\" is no match rule, expected one of equals",
                "{\"id\":\"m\",\"match\":{\"regex\":\"(\"},\"prices\":{}} | prices.json:2:28: \"regex\" cannot be parsed",
                "{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":{\"input_mtok\":-1}} | prices.json:2:57: \"input_mtok\" is -1, expected a number of 0 or more",
                "{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":[]} | prices.json:2:43: \"prices\" is empty",
                "{\"id\":\"m\",\"match\":{\"equals\":\"m\"},\"prices\":[{\"prices\":{},\"constraint\":{\"start_date\":\"soon\"}}]} | is no date",
                "oops | prices.json:2:1: not JSON"
            })
    void shouldSayWhatIsWrongWithAFile(String model, String message) {
        assertThatThrownBy(() -> list(model))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldBeDatedAndNamed() {
        assertThat(PriceList.bundled().label()).isEqualTo("list prices of 2026-09-23");
        assertThat(PriceList.bundled().source()).contains("genai-prices", "MIT");
    }

    /** The example of the documentation is a price list. */
    @Test
    void shouldTakeTheDocumentedExample() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "tokens.md"));
        int start = page.indexOf("```json\n{\n  \"format\": \"agent-profiler-prices/1\"") + 8;
        Path file = Files.writeString(directory.resolve("doc.json"), page.substring(start, page.indexOf("```", start)));

        ListedModel model =
                PriceList.read(file).find(null, "acme-large-20260101").orElseThrow();

        assertThat(input(model, "2026-09-30T23:59:59Z")).isEqualByComparingTo("4");
        assertThat(input(model, "2026-10-01T00:00:00Z")).isEqualByComparingTo("3");
        assertThat(model.contextWindow()).isEqualTo(200_000);
    }
}
