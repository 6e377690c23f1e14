// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What must not hurt the application: broken rules, settings and disks, floods, kills, and the switch that turns
 * everything off. Each test starts a JVM of its own with the shipped jar and compares it with a run without.
 *
 * <p>Where the project's invariants are tested, by their number in {@code docs/architecture.md}'s promises:
 *
 * <table>
 * <caption>Invariants and their tests</caption>
 * <tr><th>invariant</th><th>test</th></tr>
 * <tr><td>1 application threads never block on the agent</td><td>{@code agent}: EventRingStressTest, SegmentSinkTest
 * (stalled disk); {@link io.agentprofiler.it.harm.FloodIT}, {@link io.agentprofiler.it.harm.StuckWriterIT}</td></tr>
 * <tr><td>2 no exception of ours, same results</td><td>{@link io.agentprofiler.it.harm.BrokenRulesIT}; every test of
 * {@code scenario} compares output, errors and exit code</td></tr>
 * <tr><td>3 cost of a span</td><td>the benchmarks, see {@code docs/internals/benchmarks.md}</td></tr>
 * <tr><td>4 exact counters</td><td>{@link io.agentprofiler.it.harm.FloodIT}; every test of {@code scenario}</td></tr>
 * <tr><td>5 bounded memory</td><td>{@code agent}: PayloadBudget and ring tests; {@link
 * io.agentprofiler.it.harm.FloodIT} runs in a heap of 64 MB</td></tr>
 * <tr><td>6 no application loader kept alive</td><td>{@code leak}</td></tr>
 * <tr><td>7 silence</td><td>{@code artifact}: QuietIT; every test of {@code scenario}</td></tr>
 * <tr><td>8 class-data sharing</td><td>{@code artifact}: SharedArchiveIT</td></tr>
 * <tr><td>9 nothing without an AI framework</td><td>{@code artifact}: QuietIT</td></tr>
 * <tr><td>10 a disabled rule costs nothing</td><td>the benchmarks; {@code agent}: tests of the switches</td></tr>
 * <tr><td>11 kill -9 loses the last flush interval at most</td><td>{@link io.agentprofiler.it.harm.KillIT}</td></tr>
 * <tr><td>12 owner-only files, no text unasked</td><td>{@code agent}: SegmentSinkTest, ContentPolicyTest; {@link
 * io.agentprofiler.it.harm.PrivacyIT}, {@link io.agentprofiler.it.harm.ErrorTextIT}</td></tr>
 * <tr><td>13 unknown versions: rule off, application untouched</td><td>{@code matrix}</td></tr>
 * <tr><td>14 the kill switch acts within 1.5 s</td><td>{@link io.agentprofiler.it.harm.StopFileIT}</td></tr>
 * <tr><td>15 neighbours</td><td>{@code neighbours}</td></tr>
 * <tr><td>16 one shape of trace</td><td>{@code conformance}</td></tr>
 * <tr><td>17 no code of the application runs</td><td>{@code mocks}; {@code scenario}: CountedCallsIT; {@code matrix}: OwnTypesIT, for
 * every rule</td></tr>
 * </table>
 */
package io.agentprofiler.it.harm;
