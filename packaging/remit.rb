# typed: strict
# frozen_string_literal: true

# Command line for business payments by ACH, with a sandbox of the whole service.
class Remit < Formula
  desc "Approve and pay business invoices by ACH"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "@LICENSE@"

  on_macos do
    on_arm do
      url "@DOWNLOADS@/remit-darwin-arm64"
      sha256 "@SHA256:remit-darwin-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/remit-darwin-x64"
      sha256 "@SHA256:remit-darwin-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/remit-linux-arm64"
      sha256 "@SHA256:remit-linux-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/remit-linux-x64"
      sha256 "@SHA256:remit-linux-x64@"
    end
  end

  def install
    bin.install Dir["remit-*"].first => "remit"
    chmod 0755, bin/"remit"
    generate_completions_from_executable(bin/"remit", "completion", shells: [:bash, :zsh, :fish])
    system bin/"remit", "help", "--man-pages", buildpath/"man"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/remit --version")
    assert_match "Done.", shell_output("#{bin}/remit demo")
  end
end
