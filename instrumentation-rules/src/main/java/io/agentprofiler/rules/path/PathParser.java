// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.access.CallTargets;
import io.agentprofiler.rules.access.ListedCalls;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.PathSyntaxException;
import io.agentprofiler.rules.path.syntax.PathText;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the path language.
 *
 * <pre>
 * path   := source steps
 * source := this | argN | arg* | return | thrown | kept '.' identifier | arg@fq.Annotation | it | '(' path { '|' path } ')'
 * steps  := { '.' choice | '[' bracket ']' }
 * choice := name { '|' name }  |  '(' inner { '|' inner } ')'
 * inner  := ( one | '[' bracket ']' ) { '.' one | '[' bracket ']' }     one := name | '(' .. ')'
 * name   := identifier [ [ '!' ] ( '()' | "('" text "')" ) ] [ '?' ]  |  '@' identifier [ '?' | '*' ]
 * bracket := nothing | number | 'key' | json | events
 * </pre>
 *
 * <p>Outside parentheses {@code |} chooses between the names of one step, inside parentheses between whole sequences.
 *
 * <p><b>Threading:</b> the static methods may be called on any thread.
 */
public final class PathParser {
    /** Longest path, in characters, and deepest parentheses: far beyond what anyone can read. */
    private static final int MOST_CHARACTERS = 4096;

    private static final int MOST_PARENTHESES = 32;

    private final PathText text;
    private final boolean element;
    private int parentheses;

    private PathParser(String path, boolean element) {
        this.text = new PathText(path);
        this.element = element;
    }

    /**
     * Parses a path that starts at a root.
     *
     * @throws PathSyntaxException when it does not follow the language
     */
    public static Path parse(String path) {
        return parse(path, false);
    }

    /**
     * Parses a path inside {@code each}: it starts at the element unless it names a root.
     *
     * @throws PathSyntaxException when it does not follow the language
     */
    public static Path parseInEach(String path) {
        return parse(path, true);
    }

    /** Whether the text begins with a root, as {@code arg0.name} does and {@code gen_ai.request.model} does not. */
    public static boolean startsAtRoot(String path) {
        PathText text = new PathText(path);
        if (text.at('(')) {
            return true;
        }
        String word = text.identifierAhead();
        return word != null
                && (Source.Root.named(word) != null
                        || (word.equals("arg") && (text.at('@', word.length()) || text.at('*', word.length()))));
    }

    private static Path parse(String path, boolean element) {
        PathParser parser = new PathParser(path, element);
        if (path.length() > MOST_CHARACTERS) {
            String start = path.substring(0, 40);
            throw new PathSyntaxException(
                    start + "..", 1, path.length() + " characters", "a path of at most " + MOST_CHARACTERS);
        }
        Branch branch = parser.branch(false);
        parser.text.end("'.', '[' or the end");
        return new CompiledPath(path, branch);
    }

    private Branch branch(boolean inParentheses) {
        List<Step> steps = new ArrayList<>();
        Source source = source(steps, inParentheses);
        while (!text.atEnd() && !text.at(')') && !(inParentheses && text.at('|'))) {
            if (text.take('.')) {
                steps.add(step(inParentheses));
            } else if (text.at('[')) {
                steps.add(bracket());
            } else if (text.at('|')) {
                throw text.error(
                        "'.' or the end; a choice between more than names stands in parentheses: (arg0.a|arg1.b[0])");
            } else {
                throw text.error("'.', '[' or the end");
            }
        }
        return new Branch(source, steps);
    }

