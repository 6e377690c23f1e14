// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads one version of a framework, and classes written for it here, which can be found as class files like those that a
 * compiler wrote.
 */
final class RowLoader extends URLClassLoader {
    private final Map<String, byte[]> written = new ConcurrentHashMap<>();

    RowLoader(String classPath) throws MalformedURLException {
        super(urls(classPath), RowLoader.class.getClassLoader());
    }

    private static URL[] urls(String classPath) throws MalformedURLException {
        String[] entries = classPath.split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            urls[i] = Path.of(entries[i]).toUri().toURL();
        }
        return urls;
    }

    Class<?> define(String name, byte[] bytes) {
        written.put(name.replace('.', '/') + ".class", bytes);
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public URL findResource(String name) {
        byte[] bytes = written.get(name);
        if (bytes == null) {
            return super.findResource(name);
        }
        try {
            return new URL("written", null, -1, name, new Handler(bytes));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] bytes = written.get(name);
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    private static final class Handler extends URLStreamHandler {
        private final byte[] bytes;

        Handler(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
