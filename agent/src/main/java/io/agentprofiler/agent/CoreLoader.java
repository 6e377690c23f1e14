// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Loads everything of the agent but {@code premain}: the core and its relocated libraries.
 *
 * <p>They lie in a folder of the agent's jar, under a suffix no other loader takes for a class, so an application's own
 * copies of the same libraries, in any version, never meet ours. The parent is the platform loader: the core sees the
 * JDK, and nothing of the application. {@link CoreHost} alone is the same type on both sides.
 *
 * <pre>
 *   bootstrap (java.base with the dispatcher)
 *      |
 *   platform (jdk.jfr, ...) ------------ CoreLoader: inst/**.classdata
 *      |
 *   system (application, Premain)
 * </pre>
 *
 * <p><b>Threading:</b> parallel capable.
 */
final class CoreLoader extends ClassLoader {
    /** Folder of the jar where the core lies. */
    static final String FOLDER = "inst/";

    /** Stands for {@code .class} in that folder. */
    static final String SUFFIX = ".classdata";

    /** How the names of all classes in that folder begin. */
    private static final String OWN = "io.agentprofiler.";

    static {
        registerAsParallelCapable();
    }

    private final File jar;
    private final ZipFile zip;
    private final AtomicInteger classesLoaded;

    /**
     * Creates a loader.
     *
     * @param classesLoaded counts the classes loaded from the jar
     */
    CoreLoader(File jar, AtomicInteger classesLoaded) throws IOException {
        super("agent-profiler", ClassLoader.getPlatformClassLoader());
        this.jar = jar;
        this.classesLoaded = classesLoaded;
        this.zip = new ZipFile(jar);
    }

    /** What the jar holds no other loader has: asking the parent first costs an exception for each of hundreds of classes. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.equals(CoreHost.class.getName())) {
            return CoreHost.class;
        }
        try {
            byte[] bytes = read(FOLDER + name.replace('.', '/') + SUFFIX);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            definePackageOf(name);
            classesLoaded.incrementAndGet();
            return defineClass(name, bytes, 0, bytes.length, CoreLoader.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            byte[] bytes = read(entryOf(name));
            return bytes == null ? getParent().getResourceAsStream(name) : new ByteArrayInputStream(bytes);
        } catch (IOException e) {
            // the contract of this method: what cannot be read is not there
            return null;
        }
    }

    @Override
    protected URL findResource(String name) {
        try {
            String entry = entryOf(name);
            return zip.getEntry(entry) == null ? null : new URL("jar:" + jar.toURI() + "!/" + entry);
        } catch (MalformedURLException e) {
            // cannot be: every JDK knows the jar protocol
            return null;
        }
    }

    /** Hands the version in the jar's manifest on to the core, whose headers name it. */
    private void definePackageOf(String className) {
        String name = className.substring(0, className.lastIndexOf('.'));
        if (getDefinedPackage(name) == null) {
            Package front = CoreLoader.class.getPackage();
            try {
                definePackage(
                        name,
                        null,
                        null,
                        null,
                        front.getImplementationTitle(),
                        front.getImplementationVersion(),
                        null,
                        null);
            } catch (IllegalArgumentException e) {
                // another thread was faster
            }
        }
    }

    private static String entryOf(String resource) {
        return resource.endsWith(".class")
                ? FOLDER + resource.substring(0, resource.length() - ".class".length()) + SUFFIX
                : FOLDER + resource;
    }

    private byte[] read(String entryName) throws IOException {
        ZipEntry entry = zip.getEntry(entryName);
        if (entry == null) {
            return null;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            // sized exactly: a thousand classes come this way, and readAllBytes allocates several times their size
            byte[] bytes = new byte[(int) entry.getSize()];
            int length = in.readNBytes(bytes, 0, bytes.length);
            if (length < bytes.length) {
                throw new EOFException(entryName + " in " + jar + " is truncated");
            }
            return bytes;
        }
    }
}
