// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Page, style and scripts, without the data.
 *
 * <p>The page's policy allows this very script and style, by their hashes, and nothing else: no network, no other script. The live
 * page may ask the server it came from besides.
 *
 * @param before what comes before the data
 * @param after what comes after the data
 */
record PageTemplate(String before, String after) {
    /** The script of the library that draws charts. */
    private static final String LIBRARY = "dist/uPlot.iife.min.js";

    private static final List<String> STYLES =
            List.of("page.css", "conversation/conversation.css", "chart/chart.css", "overview/overview.css");

    /** The scripts, in the order in which they need each other. */
    private static final List<String> SCRIPTS = List.of(
            "base/format.js",
            LIBRARY,
            "base/names.js",
            "base/data.js",
            "base/dom.js",
            "base/colours.js",
            "base/address.js",
            "base/period.js",
            "base/panes.js",
            "base/aggregate.js",
            "base/tables.js",
            "base/titles.js",
            "workflow/pauses.js",
            "waterfall/arrows.js",
            "workflow/codeline.js",
            "workflow/details.js",
            "waterfall/marks.js",
            "waterfall/bars.js",
            "waterfall/rows.js",
            "waterfall/outline.js",
            "waterfall/timeline.js",
            "waterfall/minimap.js",
            "waterfall/sight.js",
            "waterfall/servers.js",
            "waterfall/resources.js",
            "chart/plot.js",
            "chart/graph.js",
            "chart/flame.js",
            "chart/calltree.js",
            "chart/processes.js",
            "chart/compared.js",
            "chart/charts.js",
            "list/attributes.js",
            "list/scores.js",
            "list/columns.js",
            "list/filter.js",
            "list/list.js",
            "workflow/time.js",
            "workflow/workflows.js",
            "conversation/said.js",
            "conversation/words.js",
            "conversation/echoes.js",
            "conversation/transcript.js",
            "conversation/conversations.js",
            "overview/findings.js",
            "overview/figures.js",
            "overview/trends.js",
            "overview/overview.js",
            "palette.js",
            "compare/compare.js",
            "main.js",
            "live/live.js",
            "live/forecast.js",
            "start.js");

    private static final String DATA = "{{data}}";

    /** Returns the page. */
    static PageTemplate load() {
        return load("");
    }

    /** Returns the page that is kept up to date by the server it came from. */
    static PageTemplate live() {
        return load("; connect-src 'self'");
    }

    private static PageTemplate load(String more) {
        String folder = library();
        String style = resource(folder + "dist/uPlot.min.css")
                + STYLES.stream().map(PageTemplate::resource).collect(Collectors.joining());
        String script = SCRIPTS.stream()
                .map(name -> name.equals(LIBRARY) ? licensed(folder) : resource(name))
                .collect(Collectors.joining("\n"));
        String html = resource("page.html")
                .replace("{{policy}}", policy(style, script) + more)
                .replace("{{style}}", style)
                .replace("{{script}}", script);
        int place = html.indexOf(DATA);
        return new PageTemplate(html.substring(0, place), html.substring(place + DATA.length()));
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style) + "'; script-src '"
                + hash(script) + "'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            // every Java platform has it
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = PageTemplate.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the library behind its licence, which goes with every copy, without the address that it begins with. */
    private static String licensed(String folder) {
        String script = resource(folder + LIBRARY);
        return "/* uPlot\n\n" + resource(folder + "LICENSE") + "*/\n" + script.substring(script.indexOf('\n') + 1);
    }

    /** Returns the folder of the library's files, whose name holds its version. */
    private static String library() {
        try (InputStream stream =
                PageTemplate.class.getResourceAsStream("/META-INF/maven/org.webjars.npm/uplot/pom.properties")) {
            Properties facts = new Properties();
            facts.load(stream);
            return "/META-INF/resources/webjars/uplot/" + facts.getProperty("version") + "/";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
