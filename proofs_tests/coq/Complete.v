(** * Every structure that fulfils the conditions is represented by a tree *)

From Coq Require Import List Arith Bool Lia Relations Operators_Properties Sorted.
From Bubble Require Import Definitions Oracle Checker Trees Machine Represent Refine Sound.
Import ListNotations.

Lemma fold_min X : forall x, (fold_left Nat.min X x = x \/ In (fold_left Nat.min X x) X) /\
  fold_left Nat.min X x <= x /\ forall y, In y X -> fold_left Nat.min X x <= y.
Proof.
  induction X as [|z X IH]; intros x; simpl; [repeat split; auto; contradiction|].
  destruct (IH (Nat.min x z)) as [A [B C]]. repeat split.
  - destruct A as [A|A]; [|auto]. rewrite A. destruct (Nat.min_spec x z) as [[_ ->]|[_ ->]]; auto.
  - lia.
  - intros y [<-|Hy]; [lia|auto].
Qed.

Lemma first_in X : X <> [] -> In (first X) X.
Proof. destruct X as [|x X]; [contradiction|]. intros _. simpl. destruct (fold_min X x) as [[A|A] _]; auto. Qed.

Lemma first_least X x : In x X -> first X <= x.
Proof.
  destruct X as [|y X]; [contradiction|]. simpl. destruct (fold_min X y) as [_ [A B]]. intros [<-|H]; auto.
Qed.

(** ** Sorted lists *)

Notation Sorted_by R := (StronglySorted R).
Definition earlier (k k' : label * tree) : Prop := key k < key k'.

Lemma in_insert k ks x : In x (insert k ks) <-> x = k \/ In x ks.
Proof.
  induction ks as [|y ks IH]; simpl; [intuition|]. destruct (key k <? key y); simpl; [intuition|].
  rewrite IH. intuition.
Qed.

Lemma insert_sorted k ks : Sorted_by earlier ks -> ~ In (key k) (map key ks) -> Sorted_by earlier (insert k ks).
Proof.
  induction ks as [|x ks IH]; intros H HN; simpl; [repeat constructor|].
  inversion H as [|y ys Hs Hx]; subst. simpl in HN.
  destruct (key k <? key x) eqn:E.
  - apply Nat.ltb_lt in E. constructor; [assumption|]. constructor; [exact E|].
    apply Forall_forall. intros y Hy. rewrite Forall_forall in Hx. specialize (Hx y Hy). unfold earlier in *. lia.
  - apply Nat.ltb_ge in E. constructor; [apply IH; tauto|]. apply Forall_forall. intros y Hy.
    apply in_insert in Hy. destruct Hy as [->|Hy]; [|rewrite Forall_forall in Hx; auto].
    unfold earlier. assert (key x <> key k) by tauto. lia.
Qed.

Lemma in_sort ks x : In x (sort ks) <-> In x ks.
Proof. induction ks as [|k ks IH]; simpl; [reflexivity|]. rewrite in_insert, IH. intuition. Qed.

Lemma sort_sorted ks : NoDup (map key ks) -> Sorted_by earlier (sort ks).
Proof.
  induction ks as [|k ks IH]; intros H; simpl; [constructor|]. simpl in H. inversion H as [|x xs Hx HN]; subst.
  apply insert_sorted; [auto|]. intros HI. apply Hx. apply in_map_iff in HI. destruct HI as [y [E Hy]].
  apply (proj1 (in_sort _ _)) in Hy. rewrite <- E. now apply in_map.
Qed.

Lemma filter_sorted {A} (R : A -> A -> Prop) f l : Sorted_by R l -> Sorted_by R (filter f l).
Proof.
  induction l as [|x l IH]; intros H; simpl; [constructor|]. inversion H as [|y ys Hs Hx]; subst.
  destruct (f x); [|auto]. constructor; [auto|]. apply Forall_forall. intros y Hy. apply filter_In in Hy.
  rewrite Forall_forall in Hx. now apply Hx.
Qed.

Lemma sorted_app {A} (R : A -> A -> Prop) l l' : Sorted_by R l -> Sorted_by R l' ->
  (forall x y, In x l -> In y l' -> R x y) -> Sorted_by R (l ++ l').
Proof.
  induction l as [|x l IH]; intros H H' HR; simpl; [assumption|]. inversion H as [|y ys Hs Hx]; subst.
  constructor.
  - apply IH; auto. intros y z Hy Hz. apply HR; simpl; auto.
  - apply Forall_forall. intros y Hy. apply in_app_iff in Hy. rewrite Forall_forall in Hx.
    destruct Hy; [auto|]. apply HR; simpl; auto.
Qed.

Lemma sorted_flat_map {A} (R : A -> A -> Prop) (f : A -> list nat) l :
  Sorted_by R l -> (forall x, In x l -> Sorted_by lt (f x)) ->
  (forall x y, In x l -> In y l -> R x y -> forall v w, In v (f x) -> In w (f y) -> v < w) ->
  Sorted_by lt (flat_map f l).
Proof.
  induction l as [|x l IH]; intros H Hf HR; simpl; [constructor|]. inversion H as [|y ys Hs Hx]; subst.
  apply sorted_app; [apply Hf; now left| |].
  - apply IH; [assumption| |]; [intros y Hy; apply Hf; now right|].
    intros y z Hy Hz. apply HR; now right.
  - intros v w Hv Hw. apply in_flat_map in Hw. destruct Hw as [y [Hy Hw]]. rewrite Forall_forall in Hx.
    apply (HR x y); simpl; auto.
Qed.

Lemma NoDup_flat_map_sorted {A B} (R : A -> A -> Prop) (f : A -> list B) l :
  Sorted_by R l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y, In x l -> In y l -> R x y -> disjoint (f x) (f y)) -> NoDup (flat_map f l).
Proof.
  induction l as [|x l IH]; intros H Hf HR; simpl; [constructor|]. inversion H as [|y ys Hs Hx]; subst.
  apply NoDup_split. split; [apply Hf; now left|]. split.
  - apply IH; [assumption| |]; [intros y Hy; apply Hf; now right|]. intros y z Hy Hz. apply HR; now right.
  - intros v Hv Hw. apply in_flat_map in Hw. destruct Hw as [y [Hy Hw]]. rewrite Forall_forall in Hx.
    exact (HR x y (or_introl eq_refl) (or_intror Hy) (Hx y Hy) v Hv Hw).
Qed.

