// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import io.agentprofiler.rules.access.lookup.ListFile;
import java.io.File;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Which classes are the application's own: those of directories, of the classes in a web or Spring Boot archive, and of the jar with the
 * main class, unless their names say that they are a library's ({@code rules/types/libraries}), a proxy's or generated. Other jars are libraries.
 *
 * <p>A library in the same jar whose name is not known is taken for the application. All else that cannot be told is none.
 *
 * <p><b>Threading:</b> immutable; any thread. What is known of a class is kept with the class.
 */
public final class ApplicationCode {
    /** How names of classes of libraries begin: they may be in one jar with the application. */
    private static final String[] LIBRARIES = libraries();

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private static final String[] ARCHIVED = {"BOOT-INF/classes", "WEB-INF/classes"};

    /** The path of the jar with the main class; {@code null} where there is none or it is not known. */
    private final String jar;

    private final ClassValue<Boolean> known = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isApplications(type);
        }
    };

    private ApplicationCode(String jar) {
        this.jar = jar;
    }

    private static String[] libraries() {
        List<String> names = new ArrayList<>();
        for (String[] words : ListFile.read("/rules/types/libraries")) {
            names.addAll(List.of(words));
        }
        return names.toArray(String[]::new);
    }

    /** Returns the code of the program that this JVM runs. Looks for its main class on the class path, so it is no call for an application's thread. */
    public static ApplicationCode ofThisJvm() {
        return of(System.getProperty("java.class.path", ""), System.getProperty("sun.java.command", ""));
    }

    /**
     * Returns the code of a program.
     *
     * @param classPath the class path
     * @param command what was started: the main class or a jar, and its arguments
     */
    static ApplicationCode of(String classPath, String command) {
        String main = command.strip();
        int space = main.indexOf(' ');
        main = space < 0 ? main : main.substring(0, space);
        if (!classPath.contains(File.pathSeparator) && classPath.endsWith(".jar")) {
            return new ApplicationCode(
                    new File(classPath).getAbsoluteFile().toURI().getPath());
        }
        return new ApplicationCode(jarWith(main.substring(main.lastIndexOf('/') + 1)));
    }

    private static String jarWith(String mainClass) {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        if (mainClass.isEmpty() || !system.getClass().getName().startsWith("jdk.internal.")) {
            return null;
        }
        URL found = system.getResource(mainClass.replace('.', '/').concat(".class"));
        if (found == null || !found.getProtocol().equals("jar")) {
            return null;
        }
        String path = found.getPath();
        try {
            return new URI(path.substring(0, Math.max(0, path.indexOf("!/")))).getPath();
        } catch (URISyntaxException e) {
            return null; // of no jar that a class could be compared with
        }
    }

    /** Answers whether a class is the application's. */
    boolean has(Class<?> type) {
        return known.get(type);
    }

    private boolean isApplications(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader == PLATFORM || type.isHidden() || Proxy.isProxyClass(type)) {
            return false;
        }
        String name = type.getName();
        return !isLibrary(name) && !name.contains("$$") && isAt(location(type));
    }

    /** Answers whether the name of a class says that it is a library's. */
    static boolean isLibrary(String name) {
        for (String library : LIBRARIES) {
            if (name.startsWith(library)) {
                return true;
            }
        }
        return false;
    }

    private static URL location(Class<?> type) {
        try {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            return source == null || source.getClass() != CodeSource.class ? null : source.getLocation();
        } catch (SecurityException e) {
            return null; // a security manager does not let this be known
        }
    }

    /** Answers whether classes from a place are the application's. */
    boolean isAt(URL place) {
        if (place == null) {
            return false;
        }
        String path = place.getPath();
        for (String classes : ARCHIVED) {
            if (path.contains(classes)) {
                return true;
            }
        }
        if (!place.getProtocol().equals("file")) {
            return false;
        }
        if (path.endsWith("/")) {
            return true;
        }
        try {
            return jar != null && jar.equals(place.toURI().getPath());
        } catch (URISyntaxException e) {
            return false; // a path that no jar of the class path has
        }
    }
}
