// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.classfile.ClassFileReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Finds the class file of a loaded class where the class says it was loaded from, without asking its class loader, which may
 * be code of the application. Classes made at run time (proxies, mocks, lambdas) have none.
 *
 * <p>Containers with a file system of their own ({@code vfs:/content/app.war/WEB-INF/lib/a.jar}) leave no other way than to ask
 * the loader for the resource, if it is {@linkplain AskedLoaders theirs}. What it finds counts only if it lies where the class says
 * it comes from.
 *
 * <p><b>Threading:</b> any thread; reads files. <b>Errors:</b> none: a file that cannot be read is as good as none.
 */
public final class ClassFiles {
    /** Protocols of places that are files, or lie in one. */
    private static final Set<String> READABLE = Set.of("file", "jar", "nested");

    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private ClassFiles() {}

    /** Returns the class file of {@code type} with its code, {@code null} when there is none. */
    public static ClassFile of(Class<?> type) {
        return type.isHidden() || type.isArray() || type.isPrimitive() || Proxy.isProxyClass(type)
                ? null
                : of(type, type.getName());
    }

    /** Returns the class file of another class that came with {@code type}, {@code null} when there is none. */
    public static ClassFile of(Class<?> type, String className) {
        try {
            byte[] bytes = bytes(type, className.replace('.', '/') + ".class");
            ClassFile file = bytes == null ? null : ClassFileReader.readWithCode(bytes);
            return file != null && file.name().equals(className) ? file : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static byte[] bytes(Class<?> type, String resource) throws IOException {
        if (isOfTheJdk(type) || (type.getModule().isNamed() && type.getClassLoader() == SYSTEM)) {
            try (InputStream in = type.getModule().getResourceAsStream(resource)) {
                return in == null ? null : in.readAllBytes();
            }
        }
        CodeSource source = type.getProtectionDomain().getCodeSource();
        // a code source of another class, and a URL's text, would be the application's code
        URL location = source == null || source.getClass() != CodeSource.class ? null : source.getLocation();
        if (location == null) {
            return null;
        }
        return READABLE.contains(location.getProtocol())
                ? at(location.getProtocol() + ":" + location.getPath(), resource)
                : fromContainer(type.getClassLoader(), location, resource);
    }

    private static byte[] fromContainer(ClassLoader loader, URL location, String resource) throws IOException {
        URL found = AskedLoaders.contain(loader) ? loader.getResource(resource) : null;
        if (found == null
                || !found.getProtocol().equals(location.getProtocol())
                || !found.getPath().startsWith(location.getPath())) {
            return null;
        }
        URLConnection connection = found.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /** Answers whether a class is one of the JDK's own. */
    public static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == PLATFORM;
    }

    /** Reads from {@code file:/a/classes/}, {@code file:/a.jar}, or {@code jar:file:/a.jar!/inner.jar!/}. */
    private static byte[] at(String location, String resource) throws IOException {
        String rest = location.startsWith("jar:") ? location.substring("jar:".length()) : location;
        rest = rest.startsWith("nested:") ? "file:" + rest.substring("nested:".length()) : rest;
        if (!rest.startsWith("file:")) {
            return null;
        }
        rest = rest.substring("file:".length()).replace("/!", "!/");
        rest = rest.endsWith("!/") ? rest.substring(0, rest.length() - 2) : rest;
        int inner = rest.indexOf("!/");
        String outer = inner < 0 ? rest : rest.substring(0, inner);
        File file = new File(URLDecoder.decode(outer.replace("+", "%2B"), StandardCharsets.UTF_8));
        if (file.isDirectory()) {
            Path path = file.toPath().resolve(resource);
            return Files.isRegularFile(path) ? Files.readAllBytes(path) : null;
        }
        if (!file.isFile()) {
            return null;
        }
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version())) {
            return inner < 0 ? entry(jar, resource) : inner(jar, rest.substring(inner + 2), resource);
        }
    }

    private static byte[] inner(JarFile jar, String inner, String resource) throws IOException {
        String name = inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner;
        ZipEntry entry = jar.getEntry(name);
        if (entry == null || entry.isDirectory()) {
            return entry(jar, name + "/" + resource);
        }
        try (ZipInputStream in = new ZipInputStream(jar.getInputStream(entry))) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                if (each.getName().equals(resource)) {
                    return in.readAllBytes();
                }
            }
        }
        return null;
    }

    private static byte[] entry(JarFile jar, String resource) throws IOException {
        ZipEntry entry = jar.getEntry(resource);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
