(** * Derivations of the goal and projective structures are one-to-one *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Program Definitions Oracle Statements Checker Trees Machine Represent Refine Sound Complete Unique Count Counting Shapes Items Derivations Once.
Import ListNotations.

Local Arguments yields : simpl never.
Local Arguments content : simpl never.
Local Arguments arc_labels : simpl never.

(** ** A tree is numbered by the contents of its nodes *)

Lemma kid_outside b w L P R k : NoDup (yield (Node b w L P R)) -> In k L \/ In k R ->
  disjoint (yield (snd k)) (content (Node b w L P R)).
Proof.
  rewrite yield_eq. intros HN Hk. apply NoDup_split in HN. destruct HN as [_ [HN HL]]. apply NoDup_split in HN.
  destruct HN as [_ [_ HR]]. intros v Hv Hc. destruct Hk as [Hk|Hk].
  - apply (HL v); [apply in_yields; eauto|]. apply in_app_iff. auto.
  - apply (HR v Hc). apply in_yields. eauto.
Qed.

Lemma kid_content t k u : NoDup (yield t) -> length (parts t) <> 1 -> In k (kids t) -> In u (subs (snd k)) ->
  content u <> content t.
Proof.
  intros HN HL Hk Hu E.
  assert (HI : incl (content t) (yield (snd k))).
  { rewrite <- E. intros v Hv. apply (subs_yield _ _ Hu). now apply content_in_yield. }
  destruct (kid_place t k HN HL Hk) as [[_ [_ H]]|H]; [contradiction|].
  destruct (exists_in _ (content_nonempty t)) as [v Hv]. exact (H v (HI v Hv) Hv).
Qed.

Lemma contents_apart ks : NoDup (flat_map (fun k : label * tree => yield (snd k)) ks) ->
  (forall k, In k ks -> NoDup (map content (subs (snd k)))) -> NoDup (map content (allsubs ks)).
Proof.
  intros HN HK. induction ks as [|k ks IH]; [constructor|]. simpl in HN. apply NoDup_split in HN.
  destruct HN as [_ [HN HD]].
  unfold allsubs. simpl. rewrite map_app. apply NoDup_split. split; [apply HK; now left|].
  split; [apply IH; [assumption|intros x Hx; apply HK; now right]|].
  intros X HX HX'. apply in_map_iff in HX, HX'. destruct HX as [u [<- Hu]], HX' as [u' [E Hu']].
  apply in_allsubs in Hu'. destruct Hu' as [k' [Hk' Hu']]. destruct (exists_in _ (content_nonempty u)) as [v Hv].
  apply (HD v).
  - apply (subs_yield _ _ Hu). now apply content_in_yield.
  - apply in_flat_map. exists k'. split; [assumption|]. apply (subs_yield _ _ Hu'). apply content_in_yield.
    now rewrite E.
Qed.

Lemma contents_once t : NoDup (yield t) -> shaped t -> NoDup (map content (subs t)).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros HN HS. rewrite subs_eq. simpl map. constructor.
  - intros H. apply in_map_iff in H. destruct H as [u [E Hu]]. apply in_allsubs in Hu. destruct Hu as [k [Hk Hu]].
    apply (kid_content _ k u HN (HS _ (subs_self _)) Hk Hu E).
  - assert (HF := NoDup_kids _ HN). apply contents_apart; [assumption|]. intros k Hk.
    apply IH; [assumption| |exact (shaped_kid _ k HS Hk)].
    simpl in Hk. apply in_split in Hk. destruct Hk as [l1 [l2 E]]. simpl in HF. rewrite E, flat_map_app in HF.
    simpl in HF.
    apply NoDup_split in HF. destruct HF as [_ [HF _]]. apply NoDup_split in HF. apply HF.
Qed.

Lemma position_in X l : In X l -> position X l < length l /\ nth (position X l) l [] = X.
Proof.
  induction l as [|Y l IH]; [contradiction|]. intros H. simpl.
  destruct (list_eq_dec Nat.eq_dec X Y) as [->|HN]; simpl; [split; [lia|reflexivity]|].
  destruct H as [->|H]; [contradiction|]. destruct (IH H). split; [lia|assumption].
Qed.

Lemma positions l : NoDup l -> map (fun X => position X l) l = seq 0 (length l).
Proof.
  induction 1 as [|X l HX HN IH]; [reflexivity|]. simpl map. simpl length. simpl seq. f_equal.
  - now destruct (list_eq_dec Nat.eq_dec X X).
  - rewrite <- seq_shift, <- IH, map_map. apply map_ext_in. intros Y HY.
    destruct (list_eq_dec Nat.eq_dec Y X) as [->|_]; [contradiction|reflexivity].
Qed.

Fixpoint renumber (f : list nat -> nat) (t : tree) : tree :=
  match t with
  | Node b w L P R =>
      Node (f (content (Node b w L P R))) w (map (fun k => (fst k, renumber f (snd k))) L)
        (map (fun k => (fst k, renumber f (snd k))) P) (map (fun k => (fst k, renumber f (snd k))) R)
  end.

Section Renumber.
Variable f : list nat -> nat.

Lemma kids_renumber t : kids (renumber f t) = map (fun k => (fst k, renumber f (snd k))) (kids t).
Proof. destruct t. simpl. now rewrite !map_app. Qed.

Lemma subs_renumber t : subs (renumber f t) = map (renumber f) (subs t).
Proof. exact (subs_map (renumber f) kids_renumber t). Qed.

Lemma tid_renumber t : tid (renumber f t) = f (content t).
Proof. now destruct t. Qed.

Lemma erase_renumber t : erase (renumber f t) = erase t.
Proof.
  induction t as [b w L P R IH] using tree_induction. simpl. rewrite !map_map. f_equal.
  - now destruct P.
  - apply map_ext_in. intros k Hk. simpl. f_equal. apply IH. rewrite !in_app_iff. auto.
  - apply map_ext_in. intros k Hk. simpl. f_equal. apply IH. rewrite !in_app_iff. auto.
  - apply map_ext_in. intros k Hk. simpl. f_equal. apply IH. rewrite !in_app_iff. auto.
Qed.

Lemma yield_renumber t : yield (renumber f t) = yield t.
Proof. now rewrite <- yield_erase, erase_renumber, yield_erase. Qed.

Lemma content_renumber t : content (renumber f t) = content t.
Proof. now rewrite <- content_erase, erase_renumber, content_erase. Qed.

Lemma shaped_renumber t : shaped t -> shaped (renumber f t).
Proof.
  intros H u Hu. rewrite subs_renumber in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]]. specialize (H v Hv).
  destruct v. simpl in *. now rewrite map_length.
