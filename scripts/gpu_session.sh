#!/usr/bin/env bash
# Six minutes of a GPU: how fast the paper's bi-LSTM, a transformer, and the transformer with guided bubbles learn and
# parse, and how busy the GPU is meanwhile.
#
#   scripts/gpu_session.sh GENIA TRANSFORMER OUT
#
# GENIA        folder with train.conllu, train.coord, dev.conllu, dev.coord
# TRANSFORMER  what encoder.model is to be: a folder, package:NAME/PATH, or a name on the hub
# OUT          folder for logs, scores (JSON), speeds (JSON) and the GPU's use (CSV); models go to OUT/models
#
# These may be set: DEVICE (cuda), MINUTES of training for each model (0.75), TRAIN (4000) and DEV (600): how many
# sentences to read, OPTIONS for neural.train, and PYTHON (python3). To see that it runs, without a GPU and in a few
# minutes, take files of a few sentences, a small transformer, and a small network:
#
#   DEVICE=cpu MINUTES=0.05 OPTIONS="--set encoder.hidden=16" scripts/gpu_session.sh FEW SMALL OUT
#
# It needs the packages of the extra `fast`, and nothing from the network. Nobody has to be there.
set -euo pipefail

genia=$1 transformer=$2 out=$3
device=${DEVICE:-cuda} minutes=${MINUTES:-0.75} python=${PYTHON:-python3} train=${TRAIN:-4000} dev=${DEV:-600}
mkdir -p "$out/models"
gold="$genia/dev.conllu --coord $genia/dev.coord --limit $dev"
sampler=

# $gold and options in variables are taken apart at blanks, so no blanks in GENIA and TRANSFORMER.
say() { echo "== $(date +%H:%M:%S) $*" | tee -a "$out/session.log" >&2; }

unwatched() { [ -z "$sampler" ] || kill "$sampler" 2>/dev/null || true; sampler=; }
trap unwatched EXIT

watched() { # NAME COMMAND...: run it, and note twice a second how busy the GPU is: its time in %, that of its memory, MB, watts
    name=$1
    shift
    if [ "$device" != cpu ] && command -v nvidia-smi >/dev/null; then
        nvidia-smi --query-gpu=timestamp,utilization.gpu,utilization.memory,memory.used,power.draw \
            --format=csv,noheader,nounits -lms 500 >"$out/$name.use.csv" &
        sampler=$!
    fi
    say "$name"
    "$@"
    unwatched
    if [ -s "$out/$name.use.csv" ]; then
        say "$name: $(awk -F', ' '{ time += $2; if ($4 > most) most = $4 } END {
            printf "GPU busy %.0f%% of the time, %d MB at most", time / NR, most }' "$out/$name.use.csv")"
    fi
}

# What prints JSON, and its file.
into() { file=$1; shift; "$@" >"$file"; }

measure() { # NAME OPTION...: train a model, time it, and compare its scores on both processors
    model=$1
    shift
    watched "$model.training" "$python" -m neural.train --train "$genia/train.conllu" --coord "$genia/train.coord" \
        --dev "$genia/dev.conllu" --dev-coord "$genia/dev.coord" --punctuation first --limit "$train" \
        --device "$device" --time-limit "$minutes" --out "$out/models/$model" "$@" ${OPTIONS:-} >"$out/$model.training.log" 2>&1
    for size in 64 512; do
        watched "$model.speed.$size" into "$out/$model.speed.$size.json" "$python" -m neural.benchmark $gold \
            --model "$out/models/$model" --device "$device" --batch-size "$size" --steps 20 --alone --json
    done
    for place in cpu "$device"; do
        "$python" -m neural.evaluate "$out/models/$model" $gold --limit 100 --punctuation first --device "$place" \
            --json >"$out/$model.scores.$place.json"
    done
    cmp -s "$out/$model.scores.cpu.json" "$out/$model.scores.$device.json" &&
        say "$model: the same scores on the CPU and on $device" || say "$model: other scores on the CPU than on $device"
}

say "$("$python" -c 'import torch; print(torch.__version__, torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU")')"
# The development sentences are only evaluated at the end: an evaluation every 100,000 steps.
schedule="--set training.schedule=cosine --set training.batch_size=32 --set training.warmup_steps=200
    --set training.evaluate_every=100000"
fine_tuned="--preset paper-bert --set encoder.model=$transformer --set encoder.precision=bfloat16
    --set training.learning_rate=0.001 --set training.pretrained_learning_rate=0.0002"

measure paper-bilstm --preset paper-bilstm $schedule --set training.learning_rate=0.002 --set encoder.tags=xpos \
    --set encoder.characters=cnn
measure transformer $fine_tuned $schedule
measure guided $fine_tuned $schedule --set method.kind=guided-bubbles
say "done"
