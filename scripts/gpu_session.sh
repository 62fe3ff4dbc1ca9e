#!/usr/bin/env bash
# Ten minutes of a GPU: train the paper's bi-LSTM and a transformer on GENIA, the latter as guided bubbles, too; evaluate
# them, and measure speed.
#
#   scripts/gpu_session.sh GENIA TRANSFORMER OUT
#
# GENIA        folder with train.conllu, train.coord, dev.conllu, dev.coord
# TRANSFORMER  what encoder.model is to be: a folder, package:NAME/PATH, or a name on the hub
# OUT          folder for logs, scores (JSON) and speeds (JSON); models go to OUT/models
#
# DEVICE (cuda), BILSTM_MINUTES (2.5), BERT_MINUTES (1.5), GUIDED_MINUTES (2), LIMIT (all) and PYTHON (python3) may be set.
# It needs the packages of the extra `neural`, and nothing from the network.
set -euo pipefail

genia=$1 transformer=$2 out=$3
device=${DEVICE:-cuda} python=${PYTHON:-python3} limit=${LIMIT:-1000000}
mkdir -p "$out/models"
gold="$genia/dev.conllu --coord $genia/dev.coord"

# $gold and options in variables are taken apart at blanks, so no blanks in GENIA and TRANSFORMER.
say() { echo "== $(date +%H:%M:%S) $*" >&2; }

train() { # NAME MINUTES OPTION...
    name=$1 minutes=$2
    shift 2
    say "training $name for $minutes minutes"
    "$python" -m neural.train --train "$genia/train.conllu" --coord "$genia/train.coord" \
        --dev "$genia/dev.conllu" --dev-coord "$genia/dev.coord" --punctuation first --limit "$limit" \
        --device "$device" --time-limit "$minutes" --out "$out/models/$name" "$@" 2>&1 | tee "$out/$name.train.log"
    say "evaluating $name"
    "$python" -m neural.evaluate "$out/models/$name" $gold --punctuation first --device "$device" --batch-size 256 \
        --json >"$out/$name.scores.json"
    for size in 64 512; do
        "$python" -m neural.benchmark $gold --model "$out/models/$name" --device "$device" --batch-size "$size" \
            --sizes 1000 --json >"$out/$name.speed.$size.json"
    done
}

say "$("$python" -c 'import torch; print(torch.__version__, torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU")')"
schedule="--set training.schedule=cosine --set training.batch_size=32 --set training.warmup_steps=200"

train paper-bilstm "${BILSTM_MINUTES:-2.5}" --preset paper-bilstm $schedule --set training.learning_rate=0.002 \
    --set encoder.tags=xpos --set encoder.characters=cnn --set training.evaluate_every=900

fine_tuned="--preset paper-bert --set encoder.model=$transformer --set encoder.precision=bfloat16 --set training.evaluate_every=900
    --set training.learning_rate=0.001 --set training.pretrained_learning_rate=0.0002"
train transformer "${BERT_MINUTES:-1.5}" $fine_tuned $schedule
train guided "${GUIDED_MINUTES:-2}" $fine_tuned $schedule --set method.kind=guided-bubbles

# The same model must say the same on the CPU; in half precision, about the same.
for name in paper-bilstm guided; do
    say "$name on the CPU"
    "$python" -m neural.evaluate "$out/models/$name" $gold --punctuation first --limit 300 --json >"$out/$name.cpu.json"
    "$python" -m neural.evaluate "$out/models/$name" $gold --punctuation first --limit 300 --device "$device" \
        --json >"$out/$name.device.json"
    cmp "$out/$name.cpu.json" "$out/$name.device.json" && say "the same scores on the CPU and on $device"
done
say "done"
