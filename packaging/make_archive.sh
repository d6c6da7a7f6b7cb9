#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make_archive.sh STAGE VERSION OUT: makes recscope-VERSION-linux-ARCHITECTURE.tar.zst from the tree installed in STAGE. The
# archive runs from any folder and includes all libraries except glibc, of which the system needs this machine's version or
# a newer one.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
stage=$1 version=$2 out=$3
name=recscope-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
mkdir -p "$root/lib" "$root/plugins" "$root/translations" "$root/share/recscope/fonts" "$root/licences"
cp -a "$stage/usr/bin" "$root/bin"
cp -a "$stage/usr/share/." "$root/share/"
cp "$here/../LICENSE" "$root/licences/RecScope"
cp "$here/archive_readme.txt" "$root/README"

# Qt's plugins: platforms with and without a display, OpenGL, icons and pictures, input methods.
plugins=$(qtpaths6 --plugin-dir)
while read -r plugin; do
    mkdir -p "$root/plugins/$(dirname "$plugin")"
    cp -L "$plugins/$plugin" "$root/plugins/$plugin"
done <<'TEXT'
platforms/libqxcb.so
platforms/libqoffscreen.so
platforms/libqminimal.so
xcbglintegrations/libqxcb-glx-integration.so
xcbglintegrations/libqxcb-egl-integration.so
iconengines/libqsvgicon.so
imageformats/libqsvg.so
platforminputcontexts/libcomposeplatforminputcontextplugin.so
platforminputcontexts/libibusplatforminputcontextplugin.so
TEXT
cp "$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)"/qtbase_{de,it,ko,zh_CN}.qm "$root/translations/"
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' > "$root/bin/qt.conf"
cp /usr/share/fonts/opentype/inter/Inter-{Regular,Italic,Medium,SemiBold,Bold}.otf \
    /usr/share/fonts/truetype/dejavu/DejaVuSans{,-Bold,Mono}.ttf \
    /usr/share/fonts/opentype/noto/NotoSansCJK-{Regular,Bold}.ttc "$root/share/recscope/fonts/"

# All directly and indirectly linked libraries except glibc, which only works with the dynamic loader of its own version.
glibc='/(ld-linux-x86-64|libc|libm|libmvec|libdl|libpthread|librt|libresolv|libutil|libanl|libnss_[a-z]+)\.so\.[0-9]+$'
mapfile -t objects < <(find "$root/bin" "$root/plugins" -type f \( -perm -u+x -o -name '*.so' \) | sort)
ldd "${objects[@]}" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | grep -Ev "$glibc" | while read -r library; do
    cp -L "$library" "$root/lib/"
done
chmod 644 "$root"/lib/* "$root"/share/recscope/fonts/*
# Copies the licence of each library's Debian package and the texts it cites. Runs before patchelf, after which ldd would
# find the copies instead of the packages' files.
"$here/bill_of_materials.py" --name recscope --version "$version" --epoch "$SOURCE_DATE_EPOCH" \
    --licences "$root/licences" --beside fonts-inter fonts-dejavu-core fonts-noto-cjk qt6-translations-l10n -- "${objects[@]}" \
    > "$root/licences/recscope-$version.cdx.json"

# A program's DT_RPATH also applies to what its libraries and plugins link, unless these have an RPATH of their own.
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" "$root"/bin/recscope "$root"/bin/recscope-cli
for library in "$root"/lib/*; do
    [[ -z $(patchelf --print-rpath "$library") ]] || patchelf --force-rpath --set-rpath "\$ORIGIN" "$library"
done

# No library may be loaded from this machine's folders, and none should require a glibc newer than 2.36.
outside=$(ldd "$root"/bin/recscope "$root"/bin/recscope-cli | awk '$2 == "=>" { print $3 }' | grep -v "^$root/" | grep -Ev "$glibc" || true)
[[ -z $outside ]] || { echo "Not in the archive: $outside" >&2; exit 1; }
newest=$(find "$root" -type f \( -perm -u+x -o -name '*.so*' \) -print0 | xargs -0 objdump -T 2>/dev/null |
    grep -o 'GLIBC_2\.[0-9]*' | sort -u -V | tail -1)
[[ $(printf '%s\n' "$newest" GLIBC_2.36 | sort -V | tail -1) == GLIBC_2.36 ]] ||
    echo "Beware: this archive needs $newest. Make it on Debian 12 for one that runs on glibc 2.36." >&2

find "$root" -type d -exec chmod 755 {} +
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$work" -c "$name" |
    zstd -q -10 -T1 -f -o "$out/$name.tar.zst"
