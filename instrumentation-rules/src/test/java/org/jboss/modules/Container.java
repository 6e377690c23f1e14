// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package org.jboss.modules;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

/** A class loader of a container, which defines its copy of a class of the tests. */
public class Container extends ClassLoader {
    private final URL library;
    private final String folder;

    /** Says that classes come from {@code library}, and finds resources in {@code folder}, nowhere if it is null. */
    public Container(String library, String folder) throws MalformedURLException {
        this(library, folder, null);
    }

    /** The same with a parent. */
    public Container(String library, String folder, ClassLoader parent) throws MalformedURLException {
        super(parent);
        this.library = url(library, new byte[0]);
        this.folder = folder;
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = bytes(name.replace('.', '/') + ".class");
            ProtectionDomain domain = new ProtectionDomain(new CodeSource(library, (Certificate[]) null), null);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    protected URL findResource(String name) {
        try {
            return folder == null ? null : url(folder + name, bytes(name));
        } catch (IOException e) {
            return null;
        }
    }

    private static byte[] bytes(String resource) throws IOException {
        try (InputStream in = Container.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource);
            }
            return in.readAllBytes();
        }
    }

    private static URL url(String text, byte[] content) throws MalformedURLException {
        return new URL(null, text, new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                return new URLConnection(url) {
                    @Override
                    public void connect() {
                        connected = true;
                    }

                    @Override
                    public InputStream getInputStream() {
                        return new ByteArrayInputStream(content);
                    }
                };
            }
        });
    }
}