Lemma NoDup_map_on {A B} (f : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  NoDup (map f l).
Proof.
  induction l as [|x l IH]; intros H Hf; simpl; [constructor|]. inversion H as [|y ys Hx HN]; subst. constructor.
  - intros HI. apply in_map_iff in HI. destruct HI as [y [E Hy]]. apply Hx.
    rewrite <- (Hf y x); simpl; auto.
  - apply IH; [assumption|]. intros y z Hy Hz. apply Hf; simpl; auto.
Qed.

Lemma sorted_interval l : Sorted_by lt l -> (forall i k j, In i l -> In j l -> i < k < j -> In k l) -> interval l.
Proof.
  induction l as [|x l IH]; intros H HC; [now exists 0, 0|]. inversion H as [|y ys Hs Hx]; subst.
  rewrite Forall_forall in Hx.
  destruct IH as [a [m ->]]; [assumption| |].
  - intros i k j Hi Hj Hk. destruct (HC i k j) as [->|HI]; simpl; auto. specialize (Hx i Hi). lia.
  - destruct m as [|m]; [now exists x, 1|]. exists x, (Datatypes.S (Datatypes.S m)).
    assert (Hxa : x < a) by (apply Hx; now left).
    destruct (Nat.eq_dec a (x + 1)) as [->|Hne].
    + simpl. now rewrite Nat.add_1_r.
    + destruct (HC x (x + 1) a) as [E|E]; simpl; auto; [lia|lia|].
      change (In (x + 1) (seq a (Datatypes.S m))) in E. apply in_seq in E. lia.
Qed.

Lemma interval_sorted l : interval l -> Sorted_by lt l.
Proof.
  intros [a [m ->]]. revert a. induction m as [|m IH]; intros a; simpl; [constructor|]. constructor; [apply IH|].
  apply Forall_forall. intros x Hx. apply in_seq in Hx. lia.
Qed.

(** Of two disjoint intervals, the one that begins first lies before the other. *)
Lemma intervals_apart l l' : interval l -> interval l' -> l' <> [] -> disjoint l l' -> hd 0 l < hd 0 l' ->
  forall v w, In v l -> In w l' -> v < w.
Proof.
  intros [a [m ->]] [a' [m' ->]] Hne HD Hlt v w Hv Hw. apply in_seq in Hv, Hw.
  destruct m as [|m]; [lia|]. destruct m' as [|m']; [lia|]. simpl in Hlt.
  assert (~ In a' (seq a (Datatypes.S m))) by (intros HI; apply (HD a' HI); now left).
  rewrite in_seq in H. lia.
Qed.

Lemma nodup_shorter X Y y : incl X Y -> In y Y -> ~ In y X ->
  length (nodup Nat.eq_dec X) < length (nodup Nat.eq_dec Y).
Proof.
  intros HI Hy HN. change (length (y :: nodup Nat.eq_dec X) <= length (nodup Nat.eq_dec Y)).
  apply NoDup_incl_length.
  - constructor; [now rewrite nodup_In|apply NoDup_nodup].
  - intros x [<-|Hx]; apply nodup_In; [assumption|]. apply HI. now apply nodup_In in Hx.
Qed.

Lemma yield_parts b w L P R : P <> [] ->
  yield (Node b w L P R) = flat_map (fun k => yield (snd k)) (kids (Node b w L P R)).
Proof. intros H. rewrite yield_eq. simpl kids. rewrite !flat_map_app. destruct P; [contradiction|reflexivity]. Qed.

(** ** Consequences of the conditions *)

Section Projective.
Variable S : structure.
Hypothesis Pr : projective S.

Let HQ : quadruple S := proj1 Pr.
Let HT : is_tree S := proj1 (proj2 Pr).
Let HO : no_partial_overlap S := proj1 (proj2 (proj2 Pr)).
Let HD : non_duplication S := proj1 (proj2 (proj2 (proj2 Pr))).
Let HL : lexical_coverage S := proj1 (proj2 (proj2 (proj2 (proj2 Pr)))).
Let HR : roothood S := proj1 (proj2 (proj2 (proj2 (proj2 (proj2 Pr))))).
Let HC : containment S := proj1 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 Pr)))))).
Let HCC : continuous_coverage S := proj1 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 Pr))))))).
Let HCP : continuous_projections S := proj1 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 Pr)))))))).
Let HKP : contained_projections S := proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 Pr)))))))).

Lemma phi_nonempty b : bubble S b -> phi S b <> [].
Proof. apply HQ. Qed.

Lemma edge_bubbles x y : edge S x y -> bubble S x /\ bubble S y.
Proof. intros [l H]. apply (proj2 HQ) in H. exact H. Qed.

Lemma reaches_bubble x y : bubble S x -> reaches S x y -> bubble S y.
Proof.
  intros Hx H. apply clos_rt_rtn1 in H. induction H as [|y z E _ _]; [assumption|]. now apply edge_bubbles in E.
Qed.

