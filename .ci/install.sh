#!/bin/sh
# Installs a release of Assay on Linux: downloads the archive for this machine, checks its SHA-256 and unpacks it.
#   sh install.sh [--version VERSION] [--prefix DIR]
# VERSION is a release such as 0.1.0 (default: the latest). DIR takes bin and share (default: /usr/local if it can be
# written, else ~/.local). ASSAY_RELEASES names a mirror of the releases.
set -eu

releases=${ASSAY_RELEASES:-https://github.com/OWNER/assay/releases}
version=latest
prefix=

fail() { echo "error: $1" >&2; [ $# -lt 2 ] || echo "help: $2" >&2; exit 1; }

while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || fail "$1 needs a value" "sh install.sh [--version VERSION] [--prefix DIR]"
  case $1 in
    --version) version=${2#v} ;;
    --prefix) prefix=$2 ;;
    *) fail "unknown option $1" "sh install.sh [--version VERSION] [--prefix DIR]" ;;
  esac
  shift 2
done

if [ -z "$prefix" ]; then
  if [ -w /usr/local/bin ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
fi
[ "$(uname -s)" = Linux ] || fail "there is no archive for $(uname -s)" "install it with Homebrew and the assay.rb of the release, or build it: make install"
case $(uname -m) in
  x86_64 | amd64) machine=x86_64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "there is no archive for $(uname -m)" "build it: make install" ;;
esac

download() { # URL FILE
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1"
  else
    fail "curl or wget is needed" "install one of them"
  fi
}

command -v xz >/dev/null || fail "xz is needed to unpack the archive" "install it: apt-get install xz-utils, dnf install xz, apk add xz"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

case $version in latest) place=$releases/latest/download ;; *) place=$releases/download/v$version ;; esac
download "$place/SHA256SUMS" "$folder/SHA256SUMS" ||
  fail "$place/SHA256SUMS could not be downloaded" "check the version and the network, or set ASSAY_RELEASES to a mirror"
line=$(grep -m 1 "  assay-[0-9][^/]*-linux-$machine\.tar\.xz\$" "$folder/SHA256SUMS") ||
  fail "release $version has no archive for Linux on $machine" "build it: make install"
archive=${line##* }
download "$place/$archive" "$folder/$archive" || fail "$place/$archive could not be downloaded"
(cd "$folder" && echo "$line" | sha256sum -c - >/dev/null 2>&1) ||
  fail "$archive does not have the SHA-256 listed in SHA256SUMS" "download it again; if that fails, do not use it"

mkdir -p "$prefix"
tar -xJf "$folder/$archive" -C "$prefix" --strip-components=1
echo "installed $("$prefix/bin/assay" --version) in $prefix/bin"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "add it to the search path: export PATH=\"$prefix/bin:\$PATH\"" ;; esac
