(** * The theorems of Statements.v *)

From Coq Require Import List Arith Bool Lia Relations.
From Bubble Require Import Definitions Oracle Statements Trees Machine Represent Refine Sound Complete Unique Count Counting Checker.
Import ListNotations.

Theorem descendants_are_holds : descendants_are.
Proof. exact below_reaches. Qed.

Lemma weaker_run nf sr ts : forall c c', run nf sr c ts = Some c' -> run false false c ts = Some c'.
Proof.
  induction ts as [|t ts IH]; intros c c' H; simpl in *; [assumption|]. unfold step in *.
  assert (A : allowed nf sr c t = true -> allowed false false c t = true).
  { unfold allowed. destruct t, (stack c) as [|s1 [|s2 s]], (buffer c) as [|b1 b]; simpl; auto;
      rewrite ?andb_true_iff; intuition. }
  destruct (allowed nf sr c t); [|discriminate]. rewrite A by reflexivity. eauto.
Qed.

Theorem options_restrict_holds : options_restrict.
Proof. intros nf sr n ts S [c [R HC]]. exists c. split; [exact (weaker_run _ _ _ _ _ R)|assumption]. Qed.

Lemma fine_conj n t : (forall u, In u (subs t) -> fine n u) -> conj_first t.
Proof. intros H u Hu. destruct (H u Hu) as [_ F]. destruct (parts u); [exact I|apply F]. Qed.

Theorem soundness_holds : soundness.
Proof.
  intros nf sr n ts S H. destruct (derives_whole _ _ _ _ _ H) as [m [l [W [F _]]]]. split; [apply (whole_size _ _ _ W)|].
  split; [exact (whole_projective n S (root m) W)|]. apply (whole_first_parts n S (root m) W). exact (fine_conj _ _ F).
Qed.

(** What the oracle does for a structure, with or without the single root. *)
Lemma oracle_works sr S : projective S -> first_parts_are_conj S ->
  sr = false \/ length (match read S with Node _ _ _ _ R => R end) <= 1 ->
  exists T, derives true sr (size S) (oracle S) T /\ same_tree T S.
Proof.
  intros Pr HF HS. assert (W := read_whole S Pr). assert (HC := read_conj S (read S) _ W HF).
  destruct (whole_root _ _ _ W) as [b [ks E]]. assert (HY := whole_yield _ _ _ W).
  assert (HSh := whole_shaped _ _ _ W). rewrite E in HS, HC, HY, HSh.
  assert (Eks : yields ks = seq 1 (size S)).
  { rewrite yield_eq in HY. unfold yields at 1 in HY. simpl in HY. now injection HY. }
  destruct (run_oracle sr ks) as [l Hrun].
  - intros k Hk. assert (Hk' : In k (kids (Node b 0 [] [] ks))) by exact Hk.
    split; [exact (shaped_kid _ k HSh Hk')|exact (conj_first_kid _ k HC Hk')].
  - exact HS.
  - rewrite Eks in Hrun. destruct (whole_derives _ _ _ _ _ _ Hrun) as [T [m [HD [WT Em]]]].
    exists T. split; [unfold oracle; rewrite E; exact HD|]. apply (erase_same (size S) T S (root m) (read S)); auto.
    rewrite E. unfold root. simpl. f_equal. exact Em.
Qed.

Theorem completeness_holds : completeness.
Proof.
  intros S Pr HF. destruct (oracle_works false S Pr HF) as [T H]; [now left|]. exists (oracle S), T. exact H.
Qed.

Theorem oracle_derives_holds : oracle_derives.
Proof. intros S Pr HF. apply (oracle_works false S Pr HF). now left. Qed.

Theorem oracle_is_normal_form_holds : oracle_is_normal_form.
Proof.
  intros sr n ts S H. destruct (soundness_holds _ _ _ _ _ H) as [En [Pr HF]].
  destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]].
  assert (Ets := normal_run_is_oracle _ _ _ _ _ R).
  assert (E : erase (root m) = erase (read S)).
  { apply (same_erase n S S); [assumption|rewrite <- En; now apply read_whole|]. repeat split; auto; intros b Hb.
    - exists b. split; [assumption|apply same_refl].
    - intros d Ha. exists b, d. split; [assumption|]. split; apply same_refl.
    - exists b. split; [assumption|apply same_refl].
    - intros d Ha. exists b, d. split; [assumption|]. split; apply same_refl. }
  unfold oracle. rewrite <- walk_erase, <- E. rewrite Ets. reflexivity.
Qed.

Lemma conj_first_erase t t' : erase t = erase t' -> conj_first t -> conj_first t'.
Proof.
  intros E H u Hu. apply (in_map erase) in Hu. rewrite <- subs_erase, <- E, subs_erase in Hu.
  apply in_map_iff in Hu. destruct Hu as [v [Ev Hv]]. specialize (H v Hv).
  destruct v as [b w L [|k P] R], u as [b' w' L' [|k' P'] R']; simpl in *; try exact I; try discriminate.
  injection Ev as _ El _ _ _. congruence.
