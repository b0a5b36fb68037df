#!/usr/bin/env bash
# A sweep as a job array of Slurm, of which a task is requeued in the midst of it, says the same, byte
# for byte, as one shard. Starts a controller and a node of its own on this machine; 77 where Slurm
# (Debian's slurm-wlm) is missing.
#
#   Tests/Oracles/sweep_slurm.sh path/to/waymark
set -euo pipefail
waymark=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
for tool in slurmctld slurmd sbatch; do
  command -v "$tool" >/dev/null || { echo "Slurm is not installed; skipped"; exit 77; }
done
((EUID == 0)) || { echo "Slurm's node needs root here; skipped"; exit 77; }
work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf
finish() {
  for daemon in slurmd slurmctld; do
    if [[ -f $work/$daemon.pid ]]; then kill "$(cat "$work/$daemon.pid")" 2>/dev/null || true; fi
  done
  sleep 1
  rm -rf "$work"
}
trap finish EXIT
mkdir "$work/state" "$work/spool" "$work/bin"
name=$(hostname -s)
cat >"$SLURM_CONF" <<CONF
ClusterName=waymark
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
RequeueExit=137
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=local Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld
slurmd
for ((wait = 0; wait < 100; wait++)); do
  if [[ $(sinfo -h -o %t) == idle ]]; then break; fi
  sleep 0.2
done
sinfo -h

Tests/Oracles/small_pools.sh "$work/pools"
cd "$work"
ln -s "$waymark" bin/waymark
export PATH=$work/bin:$PATH
WAYMARK_MODELS=${WAYMARK_MODELS:-$(find "$(dirname "$waymark")" -maxdepth 1 -name 'waymark_Models.resources')}
export WAYMARK_MODELS
waymark sweep pools --output one.json 2>/dev/null
waymark merge one.json --format json >whole.json || true

job=$(POOLS=pools sbatch --parsable --chdir "$work" --output "$work/task-%a.log" --cpus-per-task 1 \
  "$root/Tests/Examples/sweeps/slurm.sh")
# As soon as one pool is done somewhere, a running task is taken away and put at the end of the queue.
requeued=none
for ((wait = 0; wait < 600; wait++)); do
  running=$(squeue -h -t R -o '%F_%K' -r | head -1)
  if compgen -G 'shard-*.partial.json' >/dev/null && [[ -n $running ]]; then
    if scontrol requeue "$running"; then requeued=$running; break; fi
  fi
  sleep 0.05
done
for ((wait = 0; wait < 1200; wait++)); do
  # A task that was requeued waits for a while before it is begun again.
  for held in $(squeue -h -t PD -o '%i' -r); do scontrol update "jobid=$held" starttime=now 2>/dev/null || true; done
  if [[ -z $(squeue -h) ]]; then break; fi
  sleep 0.5
done
echo "job $job of $(compgen -G 'shard-*.json' | wc -l) tasks, of which $requeued was requeued"
waymark merge shard-*.json --format json >merged.json || true
cmp whole.json merged.json
if compgen -G 'shard-*.partial.json' >/dev/null; then echo "a journal is left" >&2; exit 1; fi
echo "Slurm's job array and one shard: the same $(stat -c %s whole.json) bytes"
