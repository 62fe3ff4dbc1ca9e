(** * The program of bubbletree.exact

    A dynamic program over all projective bubble trees (docs/theory/exact.md).  This file has its entries and edges, as
    bubbletree/exact/program.py makes them; its derivations; and the structure that a derivation is of.  Words are
    1, ..., n and RT is 0.  A vertex is a word or a bubble; an item is a vertex with all that is below it. *)

From Coq Require Import List Arith Bool.
From Bubble Require Import Definitions Oracle.
Import ListNotations.

(** ** Roles, steps and options *)

Inductive role := Left | Right | Conjunct | Other | Part.
Inductive step_kind := LEFT_EDGE | CONTENT | RIGHT_EDGE | BUBBLE | MORE.

(** A step: its kind, three token numbers, the role of the item, whether it is a first part, and its label. *)
Inductive step :=
  Step (k : step_kind) (governor left right : nat) (r : option role) (is_first : bool) (l : option label).

Definition step_eq_dec (x y : step) : {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Record options := Options {
  single_root : bool;              (* whether RT has exactly one child *)
  kinds : bool;                    (* whether conjuncts and other parts are told apart *)
  first_conjunct : bool;           (* whether the first part of a bubble is a conjunct *)
  labels : option (list label)     (* the labels of arcs; with None, labels are left aside *)
}.

Definition part_roles (O : options) : list role := if kinds O then [Conjunct; Other] else [Part].
Definition first_roles (O : options) : list role := if kinds O && first_conjunct O then [Conjunct] else part_roles O.

(** The labels that arcs to items in a role may have. *)
Definition labels_of (O : options) (r : role) : list (option label) :=
  match labels O, r with
  | None, _ => [None]
  | Some _, Conjunct => [Some conj]
  | Some ls, Other => map Some (filter (fun l => negb (l =? conj)) ls)
  | Some ls, _ => map Some ls
  end.

(** The label of an arc where labels are left aside: "conj", but another one for parts that are no conjuncts. *)
Definition named (r : role) (l : option label) : label :=
  match l, r with Some l, _ => l | None, Other => 1 | None, _ => conj end.

(** ** Entries and edges *)

(** The tables, each with its name in docs/theory/exact.md. *)
Inductive table :=
| VERTEX                  (* C(i, j) *)
| LEFT                    (* L(k, i) *)
| LEFT_FROM               (* Y(p, i) *)
| LEFT_REST               (* X(q, i) *)
| RIGHT                   (* R(j, l) *)
| RIGHT_BEGUN             (* X'(j, p) *)
| RIGHT_HELD              (* Y'(j, q) *)
| FIRST_BEGUN (r : role)  (* F(i, p) *)
| FIRST_HELD (r : role)   (* F'(i, q) *)
| FIRST                   (* A(i, m) *)
| PARTS                   (* B(i, m) *)
| NEXT_BEGUN (r : role)   (* X''(i, p) *)
| NEXT_HELD (r : role)    (* Y''(i, q) *)
| SEVERAL.                (* D(i, m) *)

Inductive entry := Entry (t : table) (i j : nat).

(** One way to make an entry: a step, if any, and the entries that it is made of. *)
Inductive edge := Edge (s : option step) (parts : list entry).

(** The numbers from a on, before b. *)
Definition range (a b : nat) : list nat := seq a (b - a).

Definition edge_step (k : step_kind) (r : role) (is_first : bool) (g a b : nat) : option step :=
  Some (Step k g a b (Some r) is_first None).

(** One edge for each label. *)
Definition content_edges (O : options) (r : role) (is_first : bool) (g p q : nat) (parts : list entry) : list edge :=
  map (fun l => Edge (Some (Step CONTENT g p q (Some r) is_first l)) parts) (labels_of O r).

(** The edges of an entry: its row of the table in docs/theory/exact.md. *)
Definition edges (O : options) (e : entry) : list edge :=
  match e with
  | Entry VERTEX i j =>
      if i =? j then [Edge None []]
      else if i <? j then [Edge (Some (Step BUBBLE i j j None false None)) [Entry SEVERAL i j]] else []
  | Entry LEFT k i =>
      if k =? i then [Edge None []]
      else map (fun p => Edge (edge_step LEFT_EDGE Left false i k p) [Entry LEFT k p; Entry LEFT_FROM p i]) (range k i)
  | Entry LEFT_FROM p i =>
      flat_map (fun q => content_edges O Left false i p q [Entry VERTEX p q; Entry LEFT_REST q i]) (range p i)
  | Entry LEFT_REST q i =>
      map (fun m => Edge (edge_step RIGHT_EDGE Left false i q m) [Entry RIGHT q m; Entry LEFT (m + 1) i]) (range q i)
  | Entry RIGHT j l =>
      if j =? l then [Edge None []]
      else map (fun q => Edge (edge_step RIGHT_EDGE Right false j q l) [Entry RIGHT_HELD j q; Entry RIGHT q l])
             (range (j + 1) (l + 1))
  | Entry RIGHT_BEGUN j p =>
      map (fun m => Edge (edge_step LEFT_EDGE Right false j (m + 1) p) [Entry RIGHT j m; Entry LEFT (m + 1) p])
        (filter (fun m => negb (single_root O && (j =? ROOT) && (ROOT <? m))) (range j p))
  | Entry RIGHT_HELD j q =>
      flat_map (fun p => content_edges O Right false j p q [Entry RIGHT_BEGUN j p; Entry VERTEX p q])
        (range (j + 1) (q + 1))
  | Entry (FIRST_BEGUN r) i p => [Edge (edge_step LEFT_EDGE r true i i p) [Entry LEFT i p]]
  | Entry (FIRST_HELD r) i q =>
      flat_map (fun p => content_edges O r true i p q [Entry (FIRST_BEGUN r) i p; Entry VERTEX p q]) (range i (q + 1))
  | Entry FIRST i m =>
      flat_map (fun r =>
        map (fun q => Edge (edge_step RIGHT_EDGE r true i q m) [Entry (FIRST_HELD r) i q; Entry RIGHT q m])
          (range i (m + 1))) (first_roles O)
  | Entry PARTS i m =>
      [Edge None [Entry FIRST i m]; Edge (Some (Step MORE i m m None false None)) [Entry SEVERAL i m]]
  | Entry (NEXT_BEGUN r) i p =>
      map (fun m => Edge (edge_step LEFT_EDGE r false i (m + 1) p) [Entry PARTS i m; Entry LEFT (m + 1) p]) (range i p)
  | Entry (NEXT_HELD r) i q =>
      flat_map (fun p => content_edges O r false i p q [Entry (NEXT_BEGUN r) i p; Entry VERTEX p q])
        (range (i + 1) (q + 1))
  | Entry SEVERAL i m =>
      flat_map (fun r =>
        map (fun q => Edge (edge_step RIGHT_EDGE r false i q m) [Entry (NEXT_HELD r) i q; Entry RIGHT q m])
          (range i (m + 1))) (part_roles O)
  end.

(** The entry that stands for all trees over n words. *)
Definition goal (n : nat) : entry := Entry RIGHT ROOT n.

(** ** Derivations: an edge of an entry, and a derivation of each of its parts *)

Inductive derivation := Derive (e : entry) (s : option step) (parts : list derivation).

Definition entry_of (d : derivation) : entry := match d with Derive e _ _ => e end.

Fixpoint valid (O : options) (d : derivation) : Prop :=
  match d with
  | Derive e s ds =>
      In (Edge s (map entry_of ds)) (edges O e) /\ fold_right (fun d rest => valid O d /\ rest) True ds
  end.

Definition derivation_of (O : options) (e : entry) (d : derivation) : Prop := entry_of d = e /\ valid O d.

(** One of each list. *)
Fixpoint choices {A} (ls : list (list A)) : list (list A) :=
  match ls with [] => [[]] | l :: ls => flat_map (fun x => map (cons x) (choices ls)) l end.

(** The derivations of an entry that are no deeper than [fuel], in the order of the edges. *)
Fixpoint derivations (O : options) (fuel : nat) (e : entry) : list derivation :=
  match fuel with
  | 0 => []
  | S fuel =>
      flat_map (fun x => match x with Edge s es => map (Derive e s) (choices (map (derivations O fuel) es)) end)
        (edges O e)
  end.

(** Enough for n words. *)
Definition enough (n : nat) : nat := 7 * n + 7.

(** ** The sum over all derivations, in any semiring

    An entry is the sum of its edges; an edge is the product of the weight of its step and of its parts. *)

Section Semiring.
Variables (K : Type) (zero one : K) (plus times : K -> K -> K) (weight : option step -> K).

Definition sum_of (l : list K) : K := fold_right plus zero l.
Definition product_of (l : list K) : K := fold_right times one l.

Fixpoint inside (O : options) (fuel : nat) (e : entry) : K :=
  match fuel with
  | 0 => zero
  | S fuel =>
      sum_of (map (fun x => match x with Edge s es => times (weight s) (product_of (map (inside O fuel) es)) end)
        (edges O e))
  end.

Fixpoint weight_of (d : derivation) : K :=
  match d with Derive _ s ds => times (weight s) (product_of (map weight_of ds)) end.

(** Sums and products of a commutative semiring. *)
Record semiring : Prop := {
  plus_associates : forall x y z, plus x (plus y z) = plus (plus x y) z;
  plus_commutes : forall x y, plus x y = plus y x;
  zero_adds : forall x, plus zero x = x;
  times_associates : forall x y z, times x (times y z) = times (times x y) z;
  one_multiplies : forall x, times one x = x /\ times x one = x;
  zero_absorbs : forall x, times zero x = zero /\ times x zero = zero;
  times_distributes : forall x y z, times x (plus y z) = plus (times x y) (times x z) /\
                                    times (plus x y) z = plus (times x z) (times y z)
}.
End Semiring.

(** How many derivations there are. *)
Definition count (O : options) (n : nat) : nat := inside nat 0 1 Nat.add Nat.mul (fun _ => 1) O (enough n) (goal n).

(** ** The tree of a derivation *)

Definition forest := list (label * tree).

(** The label of the item that a step holds. *)
Definition step_label (s : option step) : label :=
  match s with Some (Step _ _ _ _ (Some r) _ l) => named r l | _ => conj end.

(** A vertex with dependents. *)
Definition dress (core : forest) (L R : forest) : tree :=
  match core with (_, Node b w _ P _) :: _ => Node b w L P R | [] => Node 0 0 L [] R end.

(** The last item gets its right dependents. *)
Fixpoint close (ks R : forest) : forest :=
  match ks with
  | [] => []
  | [(l, Node b w L P _)] => [(l, Node b w L P R)]
  | k :: ks => k :: close ks R
  end.

(** The first item gets its left dependents. *)
Definition crown (L ks : forest) : forest :=
  match ks with (l, Node b w _ P R) :: ks => (l, Node b w L P R) :: ks | [] => [] end.

(** What an entry says, made from what its parts say: two sequences of items. Most entries need only the first.
    [LEFT_REST] has the right dependents of an item, and the items behind it. The three tables of what has begun have
    the items so far, and the left dependents of the next. An item that is held has no right dependents yet, and the
    first item of [LEFT_FROM] has no left ones. *)
Definition assemble (t : table) (i : nat) (l : label) (said : list (forest * forest)) : forest * forest :=
  match t, said with
  | VERTEX, [] => ([(conj, Node 0 i [] [] [])], [])
  | VERTEX, [(P, _)] => ([(conj, Node 0 0 [] P [])], [])
  | LEFT, [(L, _); (ks, _)] => (crown L ks, [])
  | LEFT_FROM, [(core, _); (R, rest)] => ((l, dress core [] R) :: rest, [])
  | FIRST_BEGUN _, [(L, _)] => ([], L)
  | PARTS, [(ks, _)] => (ks, [])
  | (LEFT_REST | RIGHT_BEGUN | NEXT_BEGUN _), [(a, _); (b, _)] => (a, b)
  | (RIGHT_HELD | FIRST_HELD _ | NEXT_HELD _), [(ks, L); (core, _)] => (ks ++ [(l, dress core L [])], [])
  | (RIGHT | FIRST | SEVERAL), [(ks, _); (R, _)] => (close ks R, [])
  | _, _ => ([], [])
  end.

Fixpoint says (d : derivation) : forest * forest :=
  match d with Derive (Entry t i _) s ds => assemble t i (step_label s) (map says ds) end.

(** The ordered tree of a derivation of the goal: RT with its dependents. *)
Definition ordered (d : derivation) : tree := Node 0 0 [] [] (fst (says d)).

(** The structure that an ordered tree stands for. Bubbles are numbered as the tree has them: each is known by its
    content, since no two have the same. *)
Fixpoint position (X : list nat) (l : list (list nat)) : nat :=
  match l with [] => 0 | Y :: l => if list_eq_dec Nat.eq_dec X Y then 0 else S (position X l) end.

Definition number (t : tree) (u : tree) : nat := position (content u) (map content (subs t)).

Definition structure_of (n : nat) (d : derivation) : structure :=
  let t := ordered d in
  Structure n (map content (subs t))
    (flat_map (fun u => map (fun k => (number t u, fst k, number t (snd k))) (kids u)) (subs t)).

(** ** Steps: those of a derivation, and those of a structure by definition *)

Fixpoint steps_of (d : derivation) : list step :=
  match d with Derive _ s ds => match s with Some x => [x] | None => [] end ++ flat_map steps_of ds end.

Definition highest (X : list nat) : nat := fold_right Nat.max 0 X.

(** The three steps of an item with content Y, projection Z and label l, whose governor shows the edge g. *)
Definition item_steps (O : options) (r : role) (is_first : bool) (g : nat) (Y Z : list nat) (l : label) : list step :=
  [Step LEFT_EDGE g (first Z) (first Y) (Some r) is_first None;
   Step CONTENT g (first Y) (highest Y) (Some r) is_first (match labels O with Some _ => Some l | None => None end);
   Step RIGHT_EDGE g (highest Y) (highest Z) (Some r) is_first None].

Definition part_role (O : options) (l : label) : role :=
  if kinds O then if l =? conj then Conjunct else Other else Part.

(** The steps of an arc, from a vertex with content X: to a part, of which all but the first and the last have a step
    [MORE], to a dependent on the left, or to one on the right. *)
Definition arc_steps (O : options) (X Y Z : list nat) (l : label) : list step :=
  if is_in (first Y) X then
    item_steps O (part_role O l) (first Z =? first X) (first X) Y Z l ++
    (if (first Z =? first X) || (highest Z =? highest X) then []
     else [Step MORE (first X) (highest Z) (highest Z) None false None])
  else if first Y <? first X then item_steps O Left false (first X) Y Z l
  else item_steps O Right false (highest X) Y Z l.

Definition bubble_steps (X : list nat) : list step :=
  if first X <? highest X then [Step BUBBLE (first X) (highest X) (highest X) None false None] else [].

Definition is_bubble_step (s : step) : bool := match s with Step BUBBLE _ _ _ _ _ _ => true | _ => false end.

(** bubbletree.exact.steps.steps *)
Definition tree_steps (O : options) (S : structure) : list step :=
  flat_map bubble_steps (contents S) ++
  flat_map (fun a => arc_steps O (phi S (head a)) (phi S (dependent a)) (psi S (dependent a)) (snd (fst a))) (arcs S).

(** ** Which trees there are, with these options *)

(** The labels that arcs in one of some roles may have. *)
Definition arc_labels (O : options) (rs : list role) : list label :=
  flat_map (fun r => map (named r) (labels_of O r)) rs.

(** RT has one child if the options say so, and there are words. The label of each arc is one of those for dependents,
    for parts, or for first parts. A part is inside its bubble; a first part covers the first token of it. *)
Definition fits (O : options) (S : structure) : Prop :=
  (single_root O = true -> size S <> 0 -> one_root_child S) /\
  forall b l d, In (b, l, d) (arcs S) ->
  (disjoint (phi S d) (phi S b) -> In l (arc_labels O [Left])) /\
  (incl (phi S d) (phi S b) -> In l (arc_labels O (part_roles O))) /\
  forall v, In v (phi S b) -> (forall w, In w (phi S b) -> v <= w) -> In v (psi S d) ->
    In l (arc_labels O (first_roles O)).

(** No label is listed twice, so no edge is. *)
Definition distinct_labels (O : options) : Prop := match labels O with Some ls => NoDup ls | None => True end.