Qed.

Theorem exact_side_condition_holds : exact_side_condition.
Proof.
  intros S Pr. split.
  - intros [ts [T [HD HT]]]. destruct (derives_whole _ _ _ _ _ HD) as [m [l [W [F _]]]].
    assert (WS := read_whole S Pr). apply (whole_first_parts _ S (read S) WS).
    apply (conj_first_erase (root m)); [|exact (fine_conj _ _ F)]. now apply (same_erase (size S) T S).
  - intros HF. destruct (completeness_holds S Pr HF) as [ts [T [[c [R HC]] HT]]]. exists ts, T. split; [|assumption].
    apply (options_restrict_holds true false). exists c. split; assumption.
Qed.

Theorem uniqueness_holds : uniqueness.
Proof.
  intros sr n ts ts' S T H H' E.
  destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]]. destruct (derives_whole _ _ _ _ _ H') as [m' [l' [W' [_ R']]]].
  assert (EE := same_erase n S T _ _ W W' E).
  rewrite (normal_run_is_oracle _ _ _ _ _ R), (normal_run_is_oracle _ _ _ _ _ R').
  f_equal. unfold root in EE. simpl in EE. now injection EE.
Qed.

Theorem exact_length_holds : exact_length.
Proof.
  intros nf sr n ts S H. destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]].
  rewrite (run_length _ _ _ _ _ _ R), seq_length, nbs_erase, (bubbles_nb n S (root m) W). unfold root.
  rewrite nb_node. simpl. reflexivity.
Qed.

Lemma same_tree_bubbles n S T s t : whole n S s -> whole n T t -> same_tree S T -> bubbles S = bubbles T.
Proof.
  intros WS WT E. rewrite (bubbles_nb n S s WS), (bubbles_nb n T t WT), <- (nb_erase s), <- (nb_erase t).
  now rewrite (same_erase n S T s t WS WT E).
Qed.

Theorem normalisation_holds : normalisation.
Proof.
  intros sr n ts S H. destruct (soundness_holds _ _ _ _ _ H) as [En [Pr HF]].
  destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]].
  destruct (oracle_works sr S Pr HF) as [T [HD HT]].
  - destruct sr; [right|now left]. apply run_one_child in R.
    assert (E : erase (root m) = erase (read S)).
    { apply (same_erase n S S); [assumption|rewrite <- En; now apply read_whole|]. repeat split; auto; intros b Hb;
        [|intros d Ha| |intros d Ha]; try (exists b, d); try (exists b); repeat split; auto; apply incl_refl. }
    unfold root in E. destruct (read S) as [b w L P Q]. simpl in E. injection E as _ _ _ E.
    apply (f_equal (@length _)) in E. rewrite !map_length in E. rewrite map_length in R. lia.
  - rewrite En in HD. exists (oracle S), T. split; [assumption|]. split; [assumption|].
    rewrite (exact_length_holds _ _ _ _ _ HD), (exact_length_holds _ _ _ _ _ H).
    destruct (derives_whole _ _ _ _ _ HD) as [m' [l' [W' _]]]. now rewrite (same_tree_bubbles n T S _ _ W' W HT).
Qed.

Theorem progress_holds : progress.
Proof.
  intros nf sr n ts c R HN. destruct (sim_run n nf sr ts _ _ _ (sim_initial n) R) as [m [Hm Em]].
  rewrite first_erase in Em. destruct (ready_moves nf sr (merase m)) as [t Ht].
  - eapply ready_run; [|exact Em]. reflexivity.
  - intros [E1 E2]. apply HN. unfold merase in E1, E2. simpl in E1, E2. apply map_eq_nil in E1, E2.
    split; [rewrite (sim_stack _ _ _ Hm), E1; reflexivity|rewrite (sim_buffer _ _ _ Hm), E2; reflexivity].
  - exists t. rewrite (same_allowed n c m Hm). rewrite <- (mallowed_erase nf sr m t). exact Ht.
Qed.

Theorem termination_holds : termination.
Proof.
  intros nf sr n ts c R. destruct (sim_run n nf sr ts _ _ _ (sim_initial n) R) as [m [_ Em]].
  rewrite first_erase in Em. apply run_bounded in Em. now rewrite seq_length in Em.
Qed.

Theorem single_root_sound_holds : single_root_sound.
Proof.
  intros nf n ts S H. destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]]. apply run_one_child in R.
  rewrite map_length in R. assert (HY := whole_yield _ _ _ W). unfold root in HY. simpl in HY. injection HY as HY.
  destruct (rt m) as [|k [|k' ks]] eqn:Er; [discriminate| |simpl in R; lia].
  assert (Hk : In k (kids (root m))) by (unfold root; rewrite Er; now left).
  exists (tid (root m), fst k, tid (snd k)). split; [|split].
  - apply (node_arc _ S (root m) W). exists (root m), k. split; [apply subs_self|]. auto.
  - apply (node_phi _ S (root m) W (root m) (subs_self _)). rewrite (root_content _ S _ W). now left.
  - intros a Ha H0. apply (node_arc _ S (root m) W) in Ha. destruct Ha as [u [k' [Hu [Hk' ->]]]].
    unfold head in H0. simpl fst in H0. apply (node_phi _ S (root m) W u Hu) in H0.
    apply (root_holds _ S (root m) W u Hu) in H0. subst u. unfold root in Hk'. rewrite Er in Hk'. simpl in Hk'.
    destruct Hk' as [<-|[]]. reflexivity.
