# What the scripts share: packages, building. Sourced by bash scripts, which set `script` and `root` first.
# shellcheck shell=bash

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# packages_for KIND...: the packages needed to do these things (build, test, check, lint, demo, bench, embed, systems), one a line,
# as they stand in the file packages.
packages_for() {
  local package kinds kind
  while read -r package kinds; do
    case $package in '' | '#'*) continue ;; esac
    for kind in "$@"; do
      case " $kinds " in *" $kind "*)
        echo "$package"
        break
        ;;
      esac
    done
  done <"$root/scripts/lib/packages"
}

# package_version installed|candidate PACKAGE: its version; nothing if it is not installed, if apt does not offer it.
package_version() {
  if [ "$1" = installed ]; then
    dpkg-query --show --showformat='${Status}\t${Version}\n' "$2" 2>/dev/null | sed -n 's/^install ok installed\t//p'
  else
    LC_ALL=C apt-cache policy "$2" 2>/dev/null | sed -n '/(none)/d; s/^  Candidate: //p'
  fi
}

# choose_package installed|candidate ALTERNATIVES: the first that there is in a version that serves; fails if none is.
choose_package() {
  local alternative name version alternatives
  IFS='|' read -ra alternatives <<<"$2"
  for alternative in "${alternatives[@]}"; do
    name=${alternative%%>=*}
    version=$(package_version "$1" "$name")
    [ -n "$version" ] || continue
    if [ "$name" = "$alternative" ] || dpkg --compare-versions "$version" ge "${alternative#*>=}"; then
      echo "$name"
      return 0
    fi
  done
  return 1
}

# install_packages KIND...: installs what is missing, after saying what that is.
install_packages() {
  local package missing=() names=() as_root=()
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian-like system: the packages are taken to be there. Their Debian names:" $(packages_for "$@")
    return 0
  fi
  while read -r package; do
    choose_package installed "$package" >/dev/null || missing+=("$package")
  done < <(packages_for "$@")
  if [ ${#missing[@]} -eq 0 ]; then
    return 0
  fi

  say "Installing with apt-get: ${missing[*]}"
  command -v apt-get >/dev/null || fail "there is no apt-get; install these packages in your own way: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      fail "neither root nor sudo; have somebody run: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q || fail "apt-get update failed"
  for package in "${missing[@]}"; do
    names+=("$(choose_package candidate "$package")") || fail "apt offers no such package: $package"
  done
  # Some packages bring a service along (nginx, haproxy): none is started. The file is Debian's way to say so.
  local policy=/usr/sbin/policy-rc.d installed=0
  if [ -e "$policy" ]; then policy=; else printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null; fi
  [ -z "$policy" ] || "${as_root[@]}" chmod +x "$policy"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${names[@]}" ||
    installed=$?
  [ -z "$policy" ] || "${as_root[@]}" rm -f "$policy"
  [ "$installed" -eq 0 ] || fail "apt-get could not install: ${names[*]}"
}

# configure_preset PRESET [ARGUMENT...]: configures build/PRESET. Compilers go through ccache where it is installed.
configure_preset() {
  local preset=$1
  shift
  if command -v ccache >/dev/null; then set -- -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@"; fi
  (cd "$root" && cmake --preset "$preset" "$@") || fail "configuring failed"
}

# build_preset PRESET: configures and builds into build/PRESET. MCP_JOBS limits what runs at once.
build_preset() {
  local jobs=${MCP_JOBS:-$(nproc)}
  say "Configuring $1"
  # Said each time: scripts/demo may have configured this build directory without the tests.
  configure_preset "$1" -DMCP_BUILD_TESTS=ON -DMCP_BUILD_EXAMPLES=ON
  say "Building $1 with $jobs jobs"
  (cd "$root" && cmake --build --preset "$1" --parallel "$jobs") || fail "the build failed"
}
