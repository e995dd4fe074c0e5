# What .ci/run and .ci/night have in common: steps that are timed, bounded and counted, and what a Debian machine lacks.
# shellcheck shell=bash

# What runs a program of the repository that has no npm script.
# shellcheck disable=SC2034 # .ci/night uses it
typescript=(node_modules/.bin/node -r ./bin/typescript.cjs)

logs=$(mktemp -d)
passed=0
failed=0
summary=()

cleanup() {
  rm -rf "$logs"
  # Only an engine that was started here ends here.
  [ -z "${CONFORM_ENGINE_PID:-}" ] || kill "$CONFORM_ENGINE_PID" 2>/dev/null || true
}
trap cleanup EXIT

# announce TEXT: a heading over the output of a step.
announce() { printf '\n=== %s\n' "$1"; }

# note NAME PASSED FAILED SECONDS
note() {
  passed=$((passed + $2))
  failed=$((failed + $3))
  summary+=("$(printf '%-10s %5d passed %5d failed %5d s' "$1" "$2" "$3" "$4")")
}

# step NAME SECONDS COMMAND…: counts as one; a command that takes longer than SECONDS, three times what is expected, has failed.
step() {
  local name=$1 bound=$2 started=$SECONDS status=0
  shift 2
  announce "$name: $*"
  timeout --kill-after=10 "$bound" "$@" </dev/null || status=$?
  [ "$status" = 0 ] || echo "$name: exit code $status"
  note "$name" $((status == 0)) $((status != 0)) $((SECONDS - started))
}

# counted NAME SECONDS PASSED FAILED COMMAND…: counts what the command itself counted. PASSED and FAILED are sed
# expressions that find its numbers; a failure that it did not count, or no count at all, is one more. What fails runs
# once more by the line `Again: COMMAND` that such a command prints, for whoever reads this; it counts as failed all the same.
counted() {
  local name=$1 bound=$2 find_passed=$3 find_failed=$4 started=$SECONDS status=0
  local log=$logs/$name.log ok bad again
  shift 4
  announce "$name: $*"
  timeout --kill-after=10 "$bound" "$@" </dev/null 2>&1 | tee "$log" || status=$?
  ok=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | sed -nE "$find_passed" | tail -n 1)
  bad=$(sed 's/\x1b\[[0-9;]*m//g' "$log" | sed -nE "$find_failed" | tail -n 1)
  if [ -z "$ok" ] || { [ "$status" != 0 ] && [ "${bad:-0}" = 0 ]; }; then
    echo "$name: exit code $status, ${ok:-no} passed, ${bad:-none} failed"
    bad=$((${bad:-0} + 1))
  fi
  note "$name" "${ok:-0}" "${bad:-0}" $((SECONDS - started))
  again=$(sed -nE 's/^Again: (.* -- .*)$/\1/p' "$log" | tail -n 1)
  if [ "${bad:-0}" -gt 0 ] && [ "$bad" -le 12 ] && [ -n "$again" ]; then
    announce "$name again: $again"
    timeout --kill-after=10 300 bash -c "$again" </dev/null || echo "$name: failed again"
  fi
}

# The engine's script tells what to export; without an engine the container step below fails.
start_engine() {
  announce 'engine: scripts/docker-engine.sh'
  local started=$SECONDS exports
  if exports=$(bash scripts/docker-engine.sh </dev/null); then
    eval "$exports"
    note engine 1 0 $((SECONDS - started))
  else
    note engine 0 1 $((SECONDS - started))
  fi
}

# What node's test runner prints at its end: `ℹ pass 12`, or `# pass 12` in TAP.
runner_pass='s/^(#|ℹ) pass ([0-9]+)$/\2/p'
runner_fail='s/^(#|ℹ) fail ([0-9]+)$/\2/p'
matrix_pass='s/^([0-9]+) passed, [0-9]+ failed$/\1/p'
matrix_fail='s/^[0-9]+ passed, ([0-9]+) failed$/\1/p'

# debian PACKAGE…: installs those that are missing.
debian() { dpkg -s "$@" >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; }; }
# The example adapters are certified with the packages of Debian that their language.json name.
need_languages() {
  # shellcheck disable=SC2046 # names of packages, one word each
  debian $(node -e 'for (const file of process.argv.slice(1)) for (const each of JSON.parse(require("fs").readFileSync(file, "utf8")).debian) console.log(each)' adapters/*/language.json | sort -u)
}
# A browser reads the reports, a token signs evidence packs, gateways write traffic logs, one container certifies another.
need_tools() {
  debian softhsm2 opensc nginx libnginx-mod-http-js libnginx-mod-http-lua lua-cjson haproxy caddy jq
  [ -x /usr/bin/chromium ] || debian chromium
  docker compose version >/dev/null 2>&1 || debian docker-compose
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix bench/peers
}
# An audit is judged in parts by a Slurm job array.
need_slurm() { debian slurmctld slurmd slurm-client munge; }
export -f debian need_languages need_tools need_slurm

# finish: the table, and the verdict as exit code.
finish() {
  announce "summary, after $((SECONDS / 60)) min $((SECONDS % 60)) s"
  printf '%s\n' "${summary[@]}"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
