(** * What is claimed

    Each definition is a proposition about Definitions.v; Theorems.v proves it under the same name
    with [_holds] appended.  [normal] and [single] are the two options of Table 1: a statement
    quantified over them holds with and without each. *)

From Coq Require Import List Arith Relations Bool Permutation.
From Bubble Require Import Program Definitions Oracle.
Import ListNotations.

(** [below] is the reflexive transitive closure of the arcs. *)
Definition descendants_are : Prop :=
  forall S a b, quadruple S -> bubble S a ->
  (below S a b <-> clos_refl_trans nat (fun x y => exists l, In (x, l, y) (arcs S)) a b).

(** The options only restrict: with either, what is derived is derived without. *)
Definition options_restrict : Prop :=
  forall normal single n ts S, derives normal single n ts S -> derives false false n ts S.

(** Soundness: every complete derivation yields a projective bubble tree, the first part of each
    bubble labelled "conj". *)
Definition soundness : Prop :=
  forall normal single n ts S, derives normal single n ts S ->
  size S = n /\ projective S /\ first_parts_are_conj S.

(** Completeness: every such tree is derived, in normal form. *)
Definition completeness : Prop :=
  forall S, projective S -> first_parts_are_conj S ->
  exists ts T, derives true false (size S) ts T /\ same_tree T S.

(** The side condition is exact: of the projective structures, these and no others are derived. *)
Definition exact_side_condition : Prop :=
  forall S, projective S ->
  ((exists ts T, derives false false (size S) ts T /\ same_tree T S) <-> first_parts_are_conj S).

(** Uniqueness: in normal form there is only one derivation of a tree. *)
Definition uniqueness : Prop :=
  forall single n ts ts' S T, derives true single n ts S -> derives true single n ts' T ->
  same_tree S T -> ts = ts'.

(** Oracle: it finds the derivation in normal form ... *)
Definition oracle_derives : Prop :=
  forall S, projective S -> first_parts_are_conj S ->
  exists T, derives true false (size S) (oracle S) T /\ same_tree T S.