Qed.
End Renumber.

(** What [structure_of] makes of an ordered tree. *)
Definition numbered (n : nat) (t : tree) : structure :=
  Structure n (map content (subs t))
    (flat_map (fun u => map (fun k => (number t u, fst k, number t (snd k))) (kids u)) (subs t)).

Definition renumbered (t : tree) : tree := renumber (fun X => position X (map content (subs t))) t.

Lemma numbered_whole n ks : yields ks = seq 1 n -> shaped (Node 0 0 [] [] ks) ->
  whole n (numbered n (Node 0 0 [] [] ks)) (renumbered (Node 0 0 [] [] ks)).
Proof.
  set (t := Node 0 0 [] [] ks). intros HY HS. set (f := fun X => position X (map content (subs t))).
  assert (Y : yield t = seq 0 (Datatypes.S n)) by (unfold t; rewrite yield_eq;
    change (0 :: yields ks = seq 0 (Datatypes.S n)); now rewrite HY).
  assert (HN : NoDup (yield t)) by (rewrite Y; apply seq_NoDup).
  assert (HC := contents_once t HN HS).
  assert (EF : fsubs [renumbered t] = map (renumber f) (subs t)) by (unfold fsubs, renumbered; fold f; cbn [flat_map];
    rewrite app_nil_r; apply subs_renumber).
  assert (ET : map tid (fsubs [renumbered t]) = seq 0 (length (map content (subs t)))).
  { rewrite EF, map_map, <- (positions _ HC), map_map. apply map_ext. intros u. apply tid_renumber. }
  split; [reflexivity| | | |].
  - split.
    + rewrite ET. apply seq_NoDup.
    + intros b. rewrite ET, in_seq. unfold bubble, numbered. cbn [contents]. lia.
    + intros a. rewrite EF, flat_map_map. unfold numbered. cbn [arcs].
      enough (E : forall us, flat_map (fun u => map (fun k => (number t u, fst k, number t (snd k))) (kids u)) us =
        flat_map (fun u => arcs_at (renumber f u)) us) by (rewrite E; reflexivity).
      intros us. apply flat_map_same. intros u _. unfold arcs_at. rewrite kids_renumber, map_map. apply map_ext.
      intros k.
      cbn [fst snd]. now rewrite !tid_renumber.
    + intros u Hu. rewrite EF in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]].
      rewrite tid_renumber, content_renumber. unfold phi, numbered. cbn [contents]. unfold f.
      rewrite (proj2 (position_in (content v) (map content (subs t)) (in_map _ _ _ Hv))).
      apply same_refl.
    + intros x v [<-|[]] Hv. unfold renumbered in Hv. rewrite yield_renumber, Y in Hv. apply in_seq in Hv. simpl. lia.
  - unfold renumbered. now rewrite yield_renumber.
  - unfold renumbered, t. simpl. eauto.
  - now apply shaped_renumber.
