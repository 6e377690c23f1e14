// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.path.node.AccessorNode;
import io.agentprofiler.rules.path.node.CallNode;
import io.agentprofiler.rules.path.node.ChoiceNode;
import io.agentprofiler.rules.path.node.ClassNameNode;
import io.agentprofiler.rules.path.node.EachNode;
import io.agentprofiler.rules.path.node.FieldNode;
import io.agentprofiler.rules.path.node.IndexNode;
import io.agentprofiler.rules.path.node.JsonNode;
import io.agentprofiler.rules.path.node.KeyNode;
import io.agentprofiler.rules.path.node.Missing;
import io.agentprofiler.rules.path.node.Node;
import io.agentprofiler.rules.path.node.SizeNode;
import io.agentprofiler.rules.path.root.ElementRoots;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.List;
import java.util.Set;

/** A source and the steps from it, ready to run. */
final class CompiledBranch {
    private final Source.Root root;
    private final CompiledBranch[] oneOf;
    private final Node[] nodes;

    CompiledBranch(String path, Branch syntax) {
        this.nodes = compile(path, syntax.steps());
        if (syntax.source() instanceof Source.OneOf choice) {
            this.root = null;
            this.oneOf = choice.alternatives().stream()
                    .map(alternative -> new CompiledBranch(path, alternative))
                    .toArray(CompiledBranch[]::new);
        } else {
            this.root = (Source.Root) syntax.source();
            this.oneOf = null;
        }
    }

    Object read(PathRoots call) {
        return Node.run(nodes, root != null ? Holders.open(object(call)) : first(call), call);
    }

    private Object first(PathRoots call) {
        Object missing = null;
        boolean known = false;
        for (CompiledBranch alternative : oneOf) {
            Object value = alternative.read(call);
            if (value instanceof Missing || value instanceof NotRead) {
                missing = missing == null ? value : missing;
            } else if (value != null) {
                return value;
            } else {
                known = true;
            }
        }
        return known ? null : missing;
    }

    private Object object(PathRoots call) {
        return switch (root.kind()) {
            case SELF -> call.self();
            case ARG -> call.arg(root.index());
            case ARGS -> call.allArgs();
            case RESULT -> call.result();
            case THROWN -> call.thrown();
            case ANNOTATED -> call.annotatedArg(root.annotation());
            case KEPT -> call.kept(root.annotation());
            case ELEMENT -> call instanceof ElementRoots element ? element.element() : null;
        };
    }

    static Roots rootsOf(Branch syntax) {
        if (syntax.source() instanceof Source.OneOf choice) {
            return Roots.ofAll(choice.alternatives(), CompiledBranch::rootsOf);
        }
        Source.Root root = (Source.Root) syntax.source();
        return switch (root.kind()) {
            case SELF -> new Roots(true, Set.of(), false, false, Set.of());
            case ARG -> new Roots(false, Set.of(root.index()), false, false, Set.of());
            case ARGS -> new Roots(false, Set.of(), false, false, Set.of(), true, Set.of());
            case RESULT -> new Roots(false, Set.of(), true, false, Set.of());
            case THROWN -> new Roots(false, Set.of(), false, true, Set.of());
            case ANNOTATED -> new Roots(false, Set.of(), false, false, Set.of(root.annotation()));
            case KEPT -> new Roots(false, Set.of(), false, false, Set.of(), false, Set.of(root.annotation()));
            case ELEMENT -> Roots.NONE;
        };
    }

    private static Node[] compile(String path, List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Each) {
                Node[] nodes = new Node[i + 1];
                fill(path, steps, nodes, i);
                nodes[i] = new EachNode(path, compile(path, steps.subList(i + 1, steps.size())));
                return nodes;
            }
        }
        Node[] nodes = new Node[steps.size()];
        fill(path, steps, nodes, nodes.length);
        return nodes;
    }

    private static void fill(String path, List<Step> steps, Node[] nodes, int count) {
        for (int i = 0; i < count; i++) {
            nodes[i] = node(path, steps.get(i));
        }
    }

    private static Node node(String path, Step step) {
        if (step instanceof Step.Accessor accessor) {
            return accessor.call() ? new CallNode(path, accessor) : new AccessorNode(path, accessor);
        }
        if (step instanceof Step.Field field) {
            return new FieldNode(path, field);
        }
        if (step instanceof Step.Key key) {
            return new KeyNode(path, key);
        }
        if (step instanceof Step.Index index) {
            return new IndexNode(path, index);
        }
        if (step instanceof Step.FromJson json) {
            return new JsonNode(json.events());
        }
        if (step instanceof Step.Size) {
            return new SizeNode(path);
        }
        if (step instanceof Step.ClassName className) {
            return new ClassNameNode(className.simple());
        }
        if (step instanceof Step.Choice choice) {
            return new ChoiceNode(choice.alternatives().stream()
                    .map(alternative -> compile(path, alternative))
                    .toArray(Node[][]::new));
        }
        throw new IllegalStateException("each is compiled with the steps after it");
    }
}
