// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import io.agentprofiler.shared.schema.Attributes;
import java.lang.StackWalker.StackFrame;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Attributes of a frame: class and method, and file and line where the class file has them. Texts are made once for each place.
 *
 * <p><b>Threading:</b> the ring's consumer. What is known of a class is kept with the class.
 */
public final class CodeAttributes {
    /** How the method of a lambda expression is called; the method that it stands in follows. */
    static final String LAMBDA = "lambda$";

    /** Places of a class that are remembered. */
    private static final int MOST_PLACES = 1024;

    private static final ClassValue<Map<CodePoint, CodeTexts>> PLACES = new ClassValue<>() {
        @Override
        protected Map<CodePoint, CodeTexts> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private CodeAttributes() {}

    /** Puts the attributes of what {@link ApplicationFrames} found. */
    public static void read(Object found, Map<String, Object> into) {
        StackFrame frame = (StackFrame) found;
        Map<CodePoint, CodeTexts> known = PLACES.get(frame.getDeclaringClass());
        CodePoint point = new CodePoint(frame.getMethodName(), frame.getByteCodeIndex());
        CodeTexts place = known.get(point);
        if (place == null) {
            place = CodeTexts.of(
                    frame.getDeclaringClass().getName(), frame.getMethodName(), frame.toStackTraceElement());
            if (known.size() < MOST_PLACES) {
                known.put(point, place);
            }
        }
        into.put(Attributes.CODE_FUNCTION, place.function);
        if (place.file != null) {
            into.put(Attributes.CODE_FILE, place.file);
        }
        if (place.line != null) {
            into.put(Attributes.CODE_LINE, place.line);
        }
    }

    private record CodePoint(String method, int instruction) {}

    /** A place in the code; file and line are {@code null} where the class file does not have them. */
    private record CodeTexts(String function, String file, Long line) {
        static CodeTexts of(String type, String method, StackTraceElement element) {
            int end = type.lastIndexOf('.') + 1;
            String file = element.getFileName();
            return new CodeTexts(
                    type + "." + enclosing(method),
                    file == null ? null : type.substring(0, end).replace('.', '/') + file,
                    element.getLineNumber() > 0 ? (long) element.getLineNumber() : null);
        }

        /** Returns the method that a lambda expression stands in; any other method itself. */
        private static String enclosing(String method) {
            int end = method.lastIndexOf('$');
            return method.startsWith(LAMBDA) && end > LAMBDA.length() ? method.substring(LAMBDA.length(), end) : method;
        }
    }
}
