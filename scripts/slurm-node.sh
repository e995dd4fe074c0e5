#!/usr/bin/env bash
# slurm-node.sh DIR: starts a Slurm cluster that consists of this machine, as root, with all of its files in
# DIR. Needs Debian's packages slurmctld, slurmd, slurm-client and munge. `slurm-node.sh DIR stop` stops that
# cluster.
set -euo pipefail
dir=$(readlink -m "$1")

if [ "${2:-}" = stop ]; then
  for name in slurmd slurmctld munged; do
    [ ! -f "$dir/$name.pid" ] || kill "$(cat "$dir/$name.pid")" 2>/dev/null || true
  done
  exit 0
fi

mkdir -p "$dir"/{state,spool,log}
host=$(hostname -s)
(umask 077 && head -c 1024 /dev/urandom >"$dir/munge.key")
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
cat >"$dir/slurm.conf" <<CONF
ClusterName=conform
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.sock,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.file.pid
SlurmdPidFile=$dir/slurmd.file.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE OverSubscribe=FORCE:4 State=UP
CONF

# start NAME COMMAND…: runs a daemon as a background job and writes its pid to NAME.pid. COMMAND must not
# fork, or the pid would be wrong.
start() {
  local name=$1
  shift
  "$@" </dev/null >"$dir/log/$name.out" 2>&1 &
  echo $! >"$dir/$name.pid"
}
export SLURM_CONF=$dir/slurm.conf
start munged munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.sock" \
  --pid-file="$dir/munged.file.pid" --seed-file="$dir/munge.seed" --log-file="$dir/log/munged.log"
for _ in $(seq 100); do [ -S "$dir/munge.sock" ] && break || sleep 0.1; done
start slurmctld slurmctld -D -f "$dir/slurm.conf"
start slurmd slurmd -D -f "$dir/slurm.conf"
for _ in $(seq 200); do
  if sinfo --noheader --format=%t 2>/dev/null | grep -q idle; then
    echo "export SLURM_CONF=$dir/slurm.conf"
    exit 0
  fi
  sleep 0.1
done
echo "slurm-node.sh: the node did not come up; see $dir/log" >&2
tail -n 5 "$dir"/log/* >&2
exit 1