Qed.

(** ** Labels in the structure and in the tree *)

Section Fits.
Variable O : options.

Definition label_node (t : tree) : Prop :=
  match t with Node _ _ L P R => dependents_fit O L /\ parts_fit O P /\ dependents_fit O R end.

Lemma first_label l : In l (arc_labels O (first_roles O)) -> In l (arc_labels O (part_roles O)).
Proof.
  intros H. apply label_out in H. destruct H as [r [o [Hr [Ho ->]]]].
  apply label_in; [now apply first_is_part|assumption].
Qed.

(** The first token of a bubble is below its first part. *)
Lemma first_token b w L k P R : interval (yield (Node b w L (k :: P) R)) -> exists v, In v (yield (snd k)) /\
  In v (content (Node b w L (k :: P) R)) /\ forall x, In x (content (Node b w L (k :: P) R)) -> v <= x.
Proof.
  intros HI. apply interval_content in HI. rewrite content_parts in HI by discriminate.
  rewrite content_parts by discriminate. change (yields (k :: P)) with (yield (snd k) ++ yields P) in *.
  destruct (yield (snd k)) as [|v y] eqn:E; [now destruct (yield_nonempty (snd k))|].
  exists v. split; [now left|]. split; [now left|]. intros x Hx. destruct HI as [a [m HI]]. rewrite HI in Hx.
  apply in_seq in Hx.
  destruct m as [|m]; [discriminate|]. simpl in HI. injection HI as -> _. lia.
Qed.

Lemma labels_fit n S t : whole n S t ->
  ((forall b l d, In (b, l, d) (arcs S) ->
    (disjoint (phi S d) (phi S b) -> In l (arc_labels O [Left])) /\
    (incl (phi S d) (phi S b) -> In l (arc_labels O (part_roles O))) /\
    forall v, In v (phi S b) -> (forall w, In w (phi S b) -> v <= w) -> In v (psi S d) -> In l (arc_labels O (first_roles O))) <->
  forall u, In u (subs t) -> label_node u).