    /** Reads where a path starts; a path that starts at the element unsaid has its first step added to {@code steps}. */
    private Source source(List<Step> steps, boolean inParentheses) {
        if (text.at('(')) {
            open();
            List<Branch> alternatives = new ArrayList<>();
            do {
                alternatives.add(branch(true));
            } while (text.take('|'));
            close();
            return new Source.OneOf(alternatives);
        }
        String word = text.identifierAhead();
        if (word != null && word.equals("arg") && text.at('@', word.length())) {
            text.skip(word.length() + 1);
            return new Source.Root(Source.RootKind.ANNOTATED, -1, text.typeName());
        }
        if (word != null && word.equals("arg") && text.at('*', word.length())) {
            text.skip(word.length() + 1);
            return Source.Root.of(Source.RootKind.ARGS);
        }
        Source.Root root = word == null ? null : Source.Root.named(word);
        if (root != null && (root.kind() != Source.RootKind.ELEMENT || element)) {
            text.skip(word.length());
            if (root.kind() == Source.RootKind.KEPT) {
                text.expect('.', "'.' and the name of what is kept");
                return new Source.Root(Source.RootKind.KEPT, -1, text.identifier());
            }
            return root;
        }
        if (!element) {
            throw text.error(
                    root != null
                            ? "this, argN, arg*, return, thrown, kept or arg@Annotation; 'it' is known inside \"each\" only"
                            : "this, argN, arg*, return, thrown, kept or arg@Annotation");
        }
        steps.add(text.at('[') ? bracket() : step(inParentheses));
        return Source.Root.of(Source.RootKind.ELEMENT);
    }

    private void open() {
        if (++parentheses > MOST_PARENTHESES) {
            throw text.error("at most " + MOST_PARENTHESES + " parentheses inside each other");
        }
        text.skip(1);
    }

    private void close() {
        text.expect(')', "')', '|', '.' or '['");
        parentheses--;
    }

    /** Reads what may follow a dot. */
    private Step step(boolean inParentheses) {
        if (text.at('(')) {
            open();
            List<List<Step>> alternatives = new ArrayList<>();
            do {
                alternatives.add(inner());
            } while (text.take('|'));
            close();
            return new Step.Choice(alternatives);
        }
        Step first = name();
        if (inParentheses || !text.at('|')) {
            return first;
        }
        List<List<Step>> alternatives = new ArrayList<>();
        alternatives.add(List.of(first));
        while (text.take('|')) {
            String word = text.identifierAhead();
            if (word != null && Source.Root.named(word) != null) {
                throw text.error("a name; a choice between whole paths stands in parentheses: (arg0.a|arg1.b)");
            }
            alternatives.add(List.of(name()));
        }
        return new Step.Choice(alternatives);
    }

    private List<Step> inner() {
        List<Step> steps = new ArrayList<>();
        steps.add(text.at('[') ? bracket() : step(true));
        while (text.at('.') || text.at('[')) {
            steps.add(text.take('.') ? step(true) : bracket());
        }
        return steps;
    }

    private Step name() {
        if (text.take('@')) {
            String field = text.identifier();
            boolean repeated = text.take('*');
            return new Step.Field(field, !repeated && text.take('?'), repeated);
        }
        String name = text.identifier();
        boolean listed = text.take('!');
        boolean call = text.take('(');
        if (listed && !call) {
            throw text.error("'(': what is marked with '!' is called");
        }
        if (listed && !ListedCalls.has(name)) {
            throw text.error("a method of one of the classes that rules/types/calls lists");
        }
        String argument = null;
        if (call) {
            argument = text.at('\'') ? text.quoted() : null;
            String refused = CallTargets.refusesName(name);
            if (refused != null) {
                throw text.error("another method: " + refused);
            }
            text.expect(')', argument != null ? "')'" : "')' or a 'text': accessors take nothing, or one text");
        }
        boolean optional = text.take('?');
        if (!call && !optional) {
            return switch (name) {
                case "size" -> new Step.Size();
                case "class" -> new Step.ClassName(false);
                case "simpleClass" -> new Step.ClassName(true);
                default -> new Step.Accessor(name, false, false);
            };
        }
        return new Step.Accessor(name, call, optional, argument, listed);
    }

    private Step bracket() {
        text.expect('[', "'['");
        Step step;
        if (text.at('\'')) {
            step = new Step.Key(text.quoted());
        } else if (text.at(']')) {
            step = new Step.Each();
        } else if ("json".equals(text.identifierAhead()) || "events".equals(text.identifierAhead())) {
            step = new Step.FromJson(text.identifier().equals("events"));
        } else {
            step = new Step.Index(text.integer());
        }
        text.expect(']', "']'");
        return step;
    }
}
