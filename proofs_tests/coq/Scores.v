(** * The steps of a derivation are those of its structure, and so are the products of their weights *)

From Coq Require Import List Arith Bool Lia Permutation.
From Bubble Require Import Program Definitions Oracle Trees Machine Represent Refine Sound Complete Count Items Derivations Numbered Sums Steps.
Import ListNotations.

Local Arguments yields : simpl never.
Local Arguments content : simpl never.
Local Arguments yield : simpl never.
Local Arguments count_occ : simpl never.

Lemma flat_map_flat_map {A B C} (f : B -> list C) (g : A -> list B) l :
  flat_map f (flat_map g l) = flat_map (fun x => flat_map f (g x)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite flat_map_app, IH. Qed.

Lemma arc_steps_same O X Y Z Z' l : Z <> [] -> same Z Z' -> arc_steps O X Y Z l = arc_steps O X Y Z' l.
Proof.
  intros HN H. unfold arc_steps, item_steps. now rewrite (first_same Z Z' HN H), (highest_same Z Z' HN H).
Qed.

Lemma steps_split (x : Program.step) (f g : tree -> list Program.step) us :
  count_occ step_eq_dec (flat_map (fun u => f u ++ g u) us) x =
  count_occ step_eq_dec (flat_map f us) x + count_occ step_eq_dec (flat_map g us) x.
Proof. induction us as [|u us IH]; [reflexivity|]. simpl. rewrite !count_occ_app, IH. lia. Qed.

(** The steps of the structure, node by node. *)
Lemma structure_steps O n d : derivation_of O (goal n) d ->
  tree_steps O (structure_of n d) =
  flat_map (fun u => bubble_steps (content u)) (subs (ordered d)) ++
  flat_map (fun u => flat_map (fun k => arc_steps O (content u) (content (snd k)) (yield (snd k)) (fst k)) (kids u))
    (subs (ordered d)).
Proof.
  intros H. assert (W := structure_whole O n d H). set (t := ordered d) in *. set (S := structure_of n d) in *.
  assert (EC : contents S = map content (subs t)) by reflexivity.
  assert (EA : arcs S = flat_map (fun u => map (fun k => (number t u, fst k, number t (snd k))) (kids u)) (subs t))
    by reflexivity.
  assert (Phi : forall u, In u (subs t) -> phi S (number t u) = content u).
  { intros u Hu. unfold phi. rewrite EC. unfold number. apply position_in. now apply in_map. }
  assert (Psi : forall u, In u (subs t) -> same (psi S (number t u)) (yield u)).
  { intros u Hu. assert (HR : In (renumber (fun X => position X (map content (subs t))) u) (subs (renumbered t))).
    { unfold renumbered. rewrite subs_renumber. now apply in_map. }
    assert (E := node_psi n S (renumbered t) W _ HR). rewrite tid_renumber, yield_renumber in E. exact E. }
  unfold tree_steps. rewrite EC, flat_map_map, EA, flat_map_flat_map. f_equal. apply flat_map_same. intros u Hu.
  rewrite flat_map_map. apply flat_map_same. intros k Hk. assert (Hs := subs_kid t u k Hu Hk).
  unfold head, dependent. cbn [fst snd]. rewrite (Phi u Hu), (Phi (snd k) Hs). apply arc_steps_same.
  - intros E. destruct (Psi (snd k) Hs) as [_ I]. rewrite E in I. destruct (yield (snd k)) as [|v y] eqn:Ey.
    + exact (yield_nonempty (snd k) Ey).
    + exact (I v (or_introl eq_refl)).
  - now apply Psi.
Qed.

Lemma goal_steps O n d : derivation_of O (goal n) d -> Permutation (steps_of d) (tree_steps O (structure_of n d)).
Proof.
  intros H. apply (Permutation_count_occ step_eq_dec). intros x. rewrite (structure_steps O n d H), count_occ_app.
  rewrite <- (steps_split x (fun u => bubble_steps (content u))).
  change (count_occ step_eq_dec (steps_of d) x = count_occ step_eq_dec (deep O (ordered d)) x).
  destruct (goal_says O n d H) as [ks [E [_ [HY _]]]]. destruct H as [He V]. assert (C := says_steps O x d V).
  rewrite He in C. unfold ordered. rewrite E in *. simpl in C. rewrite C. cbn [fst].
  assert (HR : yields ks = range (0 + 1) (n + 1)) by (rewrite HY; unfold range; now replace (n + 1 - (0 + 1)) with n
    by lia).
  assert (HC : content (Node 0 0 [] [] []) = range 0 (0 + 1)) by reflexivity.
  rewrite (deep_node O x 0 0 [] [] ks 0 0 0 (n + 1)) by (assumption || lia || reflexivity).
  rewrite (deep_core O x 0 0 [] 0 0) by (assumption || lia). reflexivity.
Qed.

(** ** Bubbles *)

Lemma two_tokens X : X <> [] -> (first X <? highest X) = (2 <=? length (nodup Nat.eq_dec X)).
Proof.
  intros HX. assert (F := first_in X HX). assert (H := highest_in X HX).
  destruct (first X <? highest X) eqn:E; symmetry.
  - apply Nat.ltb_lt in E. apply Nat.leb_le. change 2 with (length [first X; highest X]). apply NoDup_incl_length.
    + constructor; [intros [E'|[]]; lia|]. constructor; [intros []|constructor].
    + intros v [<-|[<-|[]]]; now apply nodup_In.
  - apply Nat.ltb_ge in E. apply Nat.leb_gt. apply Nat.le_lt_trans with (length [first X]); [|simpl; lia].
    apply NoDup_incl_length; [apply NoDup_nodup|]. intros v Hv. apply nodup_In in Hv. left.
    assert (A := first_least X v Hv). assert (B := highest_least X v Hv). lia.
Qed.

Lemma arc_no_bubble O X Y Z l : filter is_bubble_step (arc_steps O X Y Z l) = [].
Proof.
  unfold arc_steps, item_steps. destruct (is_in _ _); [|now destruct (_ <? _)]. rewrite filter_app.
  destruct (_ || _); reflexivity.
Qed.

Lemma bubbles_steps O S : (forall X, In X (contents S) -> X <> []) ->
  length (filter is_bubble_step (tree_steps O S)) = bubbles S.
Proof.
  intros H. unfold tree_steps, bubbles. rewrite filter_app, app_length.
  replace (filter is_bubble_step (flat_map _ (arcs S))) with (@nil Program.step).
  - rewrite Nat.add_0_r. induction (contents S) as [|X l IH]; [reflexivity|]. cbn [flat_map filter]. rewrite filter_app, app_length.
    rewrite IH by (intros Y HY; apply H; now right). rewrite <- two_tokens by (apply H; now left). unfold bubble_steps.
    now destruct (first X <? highest X).
  - induction (arcs S) as [|a l IH]; [reflexivity|]. simpl. now rewrite filter_app, arc_no_bubble.
Qed.

Lemma goal_bubbles O n d : derivation_of O (goal n) d ->
  length (filter is_bubble_step (steps_of d)) = bubbles (structure_of n d).
Proof.
  intros H. rewrite (filter_length_perm _ _ _ (goal_steps O n d H)). apply bubbles_steps. intros X HX.
  apply in_map_iff in HX. destruct HX as [u [<- _]]. apply content_nonempty.
Qed.

(** ** Products *)

Section Semiring.
Variables (K : Type) (zero one : K) (plus times : K -> K -> K) (weight : option Program.step -> K).
Hypothesis R : semiring K zero one plus times.
Hypothesis times_commutes : forall x y, times x y = times y x.
Hypothesis nothing : weight None = one.

Notation product := (product_of K one times).
Notation each := (map (fun s => weight (Some s))).

Lemma product_app l l' : product (l ++ l') = times (product l) (product l').
Proof.
  induction l as [|x l IH]; simpl; [symmetry; apply (one_multiplies _ _ _ _ _ R)|]. rewrite IH.
  apply (times_associates _ _ _ _ _ R).
Qed.

Lemma product_same l l' : Permutation l l' -> product l = product l'.
Proof.
  induction 1 as [|x l l' _ IH|x y l|l l' l'' _ IH1 _ IH2]; simpl; [reflexivity|now rewrite IH| |congruence].
  rewrite !(times_associates _ _ _ _ _ R). now rewrite (times_commutes y x).
Qed.

Lemma weight_steps d : weight_of K one times weight d = product (each (steps_of d)).
Proof.
  induction d as [e s ds IH] using derivation_induction. simpl. rewrite map_app, product_app. f_equal.
  - destruct s as [s|]; simpl; [symmetry; apply (one_multiplies _ _ _ _ _ R)|exact nothing].
  - induction ds as [|d ds IHds]; [reflexivity|]. simpl. rewrite map_app, product_app.
    rewrite IH by now left. f_equal. apply IHds. intros x Hx. apply IH. now right.
Qed.

Lemma weight_structure O n d : derivation_of O (goal n) d ->
  weight_of K one times weight d = product (each (tree_steps O (structure_of n d))).
Proof. intros H. rewrite weight_steps. apply product_same. apply Permutation_map. now apply goal_steps. Qed.
End Semiring.
