#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints, as CycloneDX 1.5 JSON, every Debian package whose code runs in the given programs: libraries linked directly or
indirectly, and libraries compiled into the programs. --licences FOLDER also copies their licence texts."""
import argparse
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import uuid

# Header-only and static libraries leave no trace in the binary. tests/packaging checks that packages.txt lists them.
COMPILED_IN = ["libboost-dev", "libcli11-dev", "nlohmann-json3-dev", "libsqlitecpp-dev"]
DOCUMENTS = pathlib.Path("/usr/share/doc")
COMMON_LICENCES = pathlib.Path("/usr/share/common-licenses")
# Debian's short names (copyright-format 1.0) that are not SPDX's; a "+" becomes "-or-later" below.
SPDX = {
    "Expat": "MIT", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "ISC": "ISC", "MIT": "MIT",
    "Apache-2.0": "Apache-2.0", "Apache-2": "Apache-2.0", "Zlib": "Zlib", "zlib": "Zlib", "BSL-1.0": "BSL-1.0",
    "BSD-3-Clause": "BSD-3-Clause", "BSD-2-Clause": "BSD-2-Clause", "CC0-1.0": "CC0-1.0", "MPL-2.0": "MPL-2.0",
    "GPL-2": "GPL-2.0-only", "GPL-3": "GPL-3.0-only", "GPL-2+": "GPL-2.0-or-later", "GPL-3+": "GPL-3.0-or-later",
    "LGPL-2": "LGPL-2.0-only", "LGPL-2+": "LGPL-2.0-or-later", "LGPL-2.1": "LGPL-2.1-only",
    "LGPL-2.1+": "LGPL-2.1-or-later", "LGPL-3": "LGPL-3.0-only", "LGPL-3+": "LGPL-3.0-or-later",
    "SIL-1.1": "OFL-1.1", "OFL-1.1": "OFL-1.1",
}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def libraries_of(programs):
    """Two sets of real paths: all shared libraries that the programs load, and those that they link directly."""
    paths = {}
    for line in output_of("ldd", *programs).splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match:
            paths[match[1]] = pathlib.Path(match[2]).resolve()
        elif "not found" in line:
            raise SystemExit(f"{line.strip()}: a library is missing here")
    direct = set()
    for program in programs:
        direct.update(re.findall(r"NEEDED\s+(\S+)", output_of("objdump", "-p", program)))
    return set(paths.values()), {paths[name] for name in direct if name in paths}


def owners_of(paths):
    """Maps each path to its package. dpkg knows a path only as the package spells it, with or without /usr before /lib."""
    if not paths:
        return {}
    spellings = {str(path): path for path in paths}
    spellings.update({str(path).removeprefix("/usr"): path for path in paths})
    answer = subprocess.run(["dpkg-query", "-S", *sorted(spellings)], capture_output=True, text=True).stdout
    owners = {}
    for line in answer.splitlines():
        package, _, path = line.partition(": ")
        if path in spellings:
            owners[spellings[path]] = package.split(":")[0].split(",")[0]
    missing = [str(path) for path in paths if path not in owners]
    if missing:
        raise SystemExit(f"No package owns {', '.join(sorted(missing))}")
    return owners


def versioned(package):
    """For libboost-dev, which is empty, the package that it depends on, such as libboost1.74-dev; for others, themselves."""
    depends = output_of("dpkg-query", "-W", "-f", "${Depends}", package)
    return depends if re.fullmatch(r"libboost[\d.]+-dev", depends) else package


def licences_of(package):
    """Licence names of the package's copyright file, in SPDX's spelling where there is one."""
    text = (DOCUMENTS / package / "copyright").read_text(errors="replace")
    names = re.findall(r"^License:[ \t]*(\S.*)$", text, re.MULTILINE)
    if not names:  # a copyright file in free form: take the licences it refers to
        names = [name.rstrip(".") for name in re.findall(r"common-licenses/([A-Za-z0-9.+-]+)", text)]
    plain = sorted({name.strip() for name in names})
    if not plain:
        return [{"license": {"name": f"see the copyright file of {package}"}}]
    known = {SPDX[name] for name in plain if name in SPDX}
    other = sorted(name for name in plain if name not in SPDX)
    return [{"license": {"id": name}} for name in sorted(known)] + [{"license": {"name": name}} for name in other]


def component(package, versions, part):
    """The CycloneDX entry of a package; `part` says how its code is included, such as "linked"."""
    source, version, architecture = versions[package]
    return {
        "type": "library", "bom-ref": f"pkg:deb/debian/{package}@{version}?arch={architecture}", "name": package,
        "version": version, "purl": f"pkg:deb/debian/{package}@{version}?arch={architecture}",
        "licenses": licences_of(package),
        "properties": [{"name": "recscope:part", "value": part}, {"name": "debian:source", "value": source}],
    }


def copy_licences(packages, folder):
    for package in packages:
        shutil.copyfile(DOCUMENTS / package / "copyright", folder / package)
    (folder / "common-licenses").mkdir(exist_ok=True)
    for text in sorted(COMMON_LICENCES.iterdir()):  # the texts that copyright files cite
        shutil.copyfile(text, folder / "common-licenses" / text.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--epoch", required=True, type=int, help="time of the source, in seconds since 1970")
    parser.add_argument("--licences", type=pathlib.Path, help="folder to copy the licence texts into")
    parser.add_argument("--beside", nargs="*", default=[],
                        help="packages whose files are shipped beside the programs, such as fonts")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()

    libraries, direct = libraries_of(options.programs)
    owners = owners_of(libraries)
    parts = {owner: "loaded by a library" for owner in owners.values()}
    parts.update({owners[library]: "linked" for library in direct})
    parts.update({versioned(package): "compiled in" for package in COMPILED_IN})
    parts.update({package: "beside the programs" for package in options.beside})
    form = "${Package}\t${source:Package}\t${Version}\t${Architecture}\n"
    versions = {}
    for line in output_of("dpkg-query", "-W", "-f", form, *sorted(parts)).splitlines():
        package, source, version, architecture = line.split("\t")
        versions[package] = (source, version, architecture)

    components = [component(package, versions, parts[package]) for package in sorted(parts)]
    root = f"pkg:generic/{options.name}@{options.version}"
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, root + json.dumps(components)).urn,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(options.epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": root, "name": options.name, "version": options.version,
                          "purl": root, "licenses": [{"license": {"id": "GPL-3.0-or-later"}}]},
        },
        "components": components,
        "dependencies": [{"ref": root, "dependsOn": [
            part["bom-ref"] for part in components if parts[part["name"]] != "loaded by a library"]}],
    }
    if options.licences:
        copy_licences(sorted(parts), options.licences)
    print(json.dumps(bill, indent=1, ensure_ascii=False))


main()
