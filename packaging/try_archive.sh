#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_archive.sh ARCHIVE [SUITE]: unpacks the archive in the minimal root of a later distribution, in which none of the
# archive's libraries is installed, and runs it there as an ordinary user without a network. Needs root, debootstrap and a Debian mirror.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bare_root.sh"
archive=$(readlink -f "$1")
suite=${2:-trixie}
needRoot
makeRoot "$suite"
say "$(sed -n 's/^PRETTY_NAME=//p' "$root/etc/os-release"), $(asRoot ldd --version | head -1)"
folder=$(basename "$archive" .tar.zst)
zstd -dc "$archive" | tar -x --no-same-owner -C "$root/home/visitor"
chroot "$root" chown -R visitor:visitor "/home/visitor/$folder"
run=/home/visitor/$folder/bin
foreign=$(asVisitor ldd "$run/recscope" | awk '$2 == "=>" { print $3 }' | grep -v "^/home/visitor/" |
    grep -Ev '/(libc|libm|libmvec|libdl|libpthread|librt|libresolv|libutil|libanl)\.so' || true)
check "only glibc comes from the system${foreign:+, not $foreign}" test -z "$foreign"
check "recscope-cli demo" demo "$run/recscope-cli"
check "the window opens the default workspace" asVisitor sh -c "$run/recscope --quit-when-open | grep -qx open"
mv "$root/home/visitor/$folder" "$root/home/visitor/elsewhere"
check "it runs from another folder" asVisitor /home/visitor/elsewhere/bin/recscope-cli runs
rm -rf "$root"
