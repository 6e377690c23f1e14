// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.classfile.Descriptors;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import java.util.ArrayList;
import java.util.List;

/** Looks for the constructors, methods and builders that a rule's {@code replay} names. */
final class ReplayCheck {
    private final ClassPath classPath;
    private final List<String> missing = new ArrayList<>();

    private ReplayCheck(ClassPath classPath) {
        this.classPath = classPath;
    }

    /** Returns what is not there, and why calls are always made, a line each. */
    static List<String> missing(Replay replay, ClassPath classPath) {
        ReplayCheck check = new ReplayCheck(classPath);
        if (replay != null && replay.never() != null) {
            check.missing.add("replay: its calls are made: " + replay.never());
        } else if (replay != null) {
            check.made(replay.result());
        }
        return check.missing;
    }

    private void made(Replay.Made made) {
        if (made instanceof Replay.EachElement elements) {
            made(elements.as());
        } else if (made instanceof Replay.MapOf map) {
            if (map.keys() != null && classPath.find(map.keys()) == null) {
                missing.add("replay: no " + map.keys() + ", so that its calls are made");
            }
        } else if (made instanceof Replay.Called called) {
            called.of().forEach(this::made);
            called.with().forEach(setting -> made(setting.argument()));
            called(called);
        }
    }

    private void called(Replay.Called called) {
        boolean constructor = called.method().name().equals(Replay.CONSTRUCTOR);
        String returned =
                find(called.type(), constructor ? "<init>" : called.method().name(), called.method());
        if (returned == null || called.build() == null) {
            return;
        }
        String builder = constructor ? called.type() : returned;
        called.with().forEach(setting -> find(builder, setting.method().name(), setting.method()));
        find(builder, called.build().name(), called.build());
    }

    /** Returns what the method returns, {@code null} where it is not there. */
    private String find(String type, String name, MethodSignature method) {
        List<String> wanted =
                method.parameters().stream().map(ReplayCheck::descriptor).toList();
        for (String at = type; at != null; ) {
            ClassFile file = classPath.find(at);
            if (file == null) {
                break;
            }
            for (ClassFile.Method each : file.methods()) {
                if (each.name().equals(name)
                        && !each.isBridge()
                        && Descriptors.arguments(each.descriptor()).equals(wanted)) {
                    return className(Descriptors.result(each.descriptor()));
                }
            }
            at = file.superName();
        }
        missing.add("replay: no " + type + "#" + method.name() + "(" + String.join(",", method.parameters()) + ")"
                + ", so that its calls are made");
        return null;
    }

    private static String descriptor(String type) {
        if (type.endsWith("[]")) {
            return "[" + descriptor(type.substring(0, type.length() - 2));
        }
        return switch (type) {
            case "boolean" -> "Z";
            case "byte" -> "B";
            case "char" -> "C";
            case "short" -> "S";
            case "int" -> "I";
            case "long" -> "J";
            case "float" -> "F";
            case "double" -> "D";
            default -> "L" + type.replace('.', '/') + ";";
        };
    }

    private static String className(String descriptor) {
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : descriptor;
    }
}
