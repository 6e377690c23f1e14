// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.own;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls methods of types of frameworks that it implements itself, with arguments and results of such types, and prints how many were
 * called of each framework.
 */
public final class OwnTypes {
    private OwnTypes() {}

    /** A type of no framework. */
    public interface Control {
        String name();
    }

    /**
     * Runs the program.
     *
     * <p>A class path may be empty: {@link Control} is there in any case.
     *
     * @param args a file of methods, a folder for classes, and class paths, one for each framework. A line of the file is: the number
     *     of a class path, the name of the class to make, the type that it extends ({@code -} for none), and methods of it, as
     *     {@code name:result:parameter,parameter}
     */
    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        for (int framework = 2; framework < args.length; framework++) {
            String number = String.valueOf(framework - 2);
            int called = 0;
            for (boolean extending : new boolean[] {false, true}) {
                Path folder = Path.of(args[1], number + extending);
                Files.createDirectories(folder);
                OwnObjects objects = new OwnObjects(
                        new URLClassLoader(urls(args[framework]), OwnTypes.class.getClassLoader()), folder, extending);
                for (String line : lines) {
                    String[] words = line.split(" ");
                    if (words[0].equals(number)) {
                        called += call(objects, words);
                    }
                }
            }
            System.out.println(number + ": " + called + " calls");
        }
    }

    private static int call(OwnObjects objects, String[] words) throws IOException, ReflectiveOperationException {
        Map<String, Signature> signatures = new LinkedHashMap<>();
        for (int i = 3; i < words.length; i++) {
            Signature signature = objects.signature(words[i]);
            if (signature != null) {
                // a class has one method of a name and parameters
                signatures.putIfAbsent(signature.name() + signature.parameters(), signature);
            }
        }
        Class<?> made = objects.define(words[1], words[2], signatures.values());
        if (made == null) {
            return 0;
        }
        for (Signature signature : signatures.values()) {
            Method method = made.getDeclaredMethod(signature.name(), signature.parameterTypes());
            method.setAccessible(true);
            Object[] arguments = new Object[signature.parameters().size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = objects.of(method.getGenericParameterTypes()[i]);
            }
            try {
                subscribe(method.invoke(objects.allocate(made), arguments));
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(String.join(" ", words), e.getCause());
            }
        }
        return signatures.size();
    }

    private static void subscribe(Object result) throws ReflectiveOperationException {
        for (Class<?> type = result == null ? null : result.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith("reactor.core.publisher.")
                    || type.getName().startsWith("io.reactivex.")) {
                if (Modifier.isPublic(type.getModifiers()) && Modifier.isAbstract(type.getModifiers())) {
                    type.getMethod("subscribe").invoke(result);
                    return;
                }
            }
        }
    }

    /** A method of this framework. */
    record Signature(String name, Class<?> returns, List<Class<?>> parameters) {
        Class<?>[] parameterTypes() {
            return parameters.toArray(Class<?>[]::new);
        }
    }

    private static URL[] urls(String classPath) throws MalformedURLException {
        String[] jars = classPath.isEmpty() ? new String[0] : classPath.split(File.pathSeparator);
        URL[] urls = new URL[jars.length];
        for (int i = 0; i < jars.length; i++) {
            urls[i] = Path.of(jars[i]).toUri().toURL();
        }
        return urls;
    }
}