(** ... and there is no other: whatever derives [S] in normal form is the oracle's. *)
Definition oracle_is_normal_form : Prop :=
  forall single n ts S, derives true single n ts S -> ts = oracle S.

(** Normalisation: what has a derivation has one in normal form. *)
Definition normalisation : Prop :=
  forall single n ts S, derives false single n ts S ->
  exists ts' T, derives true single n ts' T /\ same_tree T S /\ length ts' = length ts.

(** Progress: as long as the configuration is not terminal, some transition is allowed. *)
Definition progress : Prop :=
  forall normal single n ts c, run normal single (initial n) ts = Some c -> ~ terminal c ->
  exists t, allowed normal single c t = true.

(** Termination: no run, complete or not, is longer than 4n. *)
Definition termination : Prop :=
  forall normal single n ts c, run normal single (initial n) ts = Some c -> length ts <= 4 * n.

(** So whatever picks allowed transitions ends within 4n steps in a projective tree over its words. It may look at
    all that came before: [pick ts c] is what it picks in the configuration [c], where [ts] has led. *)
Definition any_policy : Prop :=
  forall normal single n (pick : list transition -> configuration -> transition),
  (forall ts c, run normal single (initial n) ts = Some c -> ~ terminal c -> allowed normal single c (pick ts c) = true) ->
  exists ts S, derives normal single n ts S /\ length ts <= 4 * n /\ size S = n /\ projective S /\
  forall before t after, ts = before ++ t :: after ->
    exists c, run normal single (initial n) before = Some c /\ t = pick before c.

(** Length: a complete derivation of a tree with k bubbles of two words or more has 2n + 2k steps. *)
Definition exact_length : Prop :=
  forall normal single n ts S, derives normal single n ts S -> length ts = 2 * n + 2 * bubbles S.

(** Single root: with the option, RT has exactly one child (if there are words) ... *)
Definition single_root_sound : Prop :=
  forall normal n ts S, derives normal true (Datatypes.S n) ts S -> one_root_child S.

(** ... and every such tree is derived. *)
Definition single_root_complete : Prop :=
  forall S, projective S -> first_parts_are_conj S -> one_root_child S ->
  exists ts T, derives true true (size S) ts T /\ same_tree T S.

(** Definitions.v knows RT by the number of its bubble, which is 0; the paper knows it by its content, {RT}. In every
    configuration that can be reached the two agree, and the items of stack and buffer are bubbles. *)
Definition root_by_number : Prop :=
  forall normal single n ts c, run normal single (initial n) ts = Some c ->
  (forall b, In b (stack c) \/ In b (buffer c) -> bubble (so_far c) b) /\
  forall b, bubble (so_far c) b -> (b = ROOT <-> same (phi (so_far c) b) [ROOT]).

(** Three preconditions of Table 1 never fail: that the stack holds a bubble, for LeftArc and for BubbleClose, as RT
    stays at its bottom; and that b1 is not open, for LeftArc. *)
Definition idle_preconditions : Prop :=
  forall normal single n ts c, run normal single (initial n) ts = Some c ->
  (exists sigma, stack c = sigma ++ [ROOT]) /\ forall b, In b (buffer c) -> is_open c b = false.

(** Counting. The product of two power series, given by their coefficients: *)
Definition times (a b : nat -> nat) (n : nat) : nat := list_sum (map (fun i => a i * b (n - i)) (seq 0 (n + 1))).

(** Three power series with F = 1 + T F, T = F C F and C = x + T T F ... *)
Definition series (f t c : nat -> nat) : Prop :=
  (forall n, f n = (if n =? 0 then 1 else 0) + times t f n) /\
  (forall n, t n = times (times f c) f n) /\
  (forall n, c n = (if n =? 1 then 1 else 0) + times (times t t) f n).

(** ... exist, only once, ... *)
Definition one_series : Prop :=
  (exists f t c, series f t c) /\
  forall f t c f' t' c', series f t c -> series f' t' c' -> forall n, f n = f' n /\ t n = t' n /\ c n = c' n.

(** ... and the coefficient of x^n in F is the number of derivations in normal form over n words,
    labels apart (all are "conj"). *)
Definition counting : Prop :=
  forall f t c, series f t c ->
  forall n, exists l : list (list transition), NoDup l /\ length l = f n /\
    forall ts, In ts l <-> exists S, derives true false n ts S /\ forall a, In a (arcs S) -> snd (fst a) = conj.

(** As derivations in normal form and trees are one-to-one, the same numbers count trees. A structure without its
    labels (all are "conj"): *)
Definition shape (S : structure) : structure :=
  Structure (size S) (contents S) (map (fun a => (head a, conj, dependent a)) (arcs S)).

(** There are k structures with a property, if neither labels nor the numbers of bubbles tell them apart. *)
Definition there_are (k : nat) (P : structure -> Prop) : Prop :=
  exists l : list structure, length l = k /\ (forall S, In S l -> P S) /\
  ForallOrdPairs (fun S T => ~ same_tree (shape S) (shape T)) l /\
  forall S, P S -> exists T, In T l /\ same_tree (shape T) (shape S).

(** The coefficient of x^n in F is the number of projective trees over n words, in T of those with one child of RT. *)
Definition counting_trees : Prop :=
  forall f t c, series f t c ->
  forall n, there_are (f n) (fun S => projective S /\ size S = n) /\
            there_are (t n) (fun S => projective S /\ size S = n /\ one_root_child S).

(** ** The program of bubbletree.exact

    [derivation_of O (goal n) d]: [d] is one of its derivations over n words, with the options [O].
    [structure_of n d] is the structure that it builds. *)

(** Soundness: every derivation is of a projective tree over its words that fits the options. *)
Definition program_sound : Prop :=
  forall O n d, derivation_of O (goal n) d ->
  size (structure_of n d) = n /\ projective (structure_of n d) /\ fits O (structure_of n d).

(** Completeness: every such tree has a derivation ... *)
Definition program_complete : Prop :=
  forall O S, projective S -> fits O S ->
  exists d, derivation_of O (goal (size S)) d /\ same_tree (structure_of (size S) d) S.

(** ... and only one. So derivations and trees are one-to-one. *)
Definition program_unambiguous : Prop :=
  forall O n d d', derivation_of O (goal n) d -> derivation_of O (goal n) d' ->
  same_tree (structure_of n d) (structure_of n d') -> d = d'.

(** Without labels, and without kinds of parts, the program finds all projective trees. *)
Definition program_finds_all : Prop :=
  forall single S, projective S -> (single = true -> size S <> 0 -> one_root_child S) ->
  exists d, derivation_of (Options single false false None) (goal (size S)) d /\
    same_tree (structure_of (size S) d) (shape S).

(** The list of its derivations has each of them once ... *)
Definition program_lists : Prop :=
  forall O n, distinct_labels O -> NoDup (derivations O (enough n) (goal n)) /\
  forall d, In d (derivations O (enough n) (goal n)) <-> derivation_of O (goal n) d.

(** ... and what it computes for the goal, in any semiring, is the sum over this list of the products of the weights of
    the steps. *)
Definition program_sums : Prop :=
  forall (K : Type) zero one plus times (weight : option Program.step -> K), semiring K zero one plus times ->
  forall O n, inside K zero one plus times weight O (enough n) (goal n) =
    sum_of K zero plus (map (weight_of K one times weight) (derivations O (enough n) (goal n))).

(** The steps of a derivation are those of its tree, each as often. *)
Definition program_steps : Prop :=
  forall O n d, derivation_of O (goal n) d -> Permutation (steps_of d) (tree_steps O (structure_of n d)).

(** It has as many [BUBBLE] steps as its tree has bubbles of two words or more. *)
Definition program_bubbles : Prop :=
  forall O n d, derivation_of O (goal n) d ->
  length (filter is_bubble_step (steps_of d)) = bubbles (structure_of n d).

(** So the program computes the sum, over all trees, of the products of the weights of their steps. *)
Definition program_scores : Prop :=
  forall (K : Type) zero one plus times (weight : option Program.step -> K), semiring K zero one plus times ->
  (forall x y, times x y = times y x) -> weight None = one ->
  forall O n, inside K zero one plus times weight O (enough n) (goal n) =
    sum_of K zero plus (map (fun d => product_of K one times
        (map (fun s => weight (Some s)) (tree_steps O (structure_of n d)))) (derivations O (enough n) (goal n))).

(** What it counts is how many projective trees fit the options ... *)
Definition program_counts : Prop :=
  forall O n, distinct_labels O ->
  exists l : list structure, length l = count O n /\ (forall S, In S l -> projective S /\ size S = n /\ fits O S) /\
  ForallOrdPairs (fun S T => ~ same_tree S T) l /\
  forall S, projective S -> size S = n -> fits O S -> exists T, In T l /\ same_tree T S.

(** ... and without labels and kinds these are the numbers of [counting_trees]. *)
Definition program_counts_all : Prop :=
  forall f t c, series f t c -> forall n,
  count (Options false false false None) n = f n /\
  count (Options true false false None) n = if n =? 0 then 1 else t n.

(** ** What is false *)

(** Without the normal form, a tree over three words may have two derivations. *)
Definition ambiguity : Prop :=
  exists ts ts' S T, derives false false 3 ts S /\ derives false false 3 ts' T /\ same_tree S T /\ ts <> ts'.

(** Read for a1 = a2 as well, as printed, contained projections rules out every structure. *)
Definition reflexive_reading_fails : Prop :=
  forall S, quadruple S -> roothood S ->
  ~ (forall a1 a2, bubble S a1 -> below S a1 a2 ->
     proper (psi S a2) (phi S a1) \/ disjoint (psi S a2) (phi S a1)).

(** With an inclusion that need not be proper, contained projections lets in trees that cannot be derived. *)
Definition improper_reading_fails : Prop :=
  exists S, quadruple S /\ is_tree S /\ no_partial_overlap S /\ non_duplication S /\ lexical_coverage S /\
  roothood S /\ containment S /\ continuous_coverage S /\ continuous_projections S /\
  (forall a1 a2, bubble S a1 -> below S a1 a2 -> a1 <> a2 ->
   incl (psi S a2) (phi S a1) \/ disjoint (psi S a2) (phi S a1)) /\
  first_parts_are_conj S /\
  forall ts T, derives false false (size S) ts T -> ~ same_tree T S.

(** Some projective trees cannot be derived because of their labels. *)
Definition labels_matter : Prop :=
  exists S, projective S /\ forall ts T, derives false false (size S) ts T -> ~ same_tree T S.
