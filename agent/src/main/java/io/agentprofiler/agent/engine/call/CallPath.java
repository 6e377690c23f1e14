// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.path.Path;
import java.util.List;

/**
 * A path read on the application's thread: keys, conditions, chunk lengths. A plain {@code this}, {@code argN} or
 * {@code return} is read without making anything, and like any other path looks into an optional.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CallPath {
    private static final int SELF = -1;
    private static final int RESULT = -2;
    private static final int DEEP = -3;
    private static final int CURRENT = -4;
    private static final CallPath[] NONE = {};

    private final Path path;
    private final int root;

    private final boolean mayCall;

    private CallPath(Path path, int root) {
        this(path, root, false);
    }

    private CallPath(Path path, int root, boolean mayCall) {
        this.path = path;
        this.root = root;
        this.mayCall = mayCall;
    }

    /**
     * Prepares {@code path}, which may call methods of the application on its thread: that of a header, which no field holds.
     */
    static CallPath thatMayCall(Path path) {
        CallPath prepared = of(path);
        return prepared == null ? null : new CallPath(path, prepared.root, true);
    }

    /** Prepares {@code path}; {@code null} for {@code null}. */
    static CallPath of(Path path) {
        if (path == null) {
            return null;
        }
        if (path == Path.CURRENT) {
            return new CallPath(path, CURRENT);
        }
        String text = path.toString();
        if (text.equals("this")) {
            return new CallPath(path, SELF);
        }
        if (text.equals("return")) {
            return new CallPath(path, RESULT);
        }
        if (text.length() == 4 && text.startsWith("arg") && Character.digit(text.charAt(3), JoinPoint.MAX_ARGS) >= 0) {
            return new CallPath(path, text.charAt(3) - '0');
        }
        return new CallPath(path, DEEP);
    }

    /** Prepares {@code paths}. */
    static CallPath[] of(List<Path> paths) {
        if (paths.isEmpty()) {
            return NONE;
        }
        CallPath[] prepared = new CallPath[paths.size()];
        for (int i = 0; i < prepared.length; i++) {
            prepared[i] = of(paths.get(i));
        }
        return prepared;
    }

    /** Answers whether this is the word for the current span, and no object of the call. */
    boolean isCurrent() {
        return root == CURRENT;
    }

    boolean readsResult() {
        return path.roots().result();
    }

    /** Reads the object; may throw what an accessor of the application throws. */
    Object read(
            RuleState state,
            String[][] parameterAnnotations,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        return switch (root) {
            case SELF -> self;
            case RESULT -> Holders.unwrap(result);
            case CURRENT -> null;
            case 0 -> Holders.unwrap(a0);
            case 1 -> Holders.unwrap(a1);
            case 2 -> Holders.unwrap(a2);
            case 3 -> Holders.unwrap(a3);
            case 4 -> Holders.unwrap(a4);
            case 5 -> Holders.unwrap(a5);
            case 6 -> Holders.unwrap(a6);
            case 7 -> Holders.unwrap(a7);
            default -> {
                Object[] args = {a0, a1, a2, a3, a4, a5, a6, a7};
                yield path.read(new Call(state, parameterAnnotations, self, args, result, mayCall));
            }
        };
    }
}
