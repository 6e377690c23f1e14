// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.gate.GateDocument.LookCommand;
import io.agentprofiler.analyzer.answer.gate.check.Check;
import io.agentprofiler.analyzer.answer.gate.check.Suite;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A gate's checks as a report of tests that CI servers read: only what the schemas of Maven Surefire and of Jenkins' xUnit plugin
 * both know.
 */
public final class JunitReport {
    private static final String NAME = "agent-profiler gate";

    private final Path file;
    private final List<Path> inputs;

    /**
     * Makes a report.
     *
     * @param file the file to write
     * @param inputs what was read
     */
    public JunitReport(Path file, List<Path> inputs) {
        this.file = file;
        this.inputs = inputs;
    }

    /** Writes checks. */
    public void suites(List<Suite> suites) throws IOException {
        write(xml -> {
            for (Suite suite : suites) {
                suite(xml, suite);
            }
        });
    }

    /** Writes that nothing could be read. */
    public void error(String message) throws IOException {
        write(xml -> {
            start(xml, NAME, 1, 0, 1, 0);
            testcase(xml, "traces", NAME);
            result(xml, "error", message, "unreadable", message);
            xml.writeEndElement();
            newLine(xml);
            xml.writeEndElement();
            newLine(xml);
        });
    }

    /** Writes the elements below the root. */
    private interface JunitElements {
        void write(XMLStreamWriter xml) throws XMLStreamException;
    }

    private void write(JunitElements content) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            PrivateFiles.directory(directory);
        }
        PrivateFiles.write(file, stream -> {
            try {
                document(stream, content);
            } catch (XMLStreamException e) {
                throw new IOException(e);
            }
        });
    }

    private static void document(OutputStream stream, JunitElements content) throws XMLStreamException {
        XMLStreamWriter xml =
                XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(stream, StandardCharsets.UTF_8.name());
        xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
        newLine(xml);
        xml.writeStartElement("testsuites");
        attribute(xml, "name", NAME);
        newLine(xml);
        content.write(xml);
        xml.writeEndElement();
        newLine(xml);
        xml.writeEndDocument();
        xml.close();
    }

    private void suite(XMLStreamWriter xml, Suite suite) throws XMLStreamException {
        List<Check> checks = suite.checks();
        long failures = checks.stream().filter(Check::fails).count();
        long skipped = checks.stream()
                .filter(check -> !check.fails() && check.outcome() != Gates.GateOutcome.PASSED)
                .count();
        start(xml, suite.name(), checks.size(), failures, 0, skipped);
        xml.writeStartElement("properties");
        for (RunFacts run : suite.runs()) {
            xml.writeEmptyElement("property");
            attribute(xml, "name", "run");
            attribute(xml, "value", run.run());
        }
        xml.writeEndElement();
        newLine(xml);
        for (Check check : checks) {
            testcase(xml, check.name(), suite.name());
            if (check.fails()) {
                result(xml, "failure", check.why(), check.outcome().word(), text(check));
            } else if (check.outcome() != Gates.GateOutcome.PASSED) {
                result(xml, "skipped", check.why(), null, text(check));
            } else {
                xml.writeStartElement("system-out");
                xml.writeCharacters(seen(check.why()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
            newLine(xml);
        }
        xml.writeEndElement();
        newLine(xml);
    }

    private static void start(XMLStreamWriter xml, String name, long tests, long failures, long errors, long skipped)
            throws XMLStreamException {
        xml.writeStartElement("testsuite");
        attribute(xml, "name", name);
        attribute(xml, "tests", Long.toString(tests));
        attribute(xml, "failures", Long.toString(failures));
        attribute(xml, "errors", Long.toString(errors));
        attribute(xml, "skipped", Long.toString(skipped));
        attribute(xml, "time", "0");
        newLine(xml);
    }

    private static void testcase(XMLStreamWriter xml, String name, String suite) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "name", name);
        attribute(xml, "classname", suite);
        attribute(xml, "time", "0");
    }

    private static void result(XMLStreamWriter xml, String element, String message, String type, String text)
            throws XMLStreamException {
        xml.writeStartElement(element);
        attribute(xml, "message", message);
        if (type != null) {
            attribute(xml, "type", type);
        }
        xml.writeCharacters(seen(text));
        xml.writeEndElement();
    }

    private String text(Check check) {
        return check.name() + "\n" + check.why()
                + (check.worst() == null
                        ? ""
                        : "\nworkflow " + check.worst().trace() + "\n" + LookCommand.at(check.worst(), inputs))
                + "\n";
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, Unseen.blanked(value));
    }

    /** Returns a text of which XML can hold every character. */
    private static String seen(String text) {
        return String.join("\n", text.lines().map(Unseen::blanked).toList());
    }

    private static void newLine(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n");
    }
}
