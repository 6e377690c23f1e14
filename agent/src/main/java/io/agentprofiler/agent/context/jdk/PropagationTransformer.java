// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Weaves the propagation sites into JDK classes as they are loaded or retransformed.
 *
 * <p><b>Threading:</b> any thread, inside class loading.
 *
 * <p><b>Errors:</b> a class that cannot be woven stays as it is.
 */
final class PropagationTransformer implements ClassFileTransformer {
    private final Map<String, List<PropagationSite>> sitesByType = new HashMap<>();
    private final PropagationWeaver weaver;
    private final Set<PropagationSite> found = ConcurrentHashMap.newKeySet();
    /** Internal names of the classes with sites that were shown to this, woven or not. */
    private final Set<String> offered = ConcurrentHashMap.newKeySet();

    PropagationTransformer(List<PropagationSite> sites, PropagationWeaver weaver) {
        for (PropagationSite site : sites) {
            sitesByType.computeIfAbsent(site.type(), type -> new ArrayList<>()).add(site);
        }
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
            offered.add(className);
            return woven.found().isEmpty() ? null : woven.classFile();
        } catch (RuntimeException | LinkageError e) {
            offered.add(className);
            AgentLog.debug("cannot weave " + className.replace('/', '.') + ": " + e);
            return null;
        }
    }

    /** Returns the internal names of the classes with propagation sites. */
    Set<String> types() {
        return sitesByType.keySet();
    }

    /** Returns those of these names whose classes this was shown. */
    Set<String> offered() {
        return offered;
    }

    /** Answers whether a site was not found in any class so far. */
    boolean isMissing(PropagationSite site) {
        return !found.contains(site);
    }
}