Lemma in_psi b v : bubble S b -> (In v (psi S b) <-> exists x, reaches S b x /\ In v (phi S x)).
Proof.
  intros Hb. unfold psi. rewrite in_flat_map. split; intros [x [H H']]; exists x; (split; [|assumption]);
    now apply below_reaches.
Qed.

Lemma phi_in_psi b : bubble S b -> incl (phi S b) (psi S b).
Proof. intros Hb v Hv. apply in_psi; [assumption|]. exists b. split; [apply rt_refl|assumption]. Qed.

Lemma psi_below b d : bubble S b -> reaches S b d -> incl (psi S d) (psi S b).
Proof.
  intros Hb H v Hv. assert (Hd := reaches_bubble _ _ Hb H). apply in_psi in Hv; [|assumption].
  destruct Hv as [x [Hx Hv]]. apply in_psi; [assumption|]. exists x. split; [|assumption]. eapply rt_trans; eauto.
Qed.

Lemma one_head x y z : edge S x z -> edge S y z -> x = y.
Proof.
  intros [l H] [l' H']. assert (E := proj1 (proj2 HT) _ _ H H' eq_refl). now injection E.
Qed.

Lemma no_loop b : ~ edge S b b.
Proof.
  intros E. destruct (edge_bubbles _ _ E) as [Hb _]. destruct (proj2 (proj2 HT) b Hb) as [r [[Hr Hh] H]].
  apply below_reaches in H; [|assumption|assumption]. apply clos_rt_rtn1 in H.
  assert (Er : edge S r r).
  { clear Hb. revert E. induction H as [|y z E' H IH]; [auto|]. intros E. apply IH.
    assert (y = z) by (eapply one_head; eassumption). now subst. }
  destruct Er as [l Er]. exact (Hh _ Er eq_refl).
Qed.

Lemma edge_place b d : edge S b d -> proper (psi S d) (phi S b) \/ disjoint (psi S d) (phi S b).
Proof.
  intros E. destruct (edge_bubbles _ _ E) as [Hb Hd]. apply HKP; [assumption| |].
  - apply below_reaches; auto. now apply rt_step.
  - intros ->. now apply (no_loop d).
Qed.

Lemma no_cycle b d : edge S b d -> ~ reaches S d b.
Proof.
  intros E H. destruct (edge_bubbles _ _ E) as [Hb Hd].
  assert (HI : incl (phi S b) (psi S d)).
  { eapply incl_tran; [apply phi_in_psi, Hb|]. now apply psi_below. }
  destruct (edge_place b d E) as [[_ P]|P]; [contradiction|].
  destruct (exists_in _ (phi_nonempty b Hb)) as [x Hx]. exact (P x (HI x Hx) Hx).
Qed.

Lemma ancestors_linear x y e : reaches S x e -> reaches S y e -> reaches S x y \/ reaches S y x.
Proof.
  intros Hx. apply clos_rt_rtn1 in Hx. induction Hx as [|z w E Hx IH]; [auto|]. intros Hy.
  apply clos_rt_rtn1 in Hy. inversion Hy as [|z' w' E' Hy']; subst.
  - left. apply clos_rtn1_rt. econstructor; eassumption.
  - assert (z' = z) by (eapply one_head; eassumption). subst z'. apply IH. now apply clos_rtn1_rt.
Qed.

Lemma last_edge x y : reaches S x y -> x = y \/ exists z, reaches S x z /\ edge S z y.
Proof.
  intros H. apply clos_rt_rtn1 in H. destruct H as [|z w E H]; [auto|right]. exists z. split; [now apply clos_rtn1_rt|assumption].
Qed.

Lemma first_edge x y : reaches S x y -> x = y \/ exists z, edge S x z /\ reaches S z y.
Proof.
  intros H. apply clos_rt_rt1n in H. destruct H as [|z w E H]; [auto|right]. exists z. split; [assumption|now apply clos_rt1n_rt].
Qed.

Lemma children_apart b d1 d2 : edge S b d1 -> edge S b d2 -> d1 <> d2 -> disjoint (psi S d1) (psi S d2).
Proof.
  intros E1 E2 Hne.
  assert (Apart : forall d1 d2, edge S b d1 -> edge S b d2 -> d1 <> d2 -> ~ reaches S d1 d2).
  { clear d1 d2 E1 E2 Hne. intros d1 d2 E1 E2 Hne H. destruct (last_edge _ _ H) as [|[z [Hz Ez]]]; [contradiction|].
    assert (z = b) by (eapply one_head; eassumption). subst z. exact (no_cycle b d1 E1 Hz). }
  assert (Common : forall e, reaches S d1 e -> reaches S d2 e -> False).
  { intros e H1 H2. destruct (ancestors_linear _ _ _ H1 H2) as [H|H]; [exact (Apart d1 d2 E1 E2 Hne H)|].
    exact (Apart d2 d1 E2 E1 (not_eq_sym Hne) H). }
  assert (Nested : forall e1 e2, bubble S e1 -> bubble S e2 -> incl (phi S e1) (phi S e2) -> reaches S e2 e1).
  { intros e1 e2 H1 H2 HI. destruct (Nat.eq_dec e1 e2) as [->|He]; [apply rt_refl|].
    apply below_reaches; [assumption|assumption|]. apply HC; [assumption|assumption|]. split; [assumption|].
    intros HI'. apply He. apply HD; [assumption|assumption|]. now split. }
  intros v Hv1 Hv2. destruct (edge_bubbles _ _ E1) as [_ H1]. destruct (edge_bubbles _ _ E2) as [_ H2].
  apply in_psi in Hv1, Hv2; try assumption.
  destruct Hv1 as [e1 [R1 V1]]. destruct Hv2 as [e2 [R2 V2]].
  assert (B1 := reaches_bubble _ _ H1 R1). assert (B2 := reaches_bubble _ _ H2 R2).
  destruct (HO e1 e2 B1 B2) as [H|[H|H]].
  - exact (H v V1 V2).
  - apply (Common e1); [assumption|]. eapply rt_trans; [exact R2|]. now apply Nested.
  - apply (Common e2); [|assumption]. eapply rt_trans; [exact R1|]. now apply Nested.
Qed.

Lemma psi_split b v : bubble S b -> (In v (psi S b) <-> In v (phi S b) \/ exists d, edge S b d /\ In v (psi S d)).
Proof.
  intros Hb. split.
  - intros H. apply in_psi in H; [|assumption]. destruct H as [x [H Hv]].
    destruct (first_edge _ _ H) as [->|[d [E H']]]; [now left|right]. exists d. split; [assumption|].
    apply in_psi; [now apply edge_bubbles in E|]. eauto.
  - intros [H|[d [E H]]]; [now apply phi_in_psi|]. apply (psi_below b d); [assumption|now apply rt_step|assumption].
Qed.

(** A token of a bubble of two or more is below one of its children. *)
Lemma covered b v w : bubble S b -> In v (phi S b) -> In w (phi S b) -> v <> w ->
  exists d, edge S b d /\ In v (psi S d).
Proof.
  intros Hb Hv Hw Hne. destruct (HL v) as [e [He Ee]]; [now apply (proj1 HQ b Hb)|].
  assert (Hve : In v (phi S e)) by (apply Ee; now left).
  assert (Hbe : reaches S b e).
  { apply below_reaches; [assumption|assumption|]. apply HC; [assumption|assumption|]. split.
    - intros x Hx. apply Ee in Hx. destruct Hx as [<-|[]]. assumption.
    - intros HI. apply Hne. apply HI, Ee in Hw. now destruct Hw as [<-|[]]. }
  destruct (first_edge _ _ Hbe) as [->|[d [E H]]].
  - exfalso. apply Hne. apply Ee in Hw. now destruct Hw as [<-|[]].
  - exists d. split; [assumption|]. apply in_psi; [now apply edge_bubbles in E|]. eauto.
Qed.

(** RT makes no exception. *)
Definition unbroken (X : list nat) : Prop := forall i k j, In i X -> In j X -> i < k < j -> In k X.

Lemma the_root : exists r, headless S r /\ same (phi S r) [0] /\ forall b, bubble S b -> reaches S r b.
Proof.
  destruct HR as [[r [Hr H0]] [_ H]]. destruct (H r Hr H0) as [E Hh]. exists r. split; [assumption|]. split; [assumption|].
  intros b Hb. destruct (proj2 (proj2 HT) b Hb) as [r' [Hh' Hb']].
  destruct HT as [[r0 [_ U]] _]. assert (r' = r) by (rewrite (U r' Hh'), (U r Hh); reflexivity). subst r'.
  apply below_reaches; auto.
Qed.

Lemma only_root_has_0 b x : bubble S b -> reaches S b x -> In 0 (phi S x) -> headless S b.
Proof.
  intros Hb H H0. assert (Hx := reaches_bubble _ _ Hb H).
  destruct (proj2 (proj2 HR) x Hx H0) as [_ Hh]. destruct (last_edge _ _ H) as [->|[z [_ [l E]]]]; [assumption|].
  exfalso. exact (proj2 Hh _ E eq_refl).
Qed.

Lemma psi_unbroken b : bubble S b -> unbroken (psi S b).
Proof.
  intros Hb i k j Hi Hj Hk. destruct (Nat.eq_dec i 0) as [->|Hi0]; [|now apply (HCP b Hb i k j)].
  apply in_psi in Hi, Hj; try assumption. destruct Hi as [x [Hx H0]].
  assert (Hh := only_root_has_0 b x Hb Hx H0).
  destruct the_root as [r [Hr [_ Hall]]]. destruct HT as [[r0 [_ U]] _].
  assert (b = r) by (rewrite (U b Hh), (U r Hr); reflexivity). subst b.
  destruct Hj as [y [Hy Hj]].
  assert (Hjn : j <= size S) by (apply (proj1 HQ y (reaches_bubble _ _ Hb Hy)); assumption).
  destruct (HL k) as [e [He Ee]]; [lia|]. apply in_psi; [assumption|]. exists e. split; [now apply Hall|].
  apply Ee. now left.
Qed.

Lemma phi_unbroken b : bubble S b -> unbroken (phi S b).
Proof.
  intros Hb i k j Hi Hj Hk. destruct (Nat.eq_dec i 0) as [->|Hi0]; [|now apply (HCC b Hb i k j)].
  destruct (proj2 (proj2 HR) b Hb Hi) as [E _]. apply E in Hj. destruct Hj as [<-|[]]. unfold ROOT in *. lia.
Qed.

(** ** The tree read off represents the structure *)

Definition measure (b : nat) : nat := length (nodup Nat.eq_dec (psi S b)).

Lemma measure_edge b d : edge S b d -> measure d < measure b.
Proof.
  intros E. destruct (edge_bubbles _ _ E) as [Hb Hd].
  assert (HI : incl (psi S d) (psi S b)) by (apply psi_below; [assumption|now apply rt_step]).
  assert (HP := phi_in_psi b Hb).
  destruct (edge_place b d E) as [[P Q]|P].
  - destruct (Exists_dec (fun x => ~ In x (psi S d)) (phi S b)) as [He|He].
    { intros x. destruct (in_dec Nat.eq_dec x (psi S d)); [right; tauto|now left]. }
    + apply Exists_exists in He. destruct He as [x [Hx Hx']]. apply nodup_shorter with x; auto.
    + exfalso. apply Q. intros x Hx. destruct (in_dec Nat.eq_dec x (psi S d)); [assumption|].
      exfalso. apply He. apply Exists_exists. eauto.
  - destruct (exists_in _ (phi_nonempty b Hb)) as [x Hx]. apply nodup_shorter with x; auto. intros HI'. exact (P x HI' Hx).
Qed.

Record reads (b : nat) (t : tree) : Prop := {
  reads_id : tid t = b;
  reads_yield : same (yield t) (psi S b);
  reads_interval : interval (yield t);
  reads_ids : forall x, In x (map tid (subs t)) <-> reaches S b x;
  reads_NoDup : NoDup (map tid (subs t));
  reads_arcs : forall a, In a (flat_map arcs_at (subs t)) <-> In a (arcs S) /\ reaches S b (head a);
  reads_phi : forall u, In u (subs t) -> same (phi S (tid u)) (content u) /\ length (parts u) <> 1
}.

Section Step.
Variables (fuel b : nat).
Hypothesis Hb : bubble S b.
Hypothesis IH : forall d, edge S b d -> reads d (tree_of S fuel d).

Let kid (a : arc) : label * tree := (snd (fst a), tree_of S fuel (dependent a)).
Let ks := sort (map kid (filter (fun a => head a =? b) (nodup arc_eq_dec (arcs S)))).
Let X := phi S b.
Let at_place p := filter (fun k => place (first X) X (key k) =? p) ks.
Let L := at_place 0.
Let P := at_place 1.
Let R := at_place 2.
Let t := Node b (first X) L P R.

Lemma step_tree : tree_of S (Datatypes.S fuel) b = t.
Proof. reflexivity. Qed.

Lemma in_ks k : In k ks <-> exists l d, In (b, l, d) (arcs S) /\ k = (l, tree_of S fuel d).
Proof.
  unfold ks. rewrite in_sort, in_map_iff. split.
  - intros [[[h l] d] [<- H]]. apply filter_In in H. destruct H as [H E]. apply Nat.eqb_eq in E. unfold head in E. simpl in E.
    subst h. apply nodup_In in H. exists l, d. auto.
  - intros [l [d [H ->]]]. exists (b, l, d). split; [reflexivity|]. apply filter_In. split; [now apply nodup_In|].
    apply Nat.eqb_refl.
Qed.

Lemma ks_edge k : In k ks -> exists d, edge S b d /\ snd k = tree_of S fuel d /\ reads d (snd k).
Proof.
  intros H. apply in_ks in H. destruct H as [l [d [H ->]]]. assert (E : edge S b d) by now exists l.
  exists d. split; [assumption|]. split; [reflexivity|]. apply IH, E.
Qed.

Lemma key_in k d : reads d (snd k) -> In (key k) (psi S d).
Proof.
  intros H. apply (reads_yield _ _ H). unfold key. assert (N := yield_nonempty (snd k)).
  destruct (yield (snd k)); [contradiction|now left].
Qed.

Lemma ks_sorted : Sorted_by earlier ks.
Proof.
  apply sort_sorted. rewrite map_map. apply NoDup_map_on.
  - apply NoDup_filter, NoDup_nodup.
  - intros [[h l] d] [[h' l'] d'] H H' E. apply filter_In in H, H'. destruct H as [H Eh], H' as [H' Eh'].
    apply Nat.eqb_eq in Eh, Eh'. unfold head in *. simpl in *. subst h h'. apply nodup_In in H, H'.
    assert (E1 : edge S b d) by now exists l. assert (E2 : edge S b d') by now exists l'.
    destruct (Nat.eq_dec d d') as [->|Hne]; [exact (proj1 (proj2 HT) _ _ H H' eq_refl)|exfalso].
    apply (children_apart b d d' E1 E2 Hne (key (kid (b, l, d)))).
    + apply (key_in (kid (b, l, d)) d). apply IH, E1.
    + rewrite E. apply (key_in (kid (b, l', d')) d'). apply IH, E2.
Qed.

Lemma in_place k : In k ks -> In k L \/ In k P \/ In k R.
Proof.
  intros H. unfold L, P, R, at_place, place. rewrite !filter_In.
  destruct (key k <? first X); [auto|]. destruct (is_in (key k) X); auto.
Qed.

Lemma in_L k : In k L <-> In k ks /\ key k < first X.
Proof.
  unfold L, at_place, place. rewrite filter_In. destruct (key k <? first X) eqn:E.
  - apply Nat.ltb_lt in E. intuition.
  - apply Nat.ltb_ge in E. destruct (is_in (key k) X); simpl; intuition; try discriminate; lia.
Qed.

Lemma in_P k : In k P <-> In k ks /\ In (key k) X.
Proof.
  unfold P, at_place, place. rewrite filter_In, <- is_in_In. destruct (key k <? first X) eqn:E.
  - apply Nat.ltb_lt in E. split; [intros [_ H]; discriminate|]. intros [_ H]. apply is_in_In, first_least in H. lia.
  - destruct (is_in (key k) X); simpl; intuition.
Qed.

Lemma in_R k : In k R -> In k ks /\ first X <= key k /\ ~ In (key k) X.
Proof.
  unfold R, at_place, place. rewrite filter_In, <- is_in_In. destruct (key k <? first X) eqn:E.
  - intros [_ H]; discriminate.
  - apply Nat.ltb_ge in E. destruct (is_in (key k) X); intros [? H]; [discriminate|]. auto.
Qed.

Lemma in_kids_ks k : In k (kids t) <-> In k ks.
Proof.
  unfold t. rewrite in_kids. split; [|apply in_place].
  intros [H|[H|H]]; [apply in_L in H|apply in_P in H|apply in_R in H]; tauto.
Qed.

Lemma first_X : In (first X) X.
Proof. apply first_in. now apply phi_nonempty. Qed.

Lemma kids_sorted : Sorted_by earlier (kids t).
Proof.
  simpl. unfold earlier. assert (HS := ks_sorted).
  apply sorted_app; [now apply filter_sorted|apply sorted_app; try now apply filter_sorted|].
  - intros k k' Hk Hk'. apply in_P in Hk. apply in_R in Hk'. destruct Hk as [_ Hk], Hk' as [_ [Hk1 Hk2]].
    unfold earlier. destruct (Nat.lt_ge_cases (key k) (key k')) as [|Hge]; [assumption|exfalso]. apply Hk2.
    destruct (Nat.eq_dec (key k') (first X)) as [->|]; [apply first_X|].
    destruct (Nat.eq_dec (key k') (key k)) as [->|]; [assumption|].
    apply (phi_unbroken b Hb (first X) (key k') (key k)); [apply first_X|assumption|lia].
  - intros k k' Hk Hk'. apply in_L in Hk. destruct Hk as [_ Hk]. unfold earlier. apply in_app_iff in Hk'.
    destruct Hk' as [Hk'|Hk']; [apply in_P in Hk'; destruct Hk' as [_ Hk']; apply first_least in Hk'|apply in_R in Hk']; lia.
Qed.

Lemma different k k' d d' : In k (kids t) -> In k' (kids t) -> reads d (snd k) -> reads d' (snd k') -> key k < key k' -> d <> d'.
Proof.
  intros Hk Hk' H H' Hlt ->. apply in_kids_ks, in_ks in Hk, Hk'.
  destruct Hk as [l [x [_ ->]]], Hk' as [l' [x' [_ ->]]]. simpl in *.
  assert (x = x'); [|subst; unfold key in Hlt; simpl in Hlt; lia].
  assert (T : forall y, tid (tree_of S fuel y) = y) by (clear; intros y; destruct fuel; reflexivity).
  rewrite <- (T x), <- (T x'). now rewrite (reads_id _ _ H), (reads_id _ _ H').
Qed.

Lemma apart k k' : In k (kids t) -> In k' (kids t) -> earlier k k' ->
  forall v w, In v (yield (snd k)) -> In w (yield (snd k')) -> v < w.
Proof.
  intros Hk Hk' Hlt.
  destruct (ks_edge k (proj1 (in_kids_ks k) Hk)) as [d [E [_ HRd]]].
  destruct (ks_edge k' (proj1 (in_kids_ks k') Hk')) as [d' [E' [_ HRd']]].
  apply intervals_apart; [apply (reads_interval _ _ HRd)|apply (reads_interval _ _ HRd')|apply yield_nonempty| |exact Hlt].
  intros x Hx Hx'. apply (children_apart b d d' E E' (different k k' d d' Hk Hk' HRd HRd' Hlt) x).
  - now apply (reads_yield _ _ HRd).
  - now apply (reads_yield _ _ HRd').
Qed.

Lemma kid_inside k d : In k ks -> reads d (snd k) -> edge S b d -> In k P -> proper (psi S d) X.
Proof.
  intros Hk HRd E HP. apply in_P in HP. destruct (edge_place b d E) as [H|H]; [assumption|exfalso].
  exact (H _ (key_in k d HRd) (proj2 HP)).
Qed.

Lemma child_kid d : edge S b d -> exists k, In k ks /\ snd k = tree_of S fuel d.
Proof. intros [l H]. exists (l, tree_of S fuel d). split; [apply in_ks; eauto|reflexivity]. Qed.

Lemma t_content : same X (content t).
Proof.
  unfold t. simpl. destruct P as [|k0 P'] eqn:EP.
  - assert (Hsub : incl X [first X]).
    { intros v Hv. left. destruct (Nat.eq_dec v (first X)) as [->|Hne]; [reflexivity|exfalso].
      destruct (covered b v (first X) Hb Hv first_X Hne) as [d [E Hd]].
      destruct (child_kid d E) as [k [Hk Ek]]. assert (HRd := IH d E). rewrite <- Ek in HRd.
      assert (HP : In k P).
      { apply in_P. split; [assumption|]. destruct (edge_place b d E) as [[H _]|H]; [|destruct (H v Hd Hv)].
        apply H. now apply key_in. }
      rewrite EP in HP. contradiction. }
    split; [assumption|]. intros v [<-|[]]. apply first_X.
  - rewrite <- EP. split.
    + intros v Hv. apply in_yields.
      assert (Hw : exists w, In w X /\ v <> w).
      { assert (H0 : In k0 P) by (rewrite EP; now left). assert (H0' := proj1 (proj1 (in_P k0) H0)).
        destruct (ks_edge k0 H0') as [d [E [_ HRd]]]. destruct (kid_inside k0 d H0' HRd E H0) as [H1 H2].
        destruct (Nat.eq_dec v (key k0)) as [->|]; [|exists (key k0); split; [apply H1; now apply key_in|assumption]].
        destruct (Exists_dec (fun x => x <> key k0) X) as [He|He].
        { intros x. destruct (Nat.eq_dec x (key k0)); [right; tauto|now left]. }
        - apply Exists_exists in He. destruct He as [x [Hx Hne]]. exists x. split; [assumption|auto].
        - exfalso. apply H2. intros x Hx. destruct (Nat.eq_dec x (key k0)) as [->|Hne]; [now apply key_in|].
          exfalso. apply He. apply Exists_exists. eauto. }
      destruct Hw as [w [Hw Hne]]. destruct (covered b v w Hb Hv Hw Hne) as [d [E Hd]].
      destruct (child_kid d E) as [k [Hk Ek]]. assert (HRd := IH d E). rewrite <- Ek in HRd.
      exists k. split.
      * apply in_P. split; [assumption|]. destruct (edge_place b d E) as [[H _]|H]; [|destruct (H v Hd Hv)].
        apply H. now apply key_in.
      * now apply (reads_yield _ _ HRd).
    + intros v Hv. apply in_yields in Hv. destruct Hv as [k [Hk Hv]]. assert (Hk' := proj1 (proj1 (in_P k) Hk)).
      destruct (ks_edge k Hk') as [d [E [_ HRd]]]. apply (kid_inside k d Hk' HRd E Hk). now apply (reads_yield _ _ HRd).
Qed.

Lemma t_parts : length P <> 1.
Proof.
  intros HL1. assert (HT' := t_content). unfold t in HT'. simpl in HT'. destruct P as [|k [|]] eqn:EP; try discriminate.
  assert (Hk : In k P) by (rewrite EP; now left). assert (Hk' := proj1 (proj1 (in_P k) Hk)).
  destruct (ks_edge k Hk') as [d [E [_ HRd]]]. destruct (kid_inside k d Hk' HRd E Hk) as [_ H]. apply H.
  intros v Hv. apply HT' in Hv. unfold yields in Hv. simpl in Hv. rewrite app_nil_r in Hv. now apply (reads_yield _ _ HRd).
Qed.

Lemma t_yield : same (yield t) (psi S b).
Proof.
  split; intros v.
  - intros H. apply in_yield_kids in H. apply psi_split; [assumption|]. destruct H as [H|[k [Hk H]]].
    + left. now apply t_content.
    + right. apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [E [_ HRd]]]. exists d. split; [assumption|].
      now apply (reads_yield _ _ HRd).
  - intros H. apply psi_split in H; [|assumption]. apply in_yield_kids. destruct H as [H|[d [E H]]].
    + left. now apply t_content.
    + right. destruct (child_kid d E) as [k [Hk Ek]]. exists k. split; [now apply in_kids_ks|].
      rewrite Ek. now apply (reads_yield _ _ (IH d E)).
Qed.

Lemma t_sorted : Sorted_by lt (yield t).
Proof.
  assert (HK : forall k, In k (kids t) -> Sorted_by lt (yield (snd k))).
  { intros k Hk. apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [E [_ HRd]]].
    apply interval_sorted, (reads_interval _ _ HRd). }
  assert (D : P = [] \/ P <> []) by (destruct P; [now left|right; discriminate]).
  destruct D as [EP|EP].
  - assert (Et : yield t = yields L ++ [first X] ++ yields R).
    { change (yield t) with (yields L ++ content (Node b (first X) L P R) ++ yields R). now rewrite EP. }
    rewrite Et. clear Et.
    assert (HK' := HK). assert (HS := ks_sorted).
    assert (HLin : forall k, In k L -> In k (kids t)) by (intros k Hk; unfold t; rewrite in_kids; auto).
    assert (HRin : forall k, In k R -> In k (kids t)) by (intros k Hk; unfold t; rewrite in_kids; auto).
    assert (Hplace : forall k v, In k (kids t) -> In v (yield (snd k)) ->
      (key k < first X -> v < first X) /\ (first X < key k -> first X < v)).
    { intros k v Hk Hv. assert (Hk' := proj1 (in_kids_ks k) Hk). destruct (ks_edge k Hk') as [d [E [_ HRd]]].
      assert (Hd : disjoint (psi S d) X).
      { destruct (edge_place b d E) as [[H _]|H]; [exfalso|assumption].
        assert (HP : In k P) by (apply in_P; split; [assumption|]; apply H; now apply key_in). rewrite EP in HP. contradiction. }
      assert (Hd1 : disjoint (yield (snd k)) [first X]).
      { intros x Hx [<-|[]]. apply (Hd (first X)); [now apply (reads_yield _ _ HRd)|apply first_X]. }
      assert (Hd2 : disjoint [first X] (yield (snd k))) by (intros x Hx Hx'; exact (Hd1 x Hx' Hx)).
      assert (HI : interval [first X]) by now exists (first X), 1.
      split; intros Hlt.
      - apply (intervals_apart (yield (snd k)) [first X] (reads_interval _ _ HRd) HI); auto; [discriminate|now left].
      - apply (intervals_apart [first X] (yield (snd k)) HI (reads_interval _ _ HRd)); auto; [apply yield_nonempty|now left]. }
    apply sorted_app; [|apply sorted_app|].
    + apply (sorted_flat_map earlier); [now apply filter_sorted|auto|]. intros x y Hx Hy. apply apart; auto.
    + repeat constructor.
    + apply (sorted_flat_map earlier); [now apply filter_sorted|auto|]. intros x y Hx Hy. apply apart; auto.
    + intros x y [<-|[]] Hy. apply in_yields in Hy. destruct Hy as [k [Hk Hy]].
      apply (Hplace k y (HRin k Hk) Hy). apply in_R in Hk. destruct Hk as [_ [H1 H2]].
      destruct (Nat.eq_dec (first X) (key k)) as [E|]; [|lia]. exfalso. apply H2. rewrite <- E. apply first_X.
    + intros x y Hx Hy. apply in_yields in Hx. destruct Hx as [k [Hk Hx]].
      assert (Hlt : x < first X) by (apply (Hplace k x (HLin k Hk) Hx); now apply in_L in Hk).
      apply in_app_iff in Hy. destruct Hy as [[<-|[]]|Hy]; [assumption|]. apply in_yields in Hy. destruct Hy as [k' [Hk' Hy]].
      assert (first X < y); [|lia]. apply (Hplace k' y (HRin k' Hk') Hy). apply in_R in Hk'. destruct Hk' as [_ [H1 H2]].
      destruct (Nat.eq_dec (first X) (key k')) as [E|]; [|lia]. exfalso. apply H2. rewrite <- E. apply first_X.
  - assert (Eq : yield t = flat_map (fun k => yield (snd k)) (kids t)).
    { exact (yield_parts b (first X) L P R EP). }
    rewrite Eq. apply (sorted_flat_map earlier); [apply kids_sorted|exact HK|]. intros x y Hx Hy. now apply apart.
Qed.

Lemma t_reads : reads b t.
Proof.
  split.
  - reflexivity.
  - apply t_yield.
  - apply sorted_interval; [apply t_sorted|]. intros i k j Hi Hj Hk. apply t_yield. apply t_yield in Hi, Hj.
    now apply (psi_unbroken b Hb i k j).
  - intros x. rewrite in_map_iff. split.
    + intros [u [<- Hu]]. apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]]; [apply rt_refl|].
      apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [E [_ HRd]]].
      eapply rt_trans; [apply rt_step, E|]. apply (reads_ids _ _ HRd). now apply in_map.
    + intros H. destruct (first_edge _ _ H) as [<-|[d [E H']]]; [exists t; split; [reflexivity|apply subs_self]|].
      destruct (child_kid d E) as [k [Hk Ek]]. assert (HRd := IH d E). rewrite <- Ek in HRd.
      apply (reads_ids _ _ HRd), in_map_iff in H'. destruct H' as [u [Eu Hu]]. exists u. split; [assumption|].
      apply in_subs. right. exists k. split; [now apply in_kids_ks|assumption].
  - rewrite subs_eq. simpl map. constructor.
    + intros HI. apply in_map_iff in HI. destruct HI as [u [Eu Hu]]. apply in_allsubs in Hu. destruct Hu as [k [Hk Hu]].
      apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [E [_ HRd]]]. apply (no_cycle b d E).
      apply (reads_ids _ _ HRd). unfold t in Eu. simpl in Eu. rewrite <- Eu. now apply in_map.
    + unfold allsubs.
      assert (Em : forall l : list (label * tree), map tid (flat_map (fun k => subs (snd k)) l) = flat_map (fun k => map tid (subs (snd k))) l).
      { induction l as [|k l IHl]; simpl; [reflexivity|]. now rewrite map_app, IHl. }
      rewrite Em. apply (NoDup_flat_map_sorted earlier); [apply kids_sorted| |].
      * intros k Hk. apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [_ [_ HRd]]]. apply (reads_NoDup _ _ HRd).
      * intros k k' Hk Hk' Hlt x Hx Hx'.
        destruct (ks_edge k (proj1 (in_kids_ks k) Hk)) as [d [E [_ HRd]]].
        destruct (ks_edge k' (proj1 (in_kids_ks k') Hk')) as [d' [E' [_ HRd']]].
        apply (reads_ids _ _ HRd) in Hx. apply (reads_ids _ _ HRd') in Hx'.
        destruct (edge_bubbles _ _ E) as [_ Bd]. destruct (edge_bubbles _ _ E') as [_ Bd'].
        destruct (exists_in _ (phi_nonempty x (reaches_bubble _ _ Bd Hx))) as [v Hv].
        apply (children_apart b d d' E E' (different k k' d d' Hk Hk' HRd HRd' Hlt) v); apply in_psi; eauto.
  - intros a. rewrite subs_eq. simpl. rewrite in_app_iff, in_flat_map. split.
    + intros [H|[u [Hu H]]].
      * apply in_map_iff in H. destruct H as [k [<- Hk]]. apply in_kids_ks, in_ks in Hk. destruct Hk as [l [d [Ha ->]]].
        simpl. rewrite (reads_id _ _ (IH d (ex_intro _ l Ha))). split; [assumption|apply rt_refl].
      * apply in_allsubs in Hu. destruct Hu as [k [Hk Hu]]. apply in_kids_ks in Hk.
        destruct (ks_edge k Hk) as [d [E [_ HRd]]].
        assert (Ha : In a (arcs S) /\ reaches S d (head a)) by (apply (reads_arcs _ _ HRd), in_flat_map; eauto).
        split; [apply Ha|]. eapply rt_trans; [apply rt_step, E|apply Ha].
    + intros [Ha H]. destruct (first_edge _ _ H) as [Eh|[d [E H']]].
      * left. destruct a as [[h l] d]. unfold head in Eh. simpl in Eh. subst h. apply in_map_iff.
        exists (l, tree_of S fuel d). split; [|apply in_kids_ks, in_ks; eauto].
        simpl. now rewrite (reads_id _ _ (IH d (ex_intro _ l Ha))).
      * right. destruct (child_kid d E) as [k [Hk Ek]]. assert (HRd := IH d E). rewrite <- Ek in HRd.
        assert (Ha' := proj2 (reads_arcs _ _ HRd a) (Logic.conj Ha H')). apply in_flat_map in Ha'. destruct Ha' as [u [Hu Hu']].
        exists u. split; [|assumption]. apply in_allsubs. exists k. split; [now apply in_kids_ks|assumption].
  - intros u Hu. apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]].
    + split; [apply t_content|apply t_parts].
    + apply in_kids_ks in Hk. destruct (ks_edge k Hk) as [d [_ [_ HRd]]]. now apply (reads_phi _ _ HRd).
Qed.
End Step.

Lemma tree_of_reads fuel : forall b, bubble S b -> measure b <= fuel -> reads b (tree_of S fuel b).
Proof.
  induction fuel as [|fuel IH]; intros b Hb Hm.
  - exfalso. unfold measure in Hm. destruct (exists_in _ (phi_nonempty b Hb)) as [x Hx].
    apply phi_in_psi in Hx; [|assumption]. apply (nodup_In Nat.eq_dec) in Hx. destruct (nodup Nat.eq_dec (psi S b)); [contradiction|simpl in Hm; lia].
  - apply t_reads; [assumption|]. intros d E. apply IH; [now apply edge_bubbles in E|]. apply measure_edge in E. lia.
Qed.
End Projective.

Lemma root_bubble_spec S : projective S -> bubble S (root_bubble S) /\ In 0 (phi S (root_bubble S)).
Proof.
  intros Pr. destruct Pr as [_ [_ [_ [_ [_ [[[r [Hr H0]] _] _]]]]]]. unfold root_bubble.
  destruct (find _ _) as [b|] eqn:E.
  - apply find_some in E. destruct E as [Hb E]. apply is_in_In in E. apply in_seq in Hb. split; [unfold bubble; lia|assumption].
  - exfalso. assert (F := find_none _ _ E r). simpl in F.
    assert (is_in ROOT (phi S r) = true) by now apply is_in_In. rewrite F in H; [discriminate|].
    apply in_seq. unfold bubble in Hr. lia.
Qed.

Lemma read_whole S : projective S -> whole (size S) S (read S).
Proof.
  intros Pr. destruct (root_bubble_spec S Pr) as [Hb H0].
  destruct (the_root S Pr) as [r [Hr [Er Hall]]].
  assert (Er' : root_bubble S = r).
  { destruct Pr as [_ [_ [_ [_ [_ [[_ [U _]] _]]]]]]. apply U; [assumption|apply Hr|assumption|]. apply Er. now left. }
  assert (Hall' : forall v, In v (psi S r) <-> v <= size S).
  { intros v. rewrite in_psi; [|assumption|apply Hr]. split.
    - intros [x [Hx Hv]]. apply (proj1 (proj1 Pr) x); [now apply (reaches_bubble S Pr r x (proj1 Hr))|assumption].
    - intros Hv. destruct Pr as [_ [_ [_ [_ [HL _]]]]]. destruct (HL v Hv) as [e [He Ee]]. exists e. split; [now apply Hall|].
      apply Ee. now left. }
  assert (Hm : measure S r <= Datatypes.S (size S)).
  { unfold measure. rewrite <- (seq_length (Datatypes.S (size S)) 0). apply NoDup_incl_length; [apply NoDup_nodup|].
    intros v Hv. apply nodup_In, Hall' in Hv. apply in_seq. lia. }
  assert (HRd := tree_of_reads S Pr _ r (proj1 Hr) Hm). unfold read. rewrite Er'. set (t := tree_of S (Datatypes.S (size S)) r) in *. clearbody t.
  assert (HS : forall u, In u (fsubs [t]) <-> In u (subs t)) by (intros u; unfold fsubs; simpl; rewrite app_nil_r; reflexivity).
  assert (EF : fsubs [t] = subs t) by (unfold fsubs; simpl; apply app_nil_r).
  assert (Hy : yield t = seq 0 (Datatypes.S (size S))).
  { destruct (reads_interval _ _ _ HRd) as [a [m E]].
    assert (Hin : forall v, In v (seq a m) <-> v <= size S).
    { intros v. rewrite <- E. rewrite <- Hall'. split; apply (reads_yield _ _ _ HRd). }
    rewrite E. assert (H00 := proj2 (Hin 0) (Nat.le_0_l _)). apply in_seq in H00. assert (a = 0) by lia. subst a.
    f_equal. assert (Hn := proj2 (Hin (size S)) (Nat.le_refl _)). apply in_seq in Hn.
    destruct (Nat.lt_ge_cases (Datatypes.S (size S)) m) as [Hlt|]; [|lia].
    assert (F : In (Datatypes.S (size S)) (seq 0 m)) by (apply in_seq; lia). apply Hin in F. lia. }
  split; [reflexivity| |assumption| |].
  - split; rewrite ?EF.
    + apply (reads_NoDup _ _ _ HRd).
    + intros b. rewrite (reads_ids _ _ _ HRd). split; [|apply Hall]. intros H. exact (reaches_bubble S Pr r b (proj1 Hr) H).
    + intros a. rewrite (reads_arcs _ _ _ HRd). split; [|tauto]. intros Ha. split; [assumption|]. apply Hall.
      now apply (proj2 (proj1 Pr)) in Ha.
    + intros u Hu. apply (reads_phi _ _ _ HRd u Hu).
    + intros t' v [<-|[]] Hv. rewrite Hy in Hv. apply in_seq in Hv. lia.
  - destruct (reads_phi _ _ _ HRd t (subs_self t)) as [Hphi Hparts].
    assert (Hid := reads_id _ _ _ HRd).
    destruct t as [b w L P R] eqn:Et. simpl in Hid. subst b. simpl tid in Hphi.
    assert (HC : same (content (Node r w L P R)) [0]) by (eapply same_trans; [apply same_sym, Hphi|exact Er]).
    assert (HN : NoDup (yield (Node r w L P R))) by (rewrite Hy; apply seq_NoDup).
    destruct P as [|[l1 k1] [|[l2 k2] P]]; [|simpl in Hparts; lia|exfalso].
    + simpl in HC. assert (w = 0) by (destruct (proj1 HC w (or_introl eq_refl)) as [<-|[]]; reflexivity). subst w.
      exists r, R. f_equal. destruct L as [|[l1 k1] L]; [reflexivity|exfalso].
      rewrite yield_eq in Hy. unfold yields in Hy. simpl in Hy. destruct (yield k1) as [|x y] eqn:E; [now apply (yield_nonempty k1)|].
      rewrite yield_eq in HN. unfold yields in HN. simpl in HN. rewrite E in HN. simpl in Hy. injection Hy as -> _.
      simpl in HN. inversion HN as [|z zs Hz _]; subst. apply Hz. rewrite !in_app_iff. simpl. auto.
    + rewrite yield_eq in HN. apply NoDup_split in HN. destruct HN as [_ [HN _]]. apply NoDup_split in HN. destruct HN as [HN _].
      simpl in HN, HC. unfold yields in HN, HC. simpl in HN, HC.
      destruct (exists_in _ (yield_nonempty k1)) as [x Hx]. destruct (exists_in _ (yield_nonempty k2)) as [y Hy'].
      assert (x = 0) by (destruct (proj1 HC x) as [<-|[]]; [apply in_app_iff; auto|reflexivity]).
      assert (y = 0) by (destruct (proj1 HC y) as [<-|[]]; [rewrite !in_app_iff; auto|reflexivity]). subst.
      apply NoDup_split in HN. destruct HN as [_ [_ HN]]. apply (HN 0 Hx). apply in_app_iff. auto.
  - intros u Hu. apply (reads_phi _ _ _ HRd u Hu).
Qed.

Lemma read_conj S t n : whole n S t -> first_parts_are_conj S -> conj_first t.
Proof.
  intros W HF u Hu. destruct u as [b w L [|[l p] P] R] eqn:Eu; [exact I|]. simpl. rewrite <- Eu in Hu.
  assert (HI : interval (content u)).
  { apply interval_content. apply (interval_sub t); [now apply (whole_interval n S)|assumption]. }
  assert (Hk : In (l, p) (kids u)) by (rewrite Eu; apply in_kids; simpl; auto).
  assert (Hphi := node_phi n S t W u Hu).
  destruct (yield p) as [|v y] eqn:Ey; [now destruct (yield_nonempty p)|].
  assert (Ec : exists rest, content u = v :: rest).
  { rewrite Eu. simpl. unfold yields. simpl. rewrite Ey. simpl. eauto. }
  destruct Ec as [rest Ec].
  apply (HF (tid u) l (tid p) v).
  - apply (node_arc n S t W). exists u, (l, p). auto.
  - apply Hphi. rewrite Ec. now left.
  - intros x Hx. apply Hphi in Hx. destruct HI as [a [m HI]]. rewrite HI in Hx. apply in_seq in Hx.
    rewrite HI in Ec. destruct m; [discriminate|]. simpl in Ec. injection Ec as -> _. lia.
  - apply (node_psi n S t W p); [now apply (subs_kid t u (l, p))|]. rewrite Ey. now left.
Qed.