Qed.

Theorem single_root_complete_holds : single_root_complete.
Proof.
  intros S Pr HF [a [Ha [H0 U]]]. destruct (oracle_works true S Pr HF) as [T H]; [right|exists (oracle S), T; exact H].
  assert (W := read_whole S Pr). destruct (whole_root _ _ _ W) as [b [ks E]]. rewrite E.
  destruct ks as [|k1 [|k2 ks]]; simpl; [lia|lia|exfalso].
  set (t := read S) in *.
  assert (Same : forall k, In k (kids t) -> (tid t, fst k, tid (snd k)) = a).
  { intros k Hk. apply U.
    - apply (node_arc _ S t W). exists t, k. split; [apply subs_self|]. auto.
    - apply (node_phi _ S t W t (subs_self _)). rewrite (root_content _ S _ W). now left. }
  assert (K1 : In k1 (kids t)) by (rewrite E; simpl; auto). assert (K2 : In k2 (kids t)) by (rewrite E; simpl; auto).
  assert (Eid : tid (snd k1) = tid (snd k2)).
  { assert (E1 := Same k1 K1). assert (E2 := Same k2 K2). rewrite <- E2 in E1. now injection E1. }
  assert (Et : snd k1 = snd k2).
  { apply (node_same _ S t W); [apply (subs_kid t t); [apply subs_self|assumption]|apply (subs_kid t t); [apply subs_self|assumption]|assumption]. }
  assert (HN := whole_NoDup _ S t W). apply NoDup_kids in HN. rewrite E in HN. simpl in HN.
  apply NoDup_split in HN. destruct HN as [_ [_ HN]]. destruct (exists_in _ (yield_nonempty (snd k1))) as [x Hx].
  apply (HN x Hx). apply in_app_iff. left. now rewrite <- Et.
Qed.

Theorem one_series_holds : one_series.
Proof.
  split; [exists f_count, t_count, c_count; exact counts_are_series|exact series_unique].
Qed.

Theorem counting_holds : counting.
Proof. exact derivations_counted. Qed.

(** ** What is false *)

Theorem ambiguity_holds : ambiguity.
Proof.
  set (ts := [Shift; RightArc 1; Shift; LeftArc 1; Shift; RightArc 1]).
  set (ts' := [Shift; Shift; LeftArc 1; RightArc 1; Shift; RightArc 1]).
  assert (E : exists S, derive false false 3 ts = Some S) by (eexists; vm_compute; reflexivity).
  assert (E' : exists S, derive false false 3 ts' = Some S) by (eexists; vm_compute; reflexivity).
  destruct E as [S E], E' as [T E']. exists ts, ts', S, T. split; [now apply derive_ok|]. split; [now apply derive_ok|].
  split; [|discriminate]. apply same_tree_ok. vm_compute in E, E'. injection E as <-. injection E' as <-.
  vm_compute. reflexivity.
Qed.

Theorem reflexive_reading_fails_holds : reflexive_reading_fails.
Proof.
  intros S HQ [[r [Hr H0]] _] H.
  assert (Hrr : below S r r) by (apply below_reaches; [assumption|assumption|apply rt_refl]).
  assert (HI : incl (phi S r) (psi S r)).
  { intros v Hv. unfold psi. apply in_flat_map. exists r. split; assumption. }
  destruct (H r r Hr Hrr) as [[_ HP]|HD]; [contradiction|]. exact (HD ROOT (HI ROOT H0) H0).
Qed.

(** RT -> bubble {1, 2} -> word 1 -> word 2. *)
Definition chained : structure := Structure 2 [[0]; [1]; [2]; [1; 2]] [(0, 1, 3); (3, conj, 1); (1, 1, 2)].

