// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

class JunitReportTest {
    /** What the schemas of Maven Surefire (surefire-test-report-3.0) and of Jenkins' xUnit plugin (junit-10) both allow. */
    private static final Set<String> ALLOWED = Set.of(
            "testsuites name",
            "testsuite name",
            "testsuite tests",
            "testsuite failures",
            "testsuite errors",
            "testsuite skipped",
            "testsuite time",
            "property name",
            "property value",
            "testcase name",
            "testcase classname",
            "testcase time",
            "failure message",
            "failure type",
            "error message",
            "error type",
            "skipped message");

    private final CommandRun analyzer = new CommandRun();

    @TempDir
    private Path directory;

    private Path run(String name) {
        return TestRun.run("shop-1")
                .span(1, 0, 0, 10, "agent", name)
                .trace(2)
                .start(3, 0, 0, "agent", "Other")
                .end(3, 5, "error", ",\"error\":{\"type\":\"E\"}")
                .footer()
                .write(directory.resolve("runs/shop-1/segment-000001.jsonl"));
    }

    private Document read(Path file) throws IOException, SAXException, ParserConfigurationException {
        return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static List<Element> elements(Document document, String name) {
        NodeList found = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    @Test
    void shouldWriteACaseForEachGateAndNameAndCountThem() throws Exception {
        Path runs = run("Support").getParent().getParent();
        Path file = directory.resolve("new/reports/TEST-gate.xml");

        assertThat(analyzer.run(
                        "gate",
                        runs,
                        "--max-time",
                        "5ms",
                        "--no-failures",
                        "--max-first-chunk",
                        "1s",
                        "--if-unknown",
                        "ignore",
                        "--junit",
                        file))
                .isEqualTo(ExitCode.GATE_FAILED);

        Document report = read(file);
        List<Element> suites = elements(report, "testsuite");
        assertThat(suites).extracting(suite -> suite.getAttribute("name")).containsExactly("shop", "all services");
        Element shop = suites.get(0);
        assertThat(shop.getAttribute("tests")).isEqualTo("5");
        assertThat(shop.getAttribute("failures")).isEqualTo("2");
        assertThat(suites.get(1).getAttribute("skipped")).isEqualTo("1");
        assertThat(elements(report, "property"))
                .extracting(property -> property.getAttribute("value"))
                .containsExactly("shop-1");
        assertThat(elements(report, "testcase"))
                .extracting(test -> test.getAttribute("classname") + "/" + test.getAttribute("name"))
                .containsExactly(
                        "shop/max-time 5ms: Other",
                        "shop/no-failures: Other",
                        "shop/max-time 5ms: Support",
                        "shop/no-failures: Support",
                        "shop/complete data",
                        "all services/min-workflows 1",
                        "all services/max-first-chunk 1s: *");
        Element failure = elements(report, "failure").get(1);
        assertThat(failure.getAttribute("type")).isEqualTo("broken");
        assertThat(failure.getAttribute("message")).isEqualTo("1 of 1 workflow over it, the most is 10.0 ms");
        assertThat(failure.getTextContent())
                .contains(
                        "workflow " + TestRun.traceId(1),
                        "java -jar analyzer.jar tree --all-runs --trace 0000000000000000 " + runs);
        assertSchema(report);
    }

    @Test
    void shouldHoldAnyName() throws Exception {
        Path runs =
                run("a < b & \\\"c\\\" ]]> \\u001b[31m \\u202e \\ud83d\\ude00").getParent();
        Path file = directory.resolve("gate.xml");

        assertThat(analyzer.run("gate", runs, "--max-time", "1ms", "--junit", file))
                .isEqualTo(ExitCode.GATE_FAILED);

        Document report = read(file);
        assertThat(elements(report, "testcase"))
                .extracting(test -> test.getAttribute("name"))
                .contains("max-time 1ms: a < b & \"c\" ]]>  [31m   😀");
        assertThat(elements(report, "failure"))
                .anySatisfy(failure -> assertThat(failure.getTextContent()).contains("a < b & \"c\" ]]>"));
        assertSchema(report);
    }

    @Test
    void shouldLeaveNoFileOfAnEarlierBuildWhereNothingCanBeRead() throws Exception {
        Path file = Files.writeString(directory.resolve("gate.xml"), "<testsuites/>");

        assertThat(analyzer.run("gate", directory.resolve("none"), "--no-loops", "--junit", file))
                .isEqualTo(ExitCode.BAD_INPUT);

        Document report = read(file);
        assertThat(elements(report, "testsuite").get(0).getAttribute("errors")).isEqualTo("1");
        assertThat(elements(report, "error").get(0).getAttribute("message")).contains("does not exist");
        assertSchema(report);
    }

    private static void assertSchema(Document report) {
        Set<String> used = new TreeSet<>();
        for (Element element : elements(report, "*")) {
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                used.add(element.getTagName() + " "
                        + element.getAttributes().item(i).getNodeName());
            }
        }
        assertThat(ALLOWED).containsAll(used);
    }
}
