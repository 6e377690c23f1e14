// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every renderer with names that want to be more than text. */
class HostileNamesTest {
    private static final Pattern TAG = Pattern.compile("<[^>]*>?");
    private static final Pattern OPENING =
            Pattern.compile("<([a-z0-9]+)((?: [a-z-]+=\"[^\"<>]*\")*)>", Pattern.CASE_INSENSITIVE);
    private static final Set<String> ELEMENTS = Set.of(
            "main",
            "h1",
            "h2",
            "p",
            "b",
            "span",
            "ul",
            "li",
            "div",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "code",
            "i",
            "figure",
            "figcaption");
    private static final Set<String> ATTRIBUTES =
            Set.of("class", "scope", "style", "title", "tabindex", "role", "aria-label");

    static Stream<String> names() {
        return Stream.of(
                Samples.HOSTILE,
                "\u001b]0;title\u0007\u001b[2J\u001b[1;31m\u0000\b\r\n\t",
                "\u202egnp.exe\u202c \u2066\u200f\u061c\u2069",
                "<script>alert(1)</script><svg/onload=alert(1)><style>*{display:none}</style>-->]]>",
                "\" onmouseover=\"alert(1)\" style='x' autofocus onfocus=alert(1) x=\"",
                "javascript:alert(1) data:text/html,x &lt;script&gt; &#60;script&#62;",
                "a | b || c \\| d | `code` ``` ~~~ ***x*** [a](b) ![i](j) <!-- x --> # - 1. > $x$ :tada:",
                "```\n</details>\n# heading\n| a |\n",
                "会話モデル😀🇩🇪👨‍👩‍👧é".repeat(300),
                "x".repeat(5000),
                "\ud83d lonely \udc00 halves",
                "");
    }

    private static Document document(String name) {
        return Document.of("sample/1", name)
                .add(Section.under(name, name)
                        .add(Facts.about(name).add(Cell.name(name)).add(name).build())
                        .add(Samples.table(name, "b")
                                .heading(name, name)
                                .text(
                                        "beside",
                                        name.isBlank() ? "x" : "y",
                                        other -> Cell.name(name).and("ours"))
                                .build())
                        .add(Samples.tracks(name, "child"))
                        .add(Note.aside(name))
                        .add(new Note(name, name, Emphasis.WARNING))
                        .add(new Notes("notes", "!", List.of(name), Emphasis.BAD))
                        .add(new SideBySide(List.of(Section.titled(name, name, Samples.footnote()))))
                        .build())
                .add(Section.under("Detail", name)
                        .place(Section.Place.FOLDED)
                        .key("detail")
                        .add(Samples.table(name).build())
                        .build())
                .build();
    }

    private static void assertSeen(String text) {
        assertThat(text.codePoints().filter(point -> point != '\n' && Unseen.is(point)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeTextOnTerminals(String name) {
        for (int width : new int[] {60, 120}) {
            Screen screen = new Screen(width, false, true);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            TerminalView.print(document(name), screen, new PrintStream(bytes, true, StandardCharsets.UTF_8));
            assertSeen(bytes.toString(StandardCharsets.UTF_8));
            assertThat(TerminalView.lines(
                            Samples.tracks(name, "child"),
                            Samples.tracks(name, "child").shown(),
                            screen))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(Texts.width(line)).isLessThanOrEqualTo(width));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeTextOnPages(String name) {
        String page = HtmlView.of(document(name));
        assertSeen(page);
        assertThat(page).contains("default-src 'none'").doesNotContain("script-src");
        String body = page.substring(page.indexOf("<main>"), page.indexOf("</main>"));
        for (MatchResult tag : TAG.matcher(body).results().toList()) {
            String text = tag.group();
            if (!text.startsWith("</")) {
                MatchResult opening =
                        OPENING.matcher(text).results().findFirst().orElseThrow(() -> new AssertionError(text));
                assertThat(opening.group(1)).isIn(ELEMENTS);
                Pattern.compile(" ([a-z-]+)=")
                        .matcher(opening.group(2).replaceAll("\"[^\"]*\"", ""))
                        .results()
                        .forEach(attribute -> assertThat(attribute.group(1)).isIn(ATTRIBUTES));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeTextInMarkdown(String name) {
        String markdown = MarkdownView.of(document(name));
        assertSeen(markdown);
        assertThat(markdown.lines().filter(line -> line.matches("`{3,}(text)?")))
                .hasSize(2);
        String outside = markdown.replaceAll("(?sm)^(`{3,})text\n.*?^\\1$", "");
        assertThat(outside)
                .doesNotContain("`", "](", "![", "~~", "@everyone", "http:", ":tada:", "$x$", "<!--")
                .doesNotContainPattern("<(?!/?(code|details|summary)>)");
        List<String> lines = outside.lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith("|") && lines.get(i - 1).startsWith("|")) {
                assertThat(pipes(lines.get(i))).isEqualTo(pipes(lines.get(i - 1)));
            }
        }
        assertThat(outside.lines().filter(line -> line.startsWith("#")))
                .allSatisfy(line -> assertThat(line).matches("#{3,4} .*|#{3,4} ?"));
    }

    private static long pipes(String line) {
        return line.chars().filter(c -> c == '|').count();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeTheSameTextInJson(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Document document =
                Document.of("sample/1", "title").add(new Value("name", name)).build();
        JsonView.write(document, bytes);
        String json = bytes.toString(StandardCharsets.UTF_8);
        assertSeen(json);
        if (name.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE)) {
            assertThat(unescaped(json))
                    .isEqualTo("{\n  \"format\" : \"sample/1\",\n  \"name\" : \"" + name + "\"\n}\n");
        }
    }

    private static String unescaped(String json) {
        return Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)").matcher(json).replaceAll(escape -> {
            String what = escape.group(1);
            String text = switch (what.charAt(0)) {
                case 'u' -> String.valueOf((char) Integer.parseInt(what.substring(1), 16));
                case 'n' -> "\n";
                case 'r' -> "\r";
                case 't' -> "\t";
                case 'b' -> "\b";
                case 'f' -> "\f";
                default -> what;
            };
            return java.util.regex.Matcher.quoteReplacement(text);
        });
    }
}
