// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.finding;

import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;

/** The model's answers to {@link com.example.troubled.TroubledAgent}, question by question. */
final class TroubledScript {
    /** Tokens that each call of the loop over identical arguments takes, the first call's first. */
    static final int[] STOCK_INPUT = {110, 130, 150, 170, 190};

    /** The growing prompts of one conversation. */
    static final int[] ADVICE_INPUT = {1500, 2500, 3500, 4500, 5500, 6500};

    static final int OUTPUT = 10;

    private TroubledScript() {}

    static void addTo(Script script) {
        for (int call = 0; call < 4; call++) {
            script.then(tool("stock", "{\"article\": \"blue lamp\"}", STOCK_INPUT[call]));
        }
        script.then(text("yes", STOCK_INPUT[4]));
        for (int page = 1; page <= 4; page++) {
            script.then(tool(
                    "search",
                    "{\"query\": \"red floor lamp with a wooden foot and warm light\", \"page\": " + page + "}",
                    200 + 20 * page));
        }
        script.then(text("four pages of them", 300));
        script.then(Reply.error(429, "slow down"), text("nothing", 50));
        script.then(
                tool("pay", "{\"order\": \"A1\"}", 60),
                tool("pay", "{\"order\": \"B2\"}", 70),
                tool("pay", "{\"order\": \"C3\"}", 80),
                text("that did not work", 90));
        script.then(tool("openTill", "{\"name\": \"front\"}", 60), text("enough", 70));
        script.then(tool("sales", "{\"year\": 2025}", 60), text("good", 70));
        script.then(
                tool("weather", "{\"city\": \"Oslo\"}", 60).withTool("time", "{\"city\": \"Oslo\"}"),
                text("sunny at noon", 80));
        script.then(text("with seven shelves", 40), text("soft and green", 41), text("hard and grey", 42));
        for (int input : ADVICE_INPUT) {
            script.then(text("paint it white", input));
        }
    }

    private static Reply text(String text, int input) {
        return Reply.text(text).withUsage(Usage.of(input, OUTPUT));
    }

    private static Reply tool(String name, String arguments, int input) {
        return Reply.tool(name, arguments).withUsage(Usage.of(input, OUTPUT));
    }
}
