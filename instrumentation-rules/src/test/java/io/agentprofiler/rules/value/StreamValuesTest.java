// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.value.list.GroupValue;
import io.agentprofiler.rules.value.list.JoinValue;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamValuesTest {
    @Test
    void shouldJoinTexts() {
        assertThat(join(List.of("a", "b", List.of("c")))).isEqualTo("abc");
        assertThat(join("whole")).isEqualTo("whole");
        assertThat(join(List.of())).isNull();
        assertThat(join(null)).isNull();
    }

    @Test
    void shouldPutElementsOfOneKeyTogether() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("id", new PathValue(inEach("id")));
        fields.put("args", new JoinValue(inEach("args")));
        Value group = new GroupValue(PathParser.parse("arg0"), inEach("index"), fields);

        Object value = evaluate(
                group,
                List.of(
                        Map.of("args", "of none"),
                        Map.of("index", 0, "id", "x"),
                        Map.of("index", 1, "id", "y", "args", "1"),
                        Map.of("args", "2"),
                        Map.of("index", 0, "args", "{"),
                        Map.of("index", 0, "args", "}", "id", "later")));

        assertThat(value).isEqualTo(List.of(Map.of("id", "x", "args", "{}"), Map.of("id", "y", "args", "12")));
        assertThat(evaluate(group, null)).isNull();
        assertThat(evaluate(group, List.of())).isEqualTo(List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.acme.com/v1/chat, api.acme.com, 443, /v1/chat",
        "http://localhost:8080/v1?x={y}|z, localhost, 8080, /v1",
        "http://[::1]/a#b?c, ::1, 80, /a",
        "https://acme.com?q=a b, acme.com, 443, /",
        "https://acme.com, acme.com, 443, /",
        "unix:/var/run/x, , , ",
        "not a url, , , ",
        "/only/a/path?to=http://acme.com/x, , , /only/a/path"
    })
    void shouldTakeUrlsApart(String url, String host, Long port, String path) {
        assertThat(url(url, UrlValue.UrlPart.HOST)).isEqualTo(host);
        assertThat(url(url, UrlValue.UrlPart.PORT)).isEqualTo(port);
        assertThat(url(url, UrlValue.UrlPart.PATH)).isEqualTo(path);
    }

    @Test
    void shouldTakeUrlObjectsApart() throws MalformedURLException {
        assertThat(url(URI.create("https://acme.com/x"), UrlValue.UrlPart.PORT)).isEqualTo(443L);
        assertThat(url(new URL("http://acme.com:81/x"), UrlValue.UrlPart.PORT)).isEqualTo(81L);
        assertThat(url(new URL("http://acme.com:81/x"), UrlValue.UrlPart.HOST)).isEqualTo("acme.com");
        assertThat(url(URI.create("https://acme.com/x?y"), UrlValue.UrlPart.PATH))
                .isEqualTo("/x");
        assertThat(url(new URL("http://acme.com:81/x?y"), UrlValue.UrlPart.PATH))
                .isEqualTo("/x");
        assertThat(url(null, UrlValue.UrlPart.HOST)).isNull();
        assertThat(url(null, UrlValue.UrlPart.PATH)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "https://acme.com/v1beta/models/gemini-1.5:generateContent?a=b, gemini-1.5",
        "/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent, g",
        "/model/anthropic.claude-3%3A0/converse, anthropic.claude-3:0",
        "/model/arn%3Aaws%2Fx+y/invoke, arn:aws/x+y",
        "/model/%zz/invoke, %zz",
        "/model/invoke, ",
        "/v1/chat/completions, ",
        "not a url, "
    })
    void shouldTakePiecesOfPaths(String url, String piece) {
        List<String> like = List.of("*/models/{}:*", "*/model/{}/*");

        assertThat(evaluate(new UrlValue(PathParser.parse("arg0"), UrlValue.UrlPart.PATH, like), url))
                .isEqualTo(piece);
    }

    private static Object url(Object url, UrlValue.UrlPart part) {
        return evaluate(new UrlValue(PathParser.parse("arg0"), part), url);
    }

    private static Object join(Object pieces) {
        return evaluate(new JoinValue(PathParser.parse("arg0")), pieces);
    }

    private static Path inEach(String path) {
        return PathParser.parseInEach(path);
    }

    private static Object evaluate(Value value, Object argument) {
        PathRoots call = new ArgCall(argument);
        return value.evaluate(call, name -> null);
    }
}