Proof.
  intros W.
  assert (Phi : forall u, In u (subs t) -> same (phi S (tid u)) (content u)) by exact (node_phi n S t W).
  assert (Psi : forall u, In u (subs t) -> same (psi S (tid u)) (yield u)) by exact (node_psi n S t W).
  assert (HN := node_NoDup n S t W). assert (HI : forall u, In u (subs t) -> interval (yield u)).
  { intros u Hu. apply (interval_sub t); [exact (whole_interval n S t W)|assumption]. }
  split.
  - intros H u Hu. destruct u as [b w L P R] eqn:Eu. rewrite <- Eu in Hu.
    assert (Arc : forall k, In k L \/ In k P \/ In k R -> In (tid u, fst k, tid (snd k)) (arcs S) /\ In (snd k) (subs t)).
    { intros k Hk. rewrite <- (in_kids b w L P R) in Hk. rewrite <- Eu in Hk. split; [|now apply subs_kid with u].
      apply (node_arc n S t W). exists u, k. auto. }
    assert (Out : forall k, In k L \/ In k R -> In (fst k) (arc_labels O [Left])).
    { intros k Hk. destruct (Arc k ltac:(tauto)) as [Ha Hs]. apply (H _ _ _ Ha). intros v Hv Hb.
      apply (Phi _ Hs) in Hv. apply (Phi _ Hu) in Hb. rewrite Eu in Hb. apply (kid_outside b w L P R k) with v; auto.
      - rewrite <- Eu. now apply HN.
      - now apply content_in_yield. }
    split; [intros k Hk; apply Out; auto|]. split; [|intros k Hk; apply Out; auto].
    assert (In_ : forall k, In k P -> In (fst k) (arc_labels O (part_roles O))).
    { intros k Hk. destruct (Arc k ltac:(tauto)) as [Ha Hs]. apply (H _ _ _ Ha). intros v Hv. apply (Phi _ Hs) in Hv.
      apply (Phi _ Hu). rewrite Eu, content_parts by (intros ->; contradiction). apply in_yields. exists k.
      split; [assumption|].
      now apply content_in_yield. }
    destruct P as [|k P]; [exact I|]. split; [|intros x Hx; apply In_; now right].
    destruct (Arc k ltac:(simpl; tauto)) as [Ha Hs]. assert (HU := HI u Hu). rewrite Eu in HU.
    destruct (first_token _ _ _ _ _ _ HU) as [v [Hv [Hc Hmin]]]. rewrite <- Eu in Hc, Hmin.
    apply (proj2 (proj2 (H _ _ _ Ha)) v).
    + now apply (Phi _ Hu).
    + intros x Hx. apply Hmin. now apply (Phi _ Hu).
    + now apply (Psi _ Hs).
  - intros H b l d Ha. apply (node_arc n S t W) in Ha. destruct Ha as [u [k [Hu [Hk E]]]]. injection E as -> -> ->.
    assert (Hs : In (snd k) (subs t)) by now apply subs_kid with u.
    assert (HU := HI u Hu). assert (HD := HN u Hu). assert (HT := two_kids u). assert (HL := H u Hu).
    assert (PU := Phi u Hu). assert (Hk0 := Hk).
    destruct u as [b w L P R]. apply in_kids in Hk. destruct HL as [FL [FP FR]].
    destruct (exists_in _ (content_nonempty (snd k))) as [x Hx].
    assert (Hx' : In x (phi S (tid (snd k)))) by now apply (Phi _ Hs).
    assert (Hxy : In x (yield (snd k))) by now apply content_in_yield.
    assert (Cases : (In k L \/ In k R) \/ In k P) by tauto. destruct Cases as [Out|Inn].
    + assert (D := kid_outside _ _ _ _ _ _ HD Out). split; [|split].
      * intros _. destruct Out; auto.
      * intros HIn. exfalso. apply (D x Hxy). apply PU. now apply HIn.
      * intros v Hv _ Hv'. exfalso. apply (D v); [now apply (Psi _ Hs)|now apply PU].
    + assert (Part : In (fst k) (arc_labels O (part_roles O))).
      { destruct P as [|k1 P]; [contradiction|]. destruct FP as [F1 F2].
        destruct Inn as [<-|Inn]; [now apply first_label|now apply F2]. }
      split; [|split; [auto|]].
      * intros Dis. exfalso. apply (Dis x Hx'). apply PU. rewrite content_parts by (intros ->; contradiction).
        apply in_yields. eauto.
      * intros v Hv Hmin Hd. destruct P as [|k1 P]; [contradiction|].
        destruct (first_token _ _ _ _ _ _ HU) as [v1 [Hv1 [Hc1 Hm1]]].
        assert (v = v1) by (apply Nat.le_antisymm; [apply Hmin; now apply PU|apply Hm1; now apply PU]). subst v1.
        destruct (HT k k1 HD Hk0) as [->|D]; [apply in_kids; simpl; auto|apply FP|].
        exfalso. apply (D v); [now apply (Psi _ Hs)|assumption].
Qed.

(** ** Good trees *)

Lemma good_erase t : good O t -> erase t = t.
Proof.
  induction t as [b w L P R IH] using tree_induction. intros H. apply good_node in H.
  destruct H as [-> [HW [_ [HL [HP HR]]]]].
  assert (E : forall ks, goods O ks -> incl ks (L ++ P ++ R) -> map (fun k => (fst k, erase (snd k))) ks = ks).
  { intros ks Hks Hin. rewrite <- (map_id ks) at 2. apply map_ext_in. intros [l t] Hk. simpl. f_equal.
    apply (IH (l, t)); [now apply Hin|]. exact (Hks (l, t) Hk). }
  simpl. rewrite !E; [|apply HR|intros k; rewrite !in_app_iff; auto|apply HP|intros k; rewrite !in_app_iff;
    auto|apply HL|intros k; rewrite !in_app_iff; auto].
  f_equal. destruct P; [reflexivity|]. symmetry. apply HW. discriminate.
Qed.

Lemma erase_good t : shaped t -> (forall u, In u (subs t) -> label_node u) -> good O (erase t).
Proof.
  intros HS HL u Hu. rewrite subs_erase in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]].
  specialize (HS v Hv). specialize (HL v Hv). destruct v as [b w L P R]. simpl in *.
  split; [reflexivity|]. split; [intros H; now destruct P|]. split; [now rewrite map_length|].
  assert (Deps : forall ks, dependents_fit O ks -> dependents_fit O (map (fun k => (fst k, erase (snd k))) ks)).
  { intros ks H k Hk. apply in_map_iff in Hk. destruct Hk as [x [<- Hx]]. simpl. now apply H. }
  split; [now apply Deps|]. split; [|now apply Deps]. destruct HL as [_ [HP _]]. destruct P as [|k P]; [exact I|].
  simpl. split; [apply HP|]. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]]. simpl. now apply HP.
