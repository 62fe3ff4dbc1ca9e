(** * The oracle: from a structure to its derivation in normal form

    The executable counterpart of bubbletree.oracle, in two steps: [read] arranges the bubbles of a
    structure as an ordered tree, [walk] goes through it.  The ordered trees are also what the
    proofs work with. *)

From Coq Require Import List Arith Bool.
From Bubble Require Import Definitions.
Import ListNotations.

(** A node has a number [b] (which bubble it is), a token [w] (which word, if it is one), and three
    sequences of labelled children: to the left, inside (the parts, none for a word), to the right. *)
Inductive tree := Node (b w : nat) (L P R : list (label * tree)).

(** The words below a node, from left to right. *)
Fixpoint yield (t : tree) : list nat :=
  match t with
  | Node _ w L P R =>
      flat_map (fun k => yield (snd k)) L ++
      match P with [] => [w] | _ => flat_map (fun k => yield (snd k)) P end ++
      flat_map (fun k => yield (snd k)) R
  end.

Definition yields (ks : list (label * tree)) : list nat := flat_map (fun k => yield (snd k)) ks.

(** The words of the node itself. *)
Definition content (t : tree) : list nat :=
  match t with Node _ w _ P _ => match P with [] => [w] | _ => yields P end end.

Definition kids (t : tree) := match t with Node _ _ L P R => L ++ P ++ R end.

(** All subtrees, the tree itself first. *)
Fixpoint subs (t : tree) : list tree :=
  match t with
  | Node b w L P R =>
      Node b w L P R ::
      flat_map (fun k => subs (snd k)) L ++ flat_map (fun k => subs (snd k)) P ++ flat_map (fun k => subs (snd k)) R
  end.

(** ** Reading a tree off a structure: children sorted by position, to the left, inside, to the right *)

Definition key (k : label * tree) : nat := hd 0 (yield (snd k)).

Fixpoint insert (k : label * tree) (ks : list (label * tree)) : list (label * tree) :=
  match ks with
  | [] => [k]
  | x :: ks' => if key k <? key x then k :: ks else x :: insert k ks'
  end.

Definition sort (ks : list (label * tree)) : list (label * tree) := fold_right insert [] ks.

Definition first (X : list nat) : nat := match X with [] => 0 | x :: X => fold_left Nat.min X x end.

Definition arc_eq_dec (a a' : arc) : {a = a'} + {a <> a'}.
Proof. repeat decide equality. Defined.

Definition is_in (x : nat) (X : list nat) : bool := existsb (Nat.eqb x) X.

Definition place (f : nat) (X : list nat) (x : nat) : nat :=
  if x <? f then 0 else if is_in x X then 1 else 2.

Fixpoint tree_of (S : structure) (fuel b : nat) : tree :=
  match fuel with
  | 0 => Node b 0 [] [] []
  | Datatypes.S fuel =>
      let ks := sort (map (fun a => (snd (fst a), tree_of S fuel (dependent a)))
                          (filter (fun a => head a =? b) (nodup arc_eq_dec (arcs S)))) in
      let X := phi S b in
      let at_place p := filter (fun k => place (first X) X (key k) =? p) ks in
      Node b (first X) (at_place 0) (at_place 1) (at_place 2)
  end.

(** The bubble of RT. *)
Definition root_bubble (S : structure) : nat :=
  match find (fun b => is_in ROOT (phi S b)) (seq 0 (length (contents S))) with Some b => b | None => 0 end.

Definition read (S : structure) : tree := tree_of S (Datatypes.S (size S)) (root_bubble S).

(** ** From a tree to its derivation *)

(** The transitions that take the words of a tree from the buffer and leave it on top of the stack. *)
Fixpoint build (t : tree) : list transition :=
  match t with
  | Node _ _ L P R =>
      flat_map (fun k => build (snd k)) L ++
      match P with
      | (_, p1) :: (l2, p2) :: ps =>
          build p1 ++ build p2 ++ BubbleOpen l2 ::
          flat_map (fun k => build (snd k) ++ [BubbleAttach (fst k)]) ps ++ [BubbleClose]
      | _ => []
      end ++
      map (fun k => LeftArc (fst k)) (rev L) ++
      Shift :: flat_map (fun k => build (snd k) ++ [RightArc (fst k)]) R
  end.

Definition walk (t : tree) : list transition :=
  match t with Node _ _ _ _ R => flat_map (fun k => build (snd k) ++ [RightArc (fst k)]) R end.

Definition oracle (S : structure) : list transition := walk (read S).
