(** * Deciding the conditions

    Each definition of Definitions.v has here a function that decides it, named [..._b], and a proof
    that the two agree.  The vectors that come from the Python code are checked with these. *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle.
Import ListNotations.

Lemma is_in_In x X : is_in x X = true <-> In x X.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros [y [Hy E]]. apply Nat.eqb_eq in E. now subst.
  - intros H. exists x. split; [assumption|apply Nat.eqb_refl].
Qed.

Definition incl_b (X Y : list nat) : bool := forallb (fun x => is_in x Y) X.
Definition same_b (X Y : list nat) : bool := incl_b X Y && incl_b Y X.
Definition proper_b (X Y : list nat) : bool := incl_b X Y && negb (incl_b Y X).
Definition disjoint_b (X Y : list nat) : bool := forallb (fun x => negb (is_in x Y)) X.

Lemma incl_ok X Y : incl_b X Y = true <-> incl X Y.
Proof. unfold incl_b. rewrite forallb_forall. split; intros H x Hx; apply is_in_In, H, Hx. Qed.

Lemma same_ok X Y : same_b X Y = true <-> same X Y.
Proof. unfold same_b, same. rewrite andb_true_iff, !incl_ok. reflexivity. Qed.

Lemma negb_ok b (P : Prop) : (b = true <-> P) -> (negb b = true <-> ~ P).
Proof. destruct b; simpl; intuition. Qed.

Lemma proper_ok X Y : proper_b X Y = true <-> proper X Y.
Proof. unfold proper_b, proper. rewrite andb_true_iff, incl_ok. rewrite (negb_ok _ _ (incl_ok Y X)). reflexivity. Qed.

Lemma disjoint_ok X Y : disjoint_b X Y = true <-> disjoint X Y.
Proof.
  unfold disjoint_b, disjoint. rewrite forallb_forall. split; intros H x Hx.
  - apply (negb_ok _ _ (is_in_In x Y)). auto.
  - apply (negb_ok _ _ (is_in_In x Y)). auto.
Qed.

Lemma or_ok b c (P Q : Prop) : (b = true <-> P) -> (c = true <-> Q) -> (b || c = true <-> P \/ Q).
Proof. intros <- <-. apply orb_true_iff. Qed.
Lemma and_ok b c (P Q : Prop) : (b = true <-> P) -> (c = true <-> Q) -> (b && c = true <-> P /\ Q).
Proof. intros <- <-. apply andb_true_iff. Qed.
Lemma impl_ok b c (P Q : Prop) : (b = true <-> P) -> (c = true <-> Q) -> (implb b c = true <-> (P -> Q)).
Proof. intros <- <-. destruct b, c; simpl; intuition. Qed.
Lemma eq_ok x y : (x =? y) = true <-> x = y.
Proof. apply Nat.eqb_eq. Qed.

(** Quantifiers over bubbles and arcs. *)
Definition all_bubbles (S : structure) (f : nat -> bool) : bool := forallb f (seq 0 (length (contents S))).
Definition some_bubble (S : structure) (f : nat -> bool) : bool := existsb f (seq 0 (length (contents S))).

Lemma all_bubbles_ok S f (P : nat -> Prop) : (forall b, bubble S b -> (f b = true <-> P b)) ->
  (all_bubbles S f = true <-> forall b, bubble S b -> P b).
Proof.
  intros H. unfold all_bubbles. rewrite forallb_forall. split; intros A b Hb.
  - apply H; [assumption|]. apply A, in_seq. unfold bubble in Hb. lia.
  - apply in_seq in Hb. apply H; [unfold bubble; lia|]. apply A. unfold bubble. lia.
Qed.

Lemma some_bubble_ok S f (P : nat -> Prop) : (forall b, bubble S b -> (f b = true <-> P b)) ->
  (some_bubble S f = true <-> exists b, bubble S b /\ P b).
Proof.
  intros H. unfold some_bubble. rewrite existsb_exists. split; intros [b [Hb A]]; exists b.
  - apply in_seq in Hb. assert (bubble S b) by (unfold bubble; lia). split; [assumption|]. now apply H.
  - split; [apply in_seq; unfold bubble in Hb; lia|]. now apply H.
Qed.

Lemma forall_ok {A} (l : list A) f (P : A -> Prop) : (forall x, In x l -> (f x = true <-> P x)) ->
  (forallb f l = true <-> forall x, In x l -> P x).
Proof. intros H. rewrite forallb_forall. split; intros B x Hx; apply H; auto. Qed.

Lemma exists_ok {A} (l : list A) f (P : A -> Prop) : (forall x, In x l -> (f x = true <-> P x)) ->
  (existsb f l = true <-> exists x, In x l /\ P x).
Proof. intros H. rewrite existsb_exists. split; intros [x [Hx B]]; exists x; (split; [|apply H]); auto. Qed.

Definition below_b (S : structure) (a b : nat) : bool := is_in b (descendants S a).
Lemma below_ok S a b : below_b S a b = true <-> below S a b.
Proof. apply is_in_In. Qed.

Definition arc_eqb (a a' : arc) : bool := if arc_eq_dec a a' then true else false.
Lemma arc_eqb_ok a a' : arc_eqb a a' = true <-> a = a'.
Proof. unfold arc_eqb. destruct (arc_eq_dec a a'); intuition. discriminate. Qed.

Ltac agree :=
  repeat match goal with
  | |- negb _ = true <-> _ => apply negb_ok
  | |- implb _ _ = true <-> _ => apply impl_ok
  | |- _ && _ = true <-> _ => apply and_ok
  | |- _ || _ = true <-> _ => apply or_ok
  | |- all_bubbles _ _ = true <-> _ => apply all_bubbles_ok; intros ? ?
  | |- some_bubble _ _ = true <-> _ => apply some_bubble_ok; intros ? ?
  | |- forallb _ _ = true <-> _ => apply forall_ok; intros ? ?
  | |- existsb _ _ = true <-> _ => apply exists_ok; intros ? ?
  | |- incl_b _ _ = true <-> _ => apply incl_ok
  | |- same_b _ _ = true <-> _ => apply same_ok
  | |- proper_b _ _ = true <-> _ => apply proper_ok
  | |- disjoint_b _ _ = true <-> _ => apply disjoint_ok
  | |- below_b _ _ _ = true <-> _ => apply below_ok
  | |- is_in _ _ = true <-> _ => apply is_in_In
  | |- arc_eqb _ _ = true <-> _ => apply arc_eqb_ok
  | |- (_ =? _) = true <-> _ => apply eq_ok
  | |- (_ <=? _) = true <-> _ => apply Nat.leb_le
  | |- (_ <? _) = true <-> _ => apply Nat.ltb_lt
  end.

(** ** The conditions *)

Definition nonempty_b (X : list nat) : bool := match X with [] => false | _ => true end.
Lemma nonempty_ok X : nonempty_b X = true <-> X <> [].
Proof. destruct X; simpl; split; congruence. Qed.

Definition bubble_b (S : structure) (b : nat) : bool := b <? length (contents S).

Definition quadruple_b (S : structure) : bool :=
  all_bubbles S (fun b => nonempty_b (phi S b) && forallb (fun v => v <=? size S) (phi S b)) &&
  forallb (fun a => bubble_b S (head a) && bubble_b S (dependent a)) (arcs S).
Lemma quadruple_ok S : quadruple_b S = true <-> quadruple S.
Proof. unfold quadruple_b, quadruple. agree; try apply nonempty_ok; try apply Nat.ltb_lt. Qed.

Definition headless_b (S : structure) (b : nat) : bool :=
  bubble_b S b && forallb (fun a => negb (dependent a =? b)) (arcs S).
Lemma headless_ok S b : headless_b S b = true <-> headless S b.
Proof. unfold headless_b, headless. agree. apply Nat.ltb_lt. Qed.

Definition is_tree_b (S : structure) : bool :=
  some_bubble S (fun r => headless_b S r && all_bubbles S (fun b => implb (headless_b S b) (b =? r))) &&
  forallb (fun a => forallb (fun a' => implb (dependent a =? dependent a') (arc_eqb a a')) (arcs S)) (arcs S) &&
  all_bubbles S (fun b => some_bubble S (fun r => headless_b S r && below_b S r b)).
Lemma is_tree_ok S : is_tree_b S = true <-> is_tree S.
Proof.
  unfold is_tree_b.
  transitivity (((exists r, bubble S r /\ headless S r /\ forall b, bubble S b -> headless S b -> b = r) /\
    (forall a, In a (arcs S) -> forall a', In a' (arcs S) -> dependent a = dependent a' -> a = a')) /\
    (forall b, bubble S b -> exists r, bubble S r /\ headless S r /\ below S r b)).
  - agree; apply headless_ok.
  - unfold is_tree. split.
    + intros [[[r [_ [H1 H2]]] H3] H4]. split; [|split].
      * exists r. split; [assumption|]. intros b Hb. apply H2; [apply Hb|assumption].
      * intros a a' Ha Ha'. now apply H3.
      * intros b Hb. destruct (H4 b Hb) as [r' [_ H]]. now exists r'.
    + intros [[r [H1 H2]] [H3 H4]]. split; [split|].
      * exists r. split; [apply H1|]. split; [assumption|]. intros b _. apply H2.
      * intros a Ha a' Ha'. now apply H3.
      * intros b Hb. destruct (H4 b Hb) as [r' [Hr H]]. exists r'. split; [apply Hr|]. now split.
Qed.

Definition no_partial_overlap_b (S : structure) : bool :=
  all_bubbles S (fun a1 => all_bubbles S (fun a2 =>
    disjoint_b (phi S a1) (phi S a2) || (incl_b (phi S a1) (phi S a2) || incl_b (phi S a2) (phi S a1)))).
Lemma no_partial_overlap_ok S : no_partial_overlap_b S = true <-> no_partial_overlap S.
Proof.
  unfold no_partial_overlap_b.
  transitivity (forall a1, bubble S a1 -> forall a2, bubble S a2 ->
    disjoint (phi S a1) (phi S a2) \/ incl (phi S a1) (phi S a2) \/ incl (phi S a2) (phi S a1)); [agree|].
  unfold no_partial_overlap. split; auto.
Qed.

Definition non_duplication_b (S : structure) : bool :=
  all_bubbles S (fun a1 => all_bubbles S (fun a2 => implb (same_b (phi S a1) (phi S a2)) (a1 =? a2))).
Lemma non_duplication_ok S : non_duplication_b S = true <-> non_duplication S.
Proof.
  unfold non_duplication_b.
  transitivity (forall a1, bubble S a1 -> forall a2, bubble S a2 -> same (phi S a1) (phi S a2) -> a1 = a2); [agree|].
  unfold non_duplication. split; auto.
Qed.

Definition lexical_coverage_b (S : structure) : bool :=
  forallb (fun v => some_bubble S (fun b => same_b (phi S b) [v])) (seq 0 (Datatypes.S (size S))).
Lemma lexical_coverage_ok S : lexical_coverage_b S = true <-> lexical_coverage S.
Proof.
  unfold lexical_coverage_b.
  transitivity (forall v, In v (seq 0 (Datatypes.S (size S))) -> exists b, bubble S b /\ same (phi S b) [v]); [agree|].
  unfold lexical_coverage. split; intros H v Hv; apply H; [apply in_seq; lia|apply in_seq in Hv; lia].
Qed.

Definition roothood_b (S : structure) : bool :=
  some_bubble S (fun r => is_in ROOT (phi S r)) &&
  all_bubbles S (fun b => all_bubbles S (fun b' => implb (is_in ROOT (phi S b)) (implb (is_in ROOT (phi S b')) (b =? b')))) &&
  all_bubbles S (fun b => implb (is_in ROOT (phi S b)) (same_b (phi S b) [ROOT] && headless_b S b)).
Lemma roothood_ok S : roothood_b S = true <-> roothood S.
Proof.
  unfold roothood_b.
  transitivity (((exists r, bubble S r /\ In ROOT (phi S r)) /\
    (forall b, bubble S b -> forall b', bubble S b' -> In ROOT (phi S b) -> In ROOT (phi S b') -> b = b')) /\
    (forall b, bubble S b -> In ROOT (phi S b) -> same (phi S b) [ROOT] /\ headless S b)).
  - agree. apply headless_ok.
  - unfold roothood. split; [intros [[H1 H2] H3]|intros [H1 [H2 H3]]]; auto.
Qed.

Definition containment_b (S : structure) : bool :=
  all_bubbles S (fun a1 => all_bubbles S (fun a2 => implb (proper_b (phi S a2) (phi S a1)) (below_b S a1 a2))).
Lemma containment_ok S : containment_b S = true <-> containment S.
Proof.
  unfold containment_b.
  transitivity (forall a1, bubble S a1 -> forall a2, bubble S a2 -> proper (phi S a2) (phi S a1) -> below S a1 a2); [agree|].
  unfold containment. split; auto.
Qed.

(** It is enough to look for k among the numbers up to the larger end. *)
Definition continuous_b (X : list nat) : bool :=
  forallb (fun i => forallb (fun j => forallb (fun k => implb (negb (i =? ROOT) && (i <? k)) (is_in k X)) (seq 0 j)) X) X.
Lemma continuous_ok X : continuous_b X = true <-> continuous X.
Proof.
  unfold continuous_b.
  transitivity (forall i, In i X -> forall j, In j X -> forall k, In k (seq 0 j) -> i <> ROOT /\ i < k -> In k X); [agree|].
  unfold continuous. split.
  - intros H i k j H0 Hi Hj [Hk1 Hk2]. apply (H i Hi j Hj k); [apply in_seq; lia|auto].
  - intros H i Hi j Hj k Hk [H0 Hik]. apply in_seq in Hk. apply (H i k j); auto. lia.
Qed.

Definition continuous_coverage_b (S : structure) : bool := all_bubbles S (fun b => continuous_b (phi S b)).
Lemma continuous_coverage_ok S : continuous_coverage_b S = true <-> continuous_coverage S.
Proof. unfold continuous_coverage_b, continuous_coverage. agree. apply continuous_ok. Qed.

Definition continuous_projections_b (S : structure) : bool := all_bubbles S (fun b => continuous_b (psi S b)).
Lemma continuous_projections_ok S : continuous_projections_b S = true <-> continuous_projections S.
Proof. unfold continuous_projections_b, continuous_projections. agree. apply continuous_ok. Qed.

Definition contained_projections_b (S : structure) : bool :=
  all_bubbles S (fun a1 => forallb (fun a2 => implb (negb (a1 =? a2))
    (proper_b (psi S a2) (phi S a1) || disjoint_b (psi S a2) (phi S a1))) (descendants S a1)).
Lemma contained_projections_ok S : contained_projections_b S = true <-> contained_projections S.
Proof.
  unfold contained_projections_b.
  transitivity (forall a1, bubble S a1 -> forall a2, In a2 (descendants S a1) -> a1 <> a2 ->
    proper (psi S a2) (phi S a1) \/ disjoint (psi S a2) (phi S a1)); [agree|].
  unfold contained_projections, below. split; auto.
Qed.

(** Exactly as in [projective]. *)
Definition conditions_b (S : structure) : list bool :=
  [is_tree_b S; no_partial_overlap_b S; non_duplication_b S; lexical_coverage_b S; roothood_b S; containment_b S;
   continuous_coverage_b S; continuous_projections_b S; contained_projections_b S].

Definition projective_b (S : structure) : bool := quadruple_b S && forallb (fun b => b) (conditions_b S).
Lemma projective_ok S : projective_b S = true <-> projective S.
Proof.
  unfold projective_b, conditions_b, projective. simpl. rewrite !andb_true_iff.
  rewrite quadruple_ok, is_tree_ok, no_partial_overlap_ok, non_duplication_ok, lexical_coverage_ok, roothood_ok,
    containment_ok, continuous_coverage_ok, continuous_projections_ok, contained_projections_ok.
  intuition.
Qed.

Definition first_parts_are_conj_b (S : structure) : bool :=
  forallb (fun a => forallb (fun v =>
    implb (forallb (fun w => v <=? w) (phi S (head a)) && is_in v (psi S (dependent a))) (snd (fst a) =? conj))
    (phi S (head a))) (arcs S).
Lemma first_parts_are_conj_ok S : first_parts_are_conj_b S = true <-> first_parts_are_conj S.
Proof.
  unfold first_parts_are_conj_b.
  transitivity (forall a, In a (arcs S) -> forall v, In v (phi S (head a)) ->
    (forall w, In w (phi S (head a)) -> v <= w) /\ In v (psi S (dependent a)) -> snd (fst a) = conj); [agree|].
  unfold first_parts_are_conj. split.
  - intros H b l d v Ha Hv Hmin Hd. now apply (H _ Ha v).
  - intros H [[b l] d] Ha v Hv [Hmin Hd]. exact (H b l d v Ha Hv Hmin Hd).
Qed.

Definition one_root_child_b (S : structure) : bool :=
  existsb (fun a => is_in ROOT (phi S (head a)) &&
    forallb (fun a' => implb (is_in ROOT (phi S (head a'))) (arc_eqb a' a)) (arcs S)) (arcs S).
Lemma one_root_child_ok S : one_root_child_b S = true <-> one_root_child S.
Proof. unfold one_root_child_b, one_root_child. agree. Qed.

Definition embeds_b (S T : structure) : bool :=
  all_bubbles S (fun b => some_bubble T (fun b' => same_b (phi S b) (phi T b'))) &&
  forallb (fun a => existsb (fun a' => (snd (fst a) =? snd (fst a')) &&
    (same_b (phi S (head a)) (phi T (head a')) && same_b (phi S (dependent a)) (phi T (dependent a')))) (arcs T)) (arcs S).
Lemma embeds_ok S T : embeds_b S T = true <-> embeds S T.
Proof.
  unfold embeds_b.
  transitivity ((forall b, bubble S b -> exists b', bubble T b' /\ same (phi S b) (phi T b')) /\
    (forall a, In a (arcs S) -> exists a', In a' (arcs T) /\ snd (fst a) = snd (fst a') /\
      same (phi S (head a)) (phi T (head a')) /\ same (phi S (dependent a)) (phi T (dependent a')))); [agree|].
  unfold embeds. split; intros [H1 H2]; (split; [exact H1|]).
  - intros b l d Ha. destruct (H2 _ Ha) as [[[b' l'] d'] [Ha' [E [E1 E2]]]]. simpl in E. subst l'. exists b', d'. auto.
  - intros [[b l] d] Ha. destruct (H2 b l d Ha) as [b' [d' [Ha' E]]]. exists (b', l, d'). auto.
Qed.

Definition same_tree_b (S T : structure) : bool := (size S =? size T) && (embeds_b S T && embeds_b T S).
Lemma same_tree_ok S T : same_tree_b S T = true <-> same_tree S T.
Proof. unfold same_tree_b, same_tree. agree; apply embeds_ok. Qed.

Definition terminal_b (c : configuration) : bool :=
  match stack c, buffer c with [0], [] => true | _, _ => false end.
Lemma terminal_ok c : terminal_b c = true <-> terminal c.
Proof.
  unfold terminal_b, terminal, ROOT.
  destruct (stack c) as [|[|x] [|y s]], (buffer c); simpl; split; intros H; try discriminate H; try tauto;
    destruct H; discriminate.
Qed.

(** What a sequence of transitions derives, if it is a complete derivation. *)
Definition derive (normal single : bool) (n : nat) (ts : list transition) : option structure :=
  match run normal single (initial n) ts with
  | Some c => if terminal_b c then Some (so_far c) else None
  | None => None
  end.
Lemma derive_ok normal single n ts S : derive normal single n ts = Some S <-> derives normal single n ts S.
Proof.
  unfold derive, derives. split.
  - destruct (run _ _ _ _) as [c|] eqn:E; [|discriminate]. destruct (terminal_b c) eqn:T; [|discriminate].
    intros H. injection H as H. exists c. split; [reflexivity|]. split; [now apply terminal_ok|assumption].
  - intros [c [E [T H]]]. rewrite E. apply terminal_ok in T. rewrite T. now f_equal.
Qed.