Qed.

(** ** Derivations of the goal *)

Section Goal.
Variables (n : nat) (d : derivation).
Hypothesis H : derivation_of O (goal n) d.

Lemma goal_says : exists ks, says d = (ks, []) /\ deps O ks /\ yields ks = seq 1 n /\
  (Program.single_root O = true -> length ks <= 1).
Proof.
  destruct H as [E V]. assert (S := says_spec O d V). rewrite E in S. destruct (says d) as [a b]. simpl in S.
  destruct S as [-> [HD [HY [_ HS]]]]. exists a. split; [reflexivity|]. split; [assumption|]. split; [|auto].
  rewrite HY. unfold range. now replace (n + 1 - 1) with n by lia.
Qed.

Lemma ordered_good : good O (ordered d).
Proof.
  destruct goal_says as [ks [E [HD _]]]. unfold ordered. rewrite E. apply good_node. assert (HN := deps_nil O).
  assert (HI := inner_nil O).
  split; [reflexivity|]. split; [reflexivity|]. split; [discriminate|]. tauto.
Qed.

Lemma structure_whole : whole n (structure_of n d) (renumbered (ordered d)).
Proof.
  destruct goal_says as [ks [E [_ [HY _]]]]. assert (HG := ordered_good). unfold ordered in HG. rewrite E in HG.
  change (structure_of n d) with (numbered n (ordered d)). unfold ordered. rewrite E.
  apply numbered_whole; [assumption|].
  intros u Hu. specialize (HG u Hu). destruct u. simpl in *. tauto.
Qed.

Lemma erase_ordered : erase (renumbered (ordered d)) = ordered d.
Proof. unfold renumbered. rewrite erase_renumber. apply good_erase. exact ordered_good. Qed.

