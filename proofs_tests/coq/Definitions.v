(** * Bubble trees and Bubble-Hybrid, after Shi & Lee (2021, sections 2.2 and 3.1)

    This file and Statements.v are what a sceptic has to read: all theorems speak about the
    definitions made here, and nothing here depends on how they are proved.

    Tokens, bubbles and labels are natural numbers: token 0 is RT, the words are 1, ..., n; label 0
    is "conj".  A set is given by a list, of which only the membership counts. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

Definition same {A} (X Y : list A) : Prop := incl X Y /\ incl Y X.
Definition disjoint {A} (X Y : list A) : Prop := forall x, In x X -> ~ In x Y.
Definition proper {A} (X Y : list A) : Prop := incl X Y /\ ~ incl Y X.

Definition label := nat.
Definition conj : label := 0.
Definition ROOT : nat := 0.

(** ** Structures: the quadruple (V, B, phi, A) *)

Definition arc := (nat * label * nat)%type.
Definition head (a : arc) : nat := fst (fst a).
Definition dependent (a : arc) : nat := snd a.

Record structure := Structure {
  size : nat;                      (* n; V is 0, ..., n *)
  contents : list (list nat);      (* the i-th is phi of bubble i *)
  arcs : list arc
}.

Definition bubble (S : structure) (b : nat) : Prop := b < length (contents S).
Definition phi (S : structure) (b : nat) : list nat := nth b (contents S) [].

(** What the constructor of bubbletree.BubbleTree demands. *)
Definition quadruple (S : structure) : Prop :=
  (forall b, bubble S b -> phi S b <> [] /\ (forall v, In v (phi S b) -> v <= size S)) /\
  (forall a, In a (arcs S) -> bubble S (head a) /\ bubble S (dependent a)).

(** [descendants S b] are the bubbles below [b], itself included: step by step along the arcs, as
    often as there are bubbles. (Theorem [descendants_are]: this is the reflexive transitive closure.) *)
Definition children (S : structure) (b : nat) : list nat :=
  map dependent (filter (fun a => head a =? b) (arcs S)).

Fixpoint descend (S : structure) (steps : nat) (reached : list nat) : list nat :=
  match steps with
  | 0 => reached
  | Datatypes.S steps => descend S steps (nodup Nat.eq_dec (reached ++ flat_map (children S) reached))
  end.

Definition descendants (S : structure) (b : nat) : list nat := descend S (length (contents S)) [b].
Definition below (S : structure) (a b : nat) : Prop := In b (descendants S a).
Definition psi (S : structure) (b : nat) : list nat := flat_map (phi S) (descendants S b).

(** ** Well-formedness: one definition for each predicate of bubbletree.wellformed *)

Definition headless (S : structure) (b : nat) : Prop :=
  bubble S b /\ forall a, In a (arcs S) -> dependent a <> b.

Definition is_tree (S : structure) : Prop :=
  (exists r, headless S r /\ forall b, headless S b -> b = r) /\
  (forall a a', In a (arcs S) -> In a' (arcs S) -> dependent a = dependent a' -> a = a') /\
  (forall b, bubble S b -> exists r, headless S r /\ below S r b).

Definition no_partial_overlap (S : structure) : Prop :=
  forall a1 a2, bubble S a1 -> bubble S a2 ->
  disjoint (phi S a1) (phi S a2) \/ incl (phi S a1) (phi S a2) \/ incl (phi S a2) (phi S a1).

Definition non_duplication (S : structure) : Prop :=
  forall a1 a2, bubble S a1 -> bubble S a2 -> same (phi S a1) (phi S a2) -> a1 = a2.

Definition lexical_coverage (S : structure) : Prop :=
  forall v, v <= size S -> exists b, bubble S b /\ same (phi S b) [v].

Definition roothood (S : structure) : Prop :=
  (exists r, bubble S r /\ In ROOT (phi S r)) /\
  (forall b b', bubble S b -> bubble S b' -> In ROOT (phi S b) -> In ROOT (phi S b') -> b = b') /\
  (forall b, bubble S b -> In ROOT (phi S b) -> same (phi S b) [ROOT] /\ headless S b).

Definition containment (S : structure) : Prop :=
  forall a1 a2, bubble S a1 -> bubble S a2 -> proper (phi S a2) (phi S a1) -> below S a1 a2.

(** ** Projectivity: one definition for each predicate of bubbletree.projectivity *)

Definition continuous (X : list nat) : Prop :=
  forall i k j, i <> ROOT -> In i X -> In j X -> i < k < j -> In k X.

Definition continuous_coverage (S : structure) : Prop := forall b, bubble S b -> continuous (phi S b).
Definition continuous_projections (S : structure) : Prop := forall b, bubble S b -> continuous (psi S b).

(** Distinct bubbles, proper inclusion: see docs/theory/proof.md. *)
Definition contained_projections (S : structure) : Prop :=
  forall a1 a2, bubble S a1 -> below S a1 a2 -> a1 <> a2 ->
  proper (psi S a2) (phi S a1) \/ disjoint (psi S a2) (phi S a1).

Definition projective (S : structure) : Prop :=
  quadruple S /\
  is_tree S /\ no_partial_overlap S /\ non_duplication S /\ lexical_coverage S /\ roothood S /\ containment S /\
  continuous_coverage S /\ continuous_projections S /\ contained_projections S.

(** The side condition on labels: whatever covers the first token of a bubble from inside is "conj". *)
Definition first_parts_are_conj (S : structure) : Prop :=
  forall b l d v, In (b, l, d) (arcs S) ->
  In v (phi S b) -> (forall w, In w (phi S b) -> v <= w) -> In v (psi S d) -> l = conj.

Definition one_root_child (S : structure) : Prop :=
  exists a, In a (arcs S) /\ In ROOT (phi S (head a)) /\
  forall a', In a' (arcs S) -> In ROOT (phi S (head a')) -> a' = a.

(** Two structures are the same tree if they have the same contents, and arcs between the same contents. *)
Definition embeds (S T : structure) : Prop :=
  (forall b, bubble S b -> exists b', bubble T b' /\ same (phi S b) (phi T b')) /\
  (forall b l d, In (b, l, d) (arcs S) ->
    exists b' d', In (b', l, d') (arcs T) /\ same (phi S b) (phi T b') /\ same (phi S d) (phi T d')).

Definition same_tree (S T : structure) : Prop := size S = size T /\ embeds S T /\ embeds T S.

(** ** Configurations (sigma, beta, V, B, phi, A, O), and the transition that led there *)

Inductive transition :=
| Shift
| LeftArc (l : label)
| RightArc (l : label)
| BubbleOpen (l : label)
| BubbleAttach (l : label)
| BubbleClose.

Record configuration := Configuration {
  stack : list nat;                (* top first: s1, s2, ... *)
  buffer : list nat;               (* front first: b1, b2, ... *)
  so_far : structure;              (* V, B, phi, A *)
  open : list nat;                 (* O *)
  last : option transition
}.

Definition initial (n : nat) : configuration :=
  Configuration [ROOT] (seq 1 n) (Structure n (map (fun v => [v]) (seq 0 (S n))) []) [] None.

Definition terminal (c : configuration) : Prop := stack c = [ROOT] /\ buffer c = [].

(** ** Table 1: preconditions *)

Definition is_open (c : configuration) (b : nat) : bool := existsb (Nat.eqb b) (open c).
Definition not_open (c : configuration) (b : nat) : bool := negb (is_open c b).
Definition not_root (b : nat) : bool := negb (b =? ROOT).

(** Normal form: RightArc, BubbleOpen and BubbleAttach directly after Shift or RightArc; BubbleClose
    directly after BubbleOpen or BubbleAttach.  Single root: RT takes a child only at the very end. *)
Definition reduces_at_once (t : option transition) : bool :=
  match t with Some Shift | Some (RightArc _) => true | _ => false end.
Definition closes_at_once (t : option transition) : bool :=
  match t with Some (BubbleOpen _) | Some (BubbleAttach _) => true | _ => false end.
Definition root_comes_last (c : configuration) (s2 : nat) : bool :=
  not_root s2 || ((length (stack c) =? 2) && (length (buffer c) =? 0)).

Definition allowed (normal single : bool) (c : configuration) (t : transition) : bool :=
  match t, stack c, buffer c with
  | Shift, _, _ :: _ => true
  | LeftArc _, s1 :: _, b1 :: _ => not_open c s1 && not_open c b1 && not_root s1
  | RightArc _, s1 :: s2 :: _, _ =>
      not_open c s1 && not_open c s2 &&
      implb normal (reduces_at_once (last c)) && implb single (root_comes_last c s2)
  | BubbleOpen _, s1 :: s2 :: _, _ =>
      not_open c s1 && not_open c s2 && not_root s2 && implb normal (reduces_at_once (last c))
  | BubbleAttach _, s1 :: s2 :: _, _ =>
      not_open c s1 && is_open c s2 && implb normal (reduces_at_once (last c))
  | BubbleClose, s1 :: _, _ =>
      is_open c s1 && implb normal (closes_at_once (last c))
  | _, _, _ => false
  end.

(** ** Table 1: effects *)

Definition union (X Y : list nat) : list nat := nodup Nat.eq_dec (X ++ Y).

Definition add_arc (S : structure) (a : arc) : structure := Structure (size S) (contents S) (a :: arcs S).
Definition add_bubble (S : structure) (X : list nat) : structure := Structure (size S) (contents S ++ [X]) (arcs S).
Definition set_phi (S : structure) (b : nat) (X : list nat) : structure :=
  Structure (size S) (firstn b (contents S) ++ X :: skipn (b + 1) (contents S)) (arcs S).

Definition effect (c : configuration) (t : transition) : configuration :=
  let S := so_far c in
  match t, stack c, buffer c with
  | Shift, sigma, b1 :: beta => Configuration (b1 :: sigma) beta S (open c) (Some t)
  | LeftArc l, s1 :: sigma, b1 :: beta =>
      Configuration sigma (b1 :: beta) (add_arc S (b1, l, s1)) (open c) (Some t)
  | RightArc l, s1 :: s2 :: sigma, beta =>
      Configuration (s2 :: sigma) beta (add_arc S (s2, l, s1)) (open c) (Some t)
  | BubbleOpen l, s1 :: s2 :: sigma, beta =>
      let alpha := length (contents S) in
      Configuration (alpha :: sigma) beta
        (add_arc (add_arc (add_bubble S (union (psi S s2) (psi S s1))) (alpha, conj, s2)) (alpha, l, s1))
        (alpha :: open c) (Some t)
  | BubbleAttach l, s1 :: s2 :: sigma, beta =>
      Configuration (s2 :: sigma) beta
        (add_arc (set_phi S s2 (union (phi S s2) (psi S s1))) (s2, l, s1)) (open c) (Some t)
  | BubbleClose, s1 :: sigma, beta =>
      Configuration sigma (s1 :: beta) S (remove Nat.eq_dec s1 (open c)) (Some t)
  | _, _, _ => c
  end.

(** ** Derivations *)

Definition step (normal single : bool) (c : configuration) (t : transition) : option configuration :=
  if allowed normal single c t then Some (effect c t) else None.

Fixpoint run (normal single : bool) (c : configuration) (ts : list transition) : option configuration :=
  match ts with
  | [] => Some c
  | t :: ts => match step normal single c t with Some c' => run normal single c' ts | None => None end
  end.

(** [ts] is a complete derivation of [S] over [n] words. *)
Definition derives (normal single : bool) (n : nat) (ts : list transition) (S : structure) : Prop :=
  exists c, run normal single (initial n) ts = Some c /\ terminal c /\ so_far c = S.

(** The number of bubbles of two words or more. *)
Definition bubbles (S : structure) : nat := length (filter (fun X => 2 <=? length (nodup Nat.eq_dec X)) (contents S)).
