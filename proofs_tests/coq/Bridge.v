(** * Vectors that tie these definitions to the Python code

    vectors.py writes down what [bubbletree] says of some structures and derivations; the functions
    here say whether Definitions.v agrees, by computation. *)

From Coq Require Import List Arith Bool NArith.
From Bubble Require Import Program Definitions Oracle Checker.
Import ListNotations.

Definition transition_eq_dec (t t' : transition) : {t = t'} + {t <> t'}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition equal {A} (dec : forall x y : A, {x = y} + {x <> y}) (x y : A) : bool := if dec x y then true else false.
Definition same_set {A} (dec : forall x y : A, {x = y} + {x <> y}) (X Y : list A) : bool :=
  forallb (fun x => existsb (equal dec x) Y) X && forallb (fun y => existsb (equal dec y) X) Y.

Fixpoint all_two {A} (f : A -> A -> bool) (X Y : list A) : bool :=
  match X, Y with
  | [], [] => true
  | x :: X, y :: Y => f x y && all_two f X Y
  | _, _ => false
  end.

(** A structure, which of the nine conditions it fulfils, whether it has one child of RT, and the
    oracle's derivation if there is one. *)
Record tree_vector := TreeVector {
  tv_structure : structure;
  tv_conditions : list bool;
  tv_single : bool;
  tv_oracle : option (list transition)
}.

Definition tree_agrees (v : tree_vector) : bool :=
  let S := tv_structure v in
  quadruple_b S &&
  equal (list_eq_dec bool_dec) (conditions_b S) (tv_conditions v) &&
  Bool.eqb (one_root_child_b S) (tv_single v) &&
  match tv_oracle v with
  | Some ts =>
      projective_b S && first_parts_are_conj_b S &&
      equal (list_eq_dec transition_eq_dec) (oracle S) ts &&
      match derive true false (size S) ts with Some T => same_tree_b T S | None => false end
  | None => negb (projective_b S && first_parts_are_conj_b S)
  end.

(** A configuration as Python shows it: which of the six kinds of transition are allowed, with neither option, with
    either, and with both; whether it is terminal, the stack (top first), the buffer, the contents, the arcs and the
    open bubbles. *)
Record snapshot := Snapshot {
  sn_allowed : list bool;
  sn_terminal : bool;
  sn_stack : list nat;
  sn_buffer : list nat;
  sn_contents : list (list nat);
  sn_arcs : list arc;
  sn_open : list nat
}.

Definition kinds : list transition := [Shift; LeftArc 1; RightArc 1; BubbleOpen 1; BubbleAttach 1; BubbleClose].

(** In the order of [OPTIONS] in proofs_tests/vectors/layout.py: normal form and single root. *)
Definition options : list (bool * bool) := [(false, false); (true, false); (false, true); (true, true)].

Definition configuration_agrees (c : configuration) (s : snapshot) : bool :=
  equal (list_eq_dec bool_dec) (flat_map (fun o => map (allowed (fst o) (snd o) c) kinds) options) (sn_allowed s) &&
  Bool.eqb (terminal_b c) (sn_terminal s) &&
  equal (list_eq_dec Nat.eq_dec) (stack c) (sn_stack s) &&
  equal (list_eq_dec Nat.eq_dec) (buffer c) (sn_buffer s) &&
  all_two same_b (contents (so_far c)) (sn_contents s) &&
  same_set arc_eq_dec (arcs (so_far c)) (sn_arcs s) &&
  same_set Nat.eq_dec (open c) (sn_open s).

(** A derivation, with the options that it keeps to: from a configuration, the next transition; at the end, the last
    configuration. *)
Record derivation_vector := DerivationVector {
  dv_normal : bool;
  dv_single : bool;
  dv_size : nat;
  dv_steps : list (snapshot * transition);
  dv_end : snapshot
}.

Fixpoint steps_agree (normal single : bool) (c : configuration) (l : list (snapshot * transition)) (e : snapshot) : bool :=
  match l with
  | [] => configuration_agrees c e
  | (s, t) :: l =>
      configuration_agrees c s &&
      match step normal single c t with Some c' => steps_agree normal single c' l e | None => false end
  end.

Definition derivation_agrees (v : derivation_vector) : bool :=
  steps_agree (dv_normal v) (dv_single v) (initial (dv_size v)) (dv_steps v) (dv_end v).

(** A derivation with the structure that it is said to yield, up to the numbers of bubbles. *)
Definition derived_agrees (v : derivation_vector * structure) : bool :=
  let (d, S) := v in
  derivation_agrees d &&
  match derive (dv_normal d) (dv_single d) (dv_size d) (map snd (dv_steps d)) with
  | Some T => same_tree_b T S
  | None => false
  end.

(** Transitions that may be made, then one that may not; and whether that one is allowed with neither option,
    with the normal form alone if it is asked for, and with the single root alone if it is. *)
Record refusal_vector := RefusalVector {
  rv_normal : bool;
  rv_single : bool;
  rv_size : nat;
  rv_before : list transition;
  rv_refused : transition;
  rv_less : list bool
}.

Definition refusal_agrees (v : refusal_vector) : bool :=
  let '(RefusalVector normal single n ts t less) := v in
  match run normal single (initial n) ts with
  | Some c =>
      negb (allowed normal single c t) &&
      equal (list_eq_dec bool_dec) [allowed false false c t; allowed normal false c t; allowed false single c t] less
  | None => false
  end.

(** The numbers of the vectors that fail. *)
Definition failing {A} (f : A -> bool) (vs : list A) : list nat :=
  map fst (filter (fun p => negb (f (snd p))) (combine (seq 0 (length vs)) vs)).

(** ** Counts

    The first coefficients of F, T and C, as binary numbers: do they satisfy the equations of [series]?
    The equations determine each coefficient by the earlier ones. *)

Definition coefficient (a : list N) (n : nat) : N := nth n a 0%N.
Definition product (a b : list N) : list N :=
  map (fun n => fold_right N.add 0%N (map (fun i => (coefficient a i * coefficient b (n - i))%N) (seq 0 (n + 1))))
    (seq 0 (length a)).
Definition one_at (k : nat) (a : list N) : list N :=
  map (fun n => ((if Nat.eqb n k then 1 else 0) + coefficient a n)%N) (seq 0 (length a)).

Definition series_agrees (f t c : list N) : bool :=
  let same := equal (list_eq_dec N.eq_dec) in
  same f (one_at 0 (product t f)) && same t (product (product f c) f) && same c (one_at 1 (product (product t t) f)).

(** ** The program of bubbletree.exact *)

Definition edge_eq_dec (x y : edge) : {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Definition same_steps (l l' : list Program.step) : bool :=
  (length l =? length l') && forallb (fun x => count_occ step_eq_dec l x =? count_occ step_eq_dec l' x) l.

(** Some options and a number of words; all entries with their edges; and the trees of all derivations, in their order,
    with their steps. *)
Record program_vector := ProgramVector {
  pv_options : Program.options;
  pv_size : nat;
  pv_edges : list (entry * list edge);
  pv_trees : list (structure * list Program.step)
}.

Definition program_agrees (v : program_vector) : bool :=
  let O := pv_options v in let n := pv_size v in
  forallb (fun x => equal (list_eq_dec edge_eq_dec) (edges O (fst x)) (snd x)) (pv_edges v) &&
  all_two same_tree_b (map (structure_of n) (derivations O (enough n) (goal n))) (map fst (pv_trees v)) &&
  forallb (fun x => same_steps (tree_steps O (fst x)) (snd x)) (pv_trees v).

(** How many trees there are over 0, 1, ... words, as binary numbers. *)
Definition counts_agree (v : Program.options * list N) : bool :=
  let (O, numbers) := v in
  equal (list_eq_dec N.eq_dec) (map (fun n => inside N 0%N 1%N N.add N.mul (fun _ => 1%N) O (enough n) (goal n))
    (seq 0 (length numbers))) numbers.
