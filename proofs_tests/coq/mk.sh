for f in "$@"; do coqc -Q . Bubble $f.v || exit 1; done
