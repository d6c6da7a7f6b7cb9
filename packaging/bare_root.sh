# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by try_package.sh and try_archive.sh: makes a minimal root file system with debootstrap, with one user, "visitor".

say() { printf '%s\n' "$*" >&2; }

needRoot() {
    [[ $EUID -eq 0 ]] || { say "This script makes a root file system and changes into it: run it as root."; exit 1; }
    command -v debootstrap >/dev/null || { say "debootstrap is missing: apt-get install debootstrap"; exit 1; }
}

makeRoot() {  # SUITE: sets `root` to a fresh copy of the suite's minimal root, which is made once and kept
    local suite=$1
    local folder=${RECSCOPE_TRY_FOLDER:-/var/tmp/recscope-try} mirror=${RECSCOPE_TRY_MIRROR:-http://deb.debian.org/debian}
    root=$folder/$suite-tried
    mkdir -p "$folder"
    if [[ ! -e $folder/$suite.made ]]; then
        say "debootstrap makes a bare $suite in $folder/$suite"
        rm -rf "${folder:?}/$suite"
        # debootstrap may not know the suite yet. The script for sid makes the same minimal root.
        local script=/usr/share/debootstrap/scripts/$suite
        [[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
        debootstrap --variant=minbase "$suite" "$folder/$suite" "$mirror" "$script" >&2
        touch "$folder/$suite.made"
    fi
    rm -rf "$root"
    cp -a "$folder/$suite" "$root"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    echo force-unsafe-io > "$root/etc/dpkg/dpkg.cfg.d/try"  # a temporary root need not survive a power cut
    mkdir -p "$folder/$suite-debs"
    find "$folder/$suite-debs" -name '*.deb' -exec cp -t "$root/var/cache/apt/archives" {} +  # downloaded by earlier calls
    chroot "$root" useradd --create-home visitor
}

keepDownloads() { cp -n "$root"/var/cache/apt/archives/*.deb "${root%-tried}-debs/"; }

# asRoot and asVisitor run their command in new namespaces, so that it sees its own /proc and nothing stays mounted.
asRoot() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" "$@"; }  # COMMAND...: runs it as root, with the network
asVisitor() {  # COMMAND...: runs it as an ordinary user, with no network but loopback
    unshare --net --mount --pid --fork --mount-proc="$root/proc" chroot --userspec=visitor:visitor "$root" \
        env -i HOME=/home/visitor USER=visitor LANG=C.UTF-8 PATH=/usr/bin:/bin QT_QPA_PLATFORM=offscreen "$@"
}

filesOf() {  # FOLDER: lists every path below it, except folders that change whether or not the package is installed
    (cd "$1" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./tmp -o -path ./run -o -path ./var/log \
        -o -path ./var/cache/apt -o -path ./var/lib/apt \) -prune -o -print | LC_ALL=C sort)
}

demo() {  # PROGRAM [ARG...]: runs recscope-cli's demo and shows the table at its end
    local log
    log=$(mktemp)
    asVisitor "$@" demo > "$log" 2>&1 || { tail -5 "$log" >&2; return 1; }
    grep -v '^epoch' "$log" | tail -25 >&2
    rm -f "$log"
}

check() {  # SENTENCE COMMAND...: prints SENTENCE and whether COMMAND succeeds; exits if it fails
    local sentence=$1
    shift
    if "$@"; then say "ok: $sentence"; else say "FAILED: $sentence"; exit 1; fi
}
