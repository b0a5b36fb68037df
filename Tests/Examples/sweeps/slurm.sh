#!/bin/bash
#SBATCH --job-name=waymark
#SBATCH --array=1-7
#SBATCH --requeue
#SBATCH --cpus-per-task=2
# A sweep as a job array of Slurm: `sbatch --export=POOLS=infrastructure slurm.sh`, and when it has
# ended `waymark merge shard-*.json --output sweep.json`. A task that is requeued goes on where it was.
set -euo pipefail
waymark sweep "${POOLS:?}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --output "shard-$SLURM_ARRAY_TASK_ID.json"
