// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs another program in a class loader of its own, as an application server does, lets go of it and waits for it to be
 * collected. Arguments: the class path, separated as usual, and the program's main class.
 */
public final class Redeployed {
    private static final int ATTEMPTS = 100;

    private Redeployed() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        WeakReference<ClassLoader> loader = runOnce(args[0], args[1]);
        for (int i = 0; i < ATTEMPTS && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(50);
        }
        System.out.println(loader.get() == null ? "collected" : "leaked");
    }

    private static WeakReference<ClassLoader> runOnce(String classPath, String main) throws Exception {
        String[] entries = classPath.split(File.pathSeparator, -1);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = new File(entries[i]).toURI().toURL();
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            loader.loadClass(main).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