Lemma structure_fits : fits O (structure_of n d).
Proof.
  assert (W := structure_whole). split.
  - intros Hs Hn. destruct goal_says as [ks [E [_ [HY Hle]]]]. specialize (Hle Hs).
    destruct (whole_root _ _ _ W) as [b [ks' E']]. rewrite E' in W. apply (one_child _ _ _ _ W).
    assert (EO := erase_ordered). rewrite E' in EO. unfold ordered in EO. rewrite E in EO. simpl in EO.
    injection EO as EO.
    assert (L : length ks' = length ks) by (rewrite <- EO; symmetry; apply map_length). rewrite L.
    destruct ks as [|k ks]; [|simpl in *; lia]. destruct n; [now destruct Hn|discriminate].
  - apply (labels_fit n _ _ W). intros u Hu. unfold renumbered in Hu. rewrite subs_renumber in Hu.
    apply in_map_iff in Hu.
    destruct Hu as [v [<- Hv]]. assert (HF := ordered_good v Hv). destruct v as [b w L P R]. simpl in HF.
    destruct HF as [_ [_ [_ [FL [FP FR]]]]].
    assert (Deps : forall f ks, dependents_fit O ks -> dependents_fit O (map (fun k => (fst k, renumber f (snd k))) ks)).
    { intros f ks HK k Hk. apply in_map_iff in Hk. destruct Hk as [x [<- Hx]]. simpl. now apply HK. }
    split; [now apply Deps|]. split; [|now apply Deps]. destruct P as [|k P]; [exact I|]. simpl. split; [apply FP|].
    intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]]. simpl. now apply FP.
Qed.
End Goal.

(** Two derivations of the same tree are equal. *)
Lemma goal_once n d d' : derivation_of O (goal n) d -> derivation_of O (goal n) d' ->
  same_tree (structure_of n d) (structure_of n d') -> d = d'.
Proof.
  intros H H' E. assert (EE := same_erase n _ _ _ _ (structure_whole n d H) (structure_whole n d' H') E).
  rewrite (erase_ordered n d H), (erase_ordered n d' H') in EE.
  destruct (goal_says n d H) as [ks [Es _]], (goal_says n d' H') as [ks' [Es' _]]. unfold ordered in EE.
  rewrite Es, Es' in EE.
  simpl in EE. injection EE as EE. destruct H as [E1 V], H' as [E1' V']. apply (says_once O); congruence.
Qed.

(** Every projective structure that fits has one. *)
Lemma goal_found S : projective S -> fits O S -> exists d, derivation_of O (goal (size S)) d /\ same_tree (structure_of (size S) d) S.
Proof.
  intros Pr [HR HF]. assert (W := read_whole S Pr). assert (HL := proj1 (labels_fit _ _ _ W) HF).
  destruct (whole_root _ _ _ W) as [b [ks E]]. assert (HY := whole_yield _ _ _ W). assert (HS := whole_shaped _ _ _ W).
  rewrite E in *.
  assert (HYk : yields ks = seq 1 (size S)) by (rewrite yield_eq in HY;
    change (0 :: yields ks = seq 0 (Datatypes.S (size S))) in HY; now injection HY).
  assert (HG : good O (Node 0 0 [] [] (map erase_kid ks))) by exact (erase_good _ HS HL).
  assert (Sp : spec O (goal (size S)) (map erase_kid ks, [])).
  { split; [reflexivity|]. apply good_node in HG. split; [apply HG|]. unfold ROOT. split; [|split; [lia|]].
    - rewrite yields_erase, HYk. unfold range. now replace (size S + 1 - (0 + 1)) with (size S) by lia.
    - intros Hs _. rewrite map_length. destruct (Nat.eq_dec (size S) 0) as [E0|E0].
      + rewrite E0 in HYk. rewrite (yields_nil ks HYk). simpl. lia.
      + specialize (HR Hs E0). apply (one_child _ S _ _ W) in HR. lia. }
  destruct (spec_said O (rank (goal (size S)) + 1) (goal (size S)) (map erase_kid ks, []) ltac:(lia) I Sp) as [d [HD Es]].
  exists d. split; [assumption|].
  apply (erase_same (size S) _ _ (renumbered (ordered d)) (Node b 0 [] [] ks)); [now apply structure_whole|assumption|].
  rewrite (erase_ordered _ _ HD). unfold ordered. rewrite Es. reflexivity.
Qed.
End Fits.
