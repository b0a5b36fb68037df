# The formula for a tap: `brew install OWNER/tap/waymark`. Replace OWNER, and after each release the
# tag and the digest of the source archive. It builds from source; nobody has tried it on macOS yet.
class Waymark < Formula
  desc "State-machine explorer for sign-in with Amazon Cognito behind Amplify Auth"
  homepage "https://github.com/OWNER/waymark"
  url "https://github.com/OWNER/waymark/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"

  depends_on xcode: ["26.0", :build]
  depends_on "pkgconf" => :build
  depends_on "graphviz"
  depends_on "openssl@3"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "waymark"
    bin.install ".build/release/waymark"
    pkgshare.install Dir["Models/*"].select { |entry| File.directory?(entry) }
    generate_completions_from_executable(bin/"waymark", "--generate-completion-script")
  end

  test do
    (testpath/"pool.yaml").write("pool: desk\nconfiguration: { selfSignUp: false }\n")
    assert_match "desk", shell_output("#{bin}/waymark import pool.yaml")
  end
end