Theorem improper_reading_fails_holds : improper_reading_fails.
Proof.
  exists chained.
  split; [apply quadruple_ok; reflexivity|]. split; [apply is_tree_ok; reflexivity|].
  split; [apply no_partial_overlap_ok; reflexivity|]. split; [apply non_duplication_ok; reflexivity|].
  split; [apply lexical_coverage_ok; reflexivity|]. split; [apply roothood_ok; reflexivity|].
  split; [apply containment_ok; reflexivity|]. split; [apply continuous_coverage_ok; reflexivity|].
  split; [apply continuous_projections_ok; reflexivity|]. split; [|split].
  - assert (E : all_bubbles chained (fun a1 => forallb (fun a2 => implb (negb (a1 =? a2))
      (incl_b (psi chained a2) (phi chained a1) || disjoint_b (psi chained a2) (phi chained a1))) (descendants chained a1)) = true)
      by reflexivity.
    intros a1 a2 H1 H2 Hne. revert a2 H2 Hne. revert a1 H1.
    refine (proj1 (all_bubbles_ok chained _ _ _) E). intros a1 H1. split; intros H.
    + intros a2 H2 Hne. rewrite forallb_forall in H. specialize (H a2 H2).
      destruct (a1 =? a2) eqn:Ea; [apply Nat.eqb_eq in Ea; contradiction|]. simpl in H.
      apply orb_true_iff in H. destruct H as [H|H]; [left; now apply incl_ok|right; now apply disjoint_ok].
    + apply forallb_forall. intros a2 H2. destruct (a1 =? a2) eqn:Ea; [reflexivity|]. apply Nat.eqb_neq in Ea. simpl.
      apply orb_true_iff. destruct (H a2 H2 Ea); [left; now apply incl_ok|right; now apply disjoint_ok].
  - apply first_parts_are_conj_ok. reflexivity.
  - intros ts T HD [_ [_ [_ HE]]]. destruct (soundness_holds _ _ _ _ _ HD) as [_ [Pr _]].
    destruct (HE 3 conj 1) as [b [d [Ha [Eb Ed]]]]; [simpl; auto|].
    destruct (HE 1 1 2) as [d' [e [Ha' [Ed' Ee]]]]; [simpl; auto|].
    assert (HQ := proj1 Pr). assert (HDup : non_duplication T) by apply Pr. assert (HK : contained_projections T) by apply Pr.
    destruct (proj2 HQ _ Ha) as [Bb Bd]. destruct (proj2 HQ _ Ha') as [Bd' Be].
    unfold head, dependent in Bb, Bd, Bd', Be. simpl in Bb, Bd, Bd', Be, Eb, Ed, Ed', Ee.
    assert (d' = d) by (apply HDup; auto; eapply same_trans; [apply same_sym, Ed'|exact Ed]). subst d'.
    assert (Hbd : below T b d) by (apply below_reaches; auto; apply rt_step; now exists conj).
    assert (Hne : b <> d).
    { intros ->. assert (H2 : In 2 (phi T d)) by (apply Eb; simpl; auto). apply Ed in H2. simpl in H2.
      destruct H2 as [H2|[]]. discriminate. }
    assert (P1 : In 1 (psi T d)).
    { apply (in_psi T Pr); [assumption|]. exists d. split; [apply rt_refl|]. apply Ed. now left. }
    assert (P2 : In 2 (psi T d)).
    { apply (in_psi T Pr); [assumption|]. exists e. split; [apply rt_step; now exists 1|]. apply Ee. now left. }
    destruct (HK b d Bb Hbd Hne) as [[_ HP]|HP].
    + apply HP. intros v Hv. apply Eb in Hv. simpl in Hv. destruct Hv as [<-|[<-|[]]]; assumption.
    + apply (HP 1 P1). apply Eb. now left.
Qed.

(** A bubble whose first part is labelled otherwise than "conj". *)
Definition both_first : structure := Structure 2 [[0]; [1]; [2]; [1; 2]] [(0, 1, 3); (3, 2, 1); (3, conj, 2)].

Theorem labels_matter_holds : labels_matter.
Proof.
  exists both_first. split; [apply projective_ok; vm_compute; reflexivity|].
  intros ts T HD [_ [_ [_ HE]]]. destruct (soundness_holds _ _ _ _ _ HD) as [_ [Pr HF]].
  destruct (HE 3 2 1) as [b [d [Ha [Eb Ed]]]]; [simpl; auto|]. simpl in Eb, Ed.
  destruct (proj2 (proj1 Pr) _ Ha) as [_ Bd]. unfold dependent in Bd. simpl in Bd.
  assert (E : 2 = conj); [|discriminate]. apply (HF b 2 d 1); [assumption|apply Eb; now left| |].
  - intros w Hw. apply Eb in Hw. simpl in Hw. lia.
  - apply (in_psi T Pr); [assumption|]. exists d. split; [apply rt_refl|]. apply Ed. now left.
Qed.
