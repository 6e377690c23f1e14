# The formula of a Homebrew tap; version and checksums are filled in by each release.
class AgentProfiler < Formula
  desc "Shows where the time, tokens and money of Java AI agents went"
  homepage "https://github.com/agentprofiler/agent-profiler"
  url "https://github.com/agentprofiler/agent-profiler/releases/download/v@VERSION@/analyzer.jar"
  sha256 "@SHA256:analyzer.jar@"
  license "Apache-2.0"

  depends_on "openjdk"

  resource "agent" do
    url "https://github.com/agentprofiler/agent-profiler/releases/download/v@VERSION@/agent-profiler.jar"
    sha256 "@SHA256:agent-profiler.jar@"
  end

  def install
    libexec.install "analyzer.jar"
    resource("agent").stage { libexec.install "agent-profiler.jar" }
    bin.write_jar_script libexec/"analyzer.jar", "agent-profiler"
  end

  def caveats
    <<~TEXT
      To record an application, start it with
        java -javaagent:#{opt_libexec}/agent-profiler.jar -jar myagent.jar
      and see what happened with
        agent-profiler report agent-profile/
    TEXT
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/agent-profiler --version")
  end
end
