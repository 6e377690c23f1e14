// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Weaves the propagation sites into JDK classes as they are loaded or retransformed.
 *
 * <p><b>Threading:</b> any thread, inside class loading.
 *
 * <p><b>Errors:</b> a class that cannot be woven stays as it is.
 */
final class PropagationTransformer implements ClassFileTransformer {
    private final Map<String, List<PropagationSite>> sitesByType;
    private final PropagationWeaver weaver;
    private final Set<PropagationSite> found = ConcurrentHashMap.newKeySet();

    PropagationTransformer(List<PropagationSite> sites, PropagationWeaver weaver) {
        this.sitesByType = sites.stream().collect(Collectors.groupingBy(PropagationSite::type));
        this.weaver = weaver;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || className == null) {
            return null;
        }
        List<PropagationSite> sites = sitesByType.get(className);
        if (sites == null) {
            return null;
        }
        try {
            PropagationWeaver.Woven woven = weaver.weave(classFile, sites);
            found.addAll(woven.found());
            return woven.found().isEmpty() ? null : woven.classFile();
        } catch (RuntimeException | LinkageError e) {
            AgentLog.debug("cannot weave " + className.replace('/', '.') + ": " + e);
            return null;
        }
    }

    /** Answers whether the class, by its name in source code, has propagation sites. */
    boolean hasSites(String className) {
        return sitesByType.containsKey(className.replace('.', '/'));
    }

    /** Returns the sites found so far. */
    Set<PropagationSite> found() {
        return found;
    }
}
