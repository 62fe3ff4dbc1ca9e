(** * The theorems of Statements.v *)

From Coq Require Import List Arith Bool Lia Relations.
From Bubble Require Import Program Definitions Oracle Statements Checker Trees Machine Represent Refine Reachable Sound Complete Unique Count Counting Shapes Items Numbered Sums Scores.
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

(** ** Whatever picks transitions *)

Lemma run_app nf sr ts : forall c c' ts', run nf sr c ts = Some c' -> run nf sr c (ts ++ ts') = run nf sr c' ts'.
Proof.
  induction ts as [|t ts IH]; intros c c' ts' R; simpl in *; [congruence|].
  destruct (step nf sr c t); [now apply IH|discriminate].
Qed.

Section Policy.
Variables (nf sr : bool) (n : nat) (pick : list transition -> configuration -> transition).
Hypothesis picks : forall ts c, run nf sr (initial n) ts = Some c -> ~ terminal c -> allowed nf sr c (pick ts c) = true.

(** Each transition is the one picked where those before it have led. *)
Definition picked (ts : list transition) : Prop := forall before t after, ts = before ++ t :: after ->
  exists c, run nf sr (initial n) before = Some c /\ t = pick before c.

Lemma picked_snoc ts c : picked ts -> run nf sr (initial n) ts = Some c -> picked (ts ++ [pick ts c]).
Proof.
  intros HP R before t after E. destruct (exists_last (l := t :: after)) as [init [x Ex]]; [discriminate|].
  rewrite Ex, app_assoc in E. apply app_inj_tail in E. destruct E as [E <-].
  destruct init as [|t' init]; simpl in Ex; injection Ex as -> E'.
  - rewrite app_nil_r in E. subst before. exists c. auto.
  - exact (HP before t' init E).
Qed.

Lemma goes_on left : forall ts c, length ts + left = 4 * n + 1 -> run nf sr (initial n) ts = Some c -> picked ts ->
  exists ts' c', run nf sr (initial n) ts' = Some c' /\ terminal c' /\ picked ts'.
Proof.
  induction left as [|left IH]; intros ts c E R HP; [assert (L := termination_holds _ _ _ _ _ R); lia|].
  destruct (terminal_b c) eqn:T; [exists ts, c; split; [assumption|]; split; [now apply terminal_ok|assumption]|].
  assert (HT : ~ terminal c) by (intros H; apply terminal_ok in H; congruence).
  apply (IH (ts ++ [pick ts c]) (effect c (pick ts c))).
  - rewrite app_length. simpl. lia.
  - rewrite (run_app _ _ _ _ _ _ R). simpl. unfold step. now rewrite (picks ts c R HT).
  - now apply picked_snoc.
Qed.
End Policy.

Theorem any_policy_holds : any_policy.
Proof.
  intros nf sr n pick H.
  destruct (goes_on nf sr n pick H (4 * n + 1) [] (initial n)) as [ts [c [R [T HP]]]]; [reflexivity|reflexivity| |].
  { intros before t after E. now destruct before. }
  assert (HD : derives nf sr n ts (so_far c)) by (exists c; auto).
  destruct (soundness_holds _ _ _ _ _ HD) as [En [Pr _]]. exists ts, (so_far c).
  split; [assumption|]. split; [exact (termination_holds _ _ _ _ _ R)|]. split; [assumption|]. split; [assumption|exact HP].
Qed.

Theorem root_by_number_holds : root_by_number.
Proof.
  intros nf sr n ts c R. destruct (sim_run n nf sr ts _ _ _ (sim_initial n) R) as [m [H _]].
  split; [exact (item_bubble n c m H)|exact (number_and_content n c m H)].
Qed.

Theorem idle_preconditions_holds : idle_preconditions.
Proof.
  intros nf sr n ts c R. destruct (sim_run n nf sr ts _ _ _ (sim_initial n) R) as [m [H _]]. split.
  - exists (map tid (map snd (st m))). exact (sim_stack _ _ _ H).
  - intros b Hb. rewrite (sim_buffer _ _ _ H) in Hb. apply in_map_iff in Hb. destruct Hb as [t [<- Ht]].
    exact (open_buffer n c m H t Ht).
Qed.

Theorem single_root_sound_holds : single_root_sound.
Proof.
  intros nf n ts S H. destruct (derives_whole _ _ _ _ _ H) as [m [l [W [_ R]]]]. apply run_one_child in R.
  rewrite map_length in R. apply (one_child _ S _ _ W). assert (HY := whole_yield _ _ _ W).
  destruct (rt m) as [|k ks] eqn:Er; [|simpl in *; lia]. unfold root in HY. rewrite Er in HY. discriminate.
Qed.

Theorem single_root_complete_holds : single_root_complete.
Proof.
  intros S Pr HF HS. destruct (oracle_works true S Pr HF) as [T H]; [right|exists (oracle S), T; exact H].
  assert (W := read_whole S Pr). destruct (whole_root _ _ _ W) as [b [ks E]]. rewrite E in *.
  apply (one_child _ S _ _ W) in HS. lia.
Qed.

Theorem one_series_holds : one_series.
Proof.
  split; [exists f_count, t_count, c_count; exact counts_are_series|exact series_unique].
Qed.

Theorem counting_holds : counting.
Proof. exact derivations_counted. Qed.

(** Every shape is derived from some plain forest. *)
Lemma shape_derived S : projective S -> exists T m, same_tree T (shape S) /\ whole (size S) T (root m) /\
  derives true false (size S) (attach (map wipe_kid (rt m))) T /\
  (forall a, In a (arcs T) -> snd (fst a) = conj) /\ plains (map wipe_kid (rt m)) /\ wcs (map wipe_kid (rt m)) = size S.
Proof.
  intros Pr. destruct (completeness_holds (shape S) (shape_projective S Pr) (shape_first_parts S)) as [ts [T [HD HT]]].
  simpl in HD. assert (HL : forall a, In a (arcs T) -> snd (fst a) = conj).
  { intros [[b l] d] Ha. destruct HT as [_ [[_ HE] _]]. destruct (HE b l d Ha) as [b' [d' [Ha' _]]].
    exact (shape_conj S _ Ha'). }
  destruct (derived_forest _ _ _ HD HL) as [m [W [Hp [En Ets]]]]. exists T, m. rewrite <- Ets. auto 8.
Qed.

Lemma listed n Fs (P : structure -> Prop) : NoDup Fs -> (forall ks, In ks Fs -> plains ks /\ wcs ks = n) ->
  (forall ks T, In ks Fs -> derives true false n (attach ks) T -> P T) ->
  (forall S, P S -> exists ks T, In ks Fs /\ derives true false n (attach ks) T /\ same_tree T (shape S)) ->
  there_are (length Fs) P.
Proof.
  intros HN HF Sound Complete. exists (derived_from n Fs). split; [now apply derived_length|]. split; [|split].
  - intros T HT. apply in_derived in HT. destruct HT as [ks [Hks HD]]. exact (Sound ks T Hks HD).
  - now apply derived_apart.
  - intros S HS. destruct (Complete S HS) as [ks [T [Hks [HD HT]]]]. exists T. split; [apply in_derived; eauto|].
    now rewrite (shape_same T) by exact (derived_conj n Fs HF ks T Hks HD).
Qed.

Theorem counting_trees_holds : counting_trees.
Proof.
  intros f t c Hseries n. destruct (series_counts f t c n Hseries) as [-> ->].
  destruct (all_forests_ok n) as [NF IF]. destruct (all_trees_ok n) as [NT IT]. split; apply (listed n); try assumption.
  - intros ks Hks. now apply IF.
  - intros ks T _ HD. destruct (soundness_holds _ _ _ _ _ HD) as [E [Pr _]]. auto.
  - intros S [Pr <-]. destruct (shape_derived S Pr) as [T [m [HT [_ [HD [_ Hp]]]]]].
    exists (map wipe_kid (rt m)), T. split; [now apply IF|]. split; assumption.
  - intros ks Hks. now apply IT.
  - intros ks T Hks HD. destruct (soundness_holds _ _ _ _ _ HD) as [E [Pr _]]. split; [assumption|]. split; [assumption|].
    apply IT in Hks. destruct Hks as [[Hp En] Hl]. destruct (forest_derived ks n Hp En) as [T' [m [HD' [W [Em _]]]]].
    apply derive_ok in HD, HD'. rewrite HD in HD'. injection HD' as <-. apply (one_child n T _ _ W).
    now rewrite <- Em, map_length in Hl.
  - intros S [Pr [<- HS]]. destruct (shape_derived S Pr) as [T [m [HT [W [HD [_ Hp]]]]]].
    exists (map wipe_kid (rt m)), T. split; [|split; assumption]. apply IT. split; [assumption|]. rewrite map_length.
    apply (one_child (size S) T _ _ W).
    apply (root_child_same (size S) (shape S) T (read (shape S)) (root m)); [|assumption|now apply same_tree_sym|now apply shape_one_child].
    exact (read_whole (shape S) (shape_projective S Pr)).
Qed.

(** ** The program *)

Theorem program_sound_holds : program_sound.
Proof.
  intros O n d H. assert (W := structure_whole O n d H). split; [reflexivity|].
  split; [exact (whole_projective _ _ _ W)|]. now apply structure_fits.
Qed.

Theorem program_complete_holds : program_complete.
Proof. exact goal_found. Qed.

Theorem program_unambiguous_holds : program_unambiguous.
Proof. exact goal_once. Qed.

Theorem program_lists_holds : program_lists.
Proof. intros O n HL. split; [now apply derivations_once|apply goal_derivations]. Qed.

Theorem program_sums_holds : program_sums.
Proof. intros K zero one plus times weight R O n. now apply inside_sum. Qed.

Theorem program_steps_holds : program_steps.
Proof. exact goal_steps. Qed.

Theorem program_bubbles_holds : program_bubbles.
Proof. exact goal_bubbles. Qed.

Theorem program_scores_holds : program_scores.
Proof.
  intros K zero one plus times weight R HC HN O n. rewrite (program_sums_holds K zero one plus times weight R). f_equal.
  apply map_ext_in. intros d Hd. apply goal_derivations in Hd.
  now apply (weight_structure K zero one plus times weight R HC HN).
Qed.

Theorem program_counts_holds : program_counts.
Proof.
  intros O n HL. exists (map (structure_of n) (derivations O (enough n) (goal n))).
  split; [now rewrite map_length, count_derivations|].
  split; [|split].
  - intros S HS. apply in_map_iff in HS. destruct HS as [d [<- Hd]]. apply goal_derivations in Hd.
    destruct (program_sound_holds O n d Hd) as [E [Pr HF]]. auto.
  - assert (HN := derivations_once O HL (enough n) (goal n)).
    assert (HD : forall d, In d (derivations O (enough n) (goal n)) -> derivation_of O (goal n) d) by (intros d;
      apply goal_derivations).
    induction HN as [|d l Hd HN IH]; [constructor|]. simpl. constructor; [|apply IH; intros x Hx; apply HD; now right].
    apply Forall_forall. intros T HT E. apply in_map_iff in HT. destruct HT as [d' [<- Hd']]. apply Hd.
    rewrite (goal_once O n d d'); [assumption|apply HD; now left|apply HD; now right|exact E].
  - intros S Pr <- HF. destruct (goal_found O S Pr HF) as [d [Hd E]]. exists (structure_of (size S) d).
    split; [|assumption]. apply in_map. now apply goal_derivations.
Qed.

Definition unlabelled (single : bool) : options := Options single false false None.

Lemma fits_shape single S : projective S -> (single = true -> size S <> 0 -> one_root_child S) -> fits (unlabelled single) (shape S).
Proof.
  intros Pr HS. split; [intros H1 H2; apply shape_one_child, HS; assumption|]. intros b l d Ha.
  apply in_shape in Ha. destruct Ha as [-> _]. unfold arc_labels. simpl. auto.
Qed.

Lemma fits_conj single S : projective S -> fits (unlabelled single) S -> forall a, In a (arcs S) -> snd (fst a) = conj.
Proof.
  intros Pr [_ HF] a Ha. assert (W := read_whole S Pr). assert (HL := proj1 (labels_fit _ _ _ _ W) HF).
  apply (node_arc _ _ _ W) in Ha. destruct Ha as [u [k [Hu [Hk ->]]]]. specialize (HL u Hu). destruct u as [b w L P R].
  apply in_kids in Hk. destruct HL as [FL [FP FR]]. simpl.
  assert (One : forall l, In l [conj] -> l = conj) by (intros l [<-|[]]; reflexivity).
  destruct Hk as [Hk|[Hk|Hk]]; apply One; [exact (FL k Hk)| |exact (FR k Hk)].
  destruct P as [|k1 P]; [contradiction|]. destruct FP as [F1 F2]. destruct Hk as [<-|Hk]; [exact F1|exact (F2 k Hk)].
Qed.

Theorem program_finds_all_holds : program_finds_all.
Proof. intros single S Pr HS.
exact (goal_found (unlabelled single) (shape S) (shape_projective S Pr) (fits_shape single S Pr HS)). Qed.

Lemma embeds_trans S T U : embeds S T -> embeds T U -> embeds S U.
Proof.
  intros [B A] [B' A']. split.
  - intros b Hb. destruct (B b Hb) as [c [Hc E]]. destruct (B' c Hc) as [e [He E']]. exists e. split; [assumption|].
    eapply same_trans; eassumption.
  - intros b l d Ha. destruct (A b l d Ha) as [b1 [d1 [Ha1 [E1 F1]]]].
    destruct (A' b1 l d1 Ha1) as [b2 [d2 [Ha2 [E2 F2]]]].
    exists b2, d2. split; [assumption|]. split; eapply same_trans; eassumption.
Qed.

Lemma same_tree_trans S T U : same_tree S T -> same_tree T U -> same_tree S U.
Proof.
  intros [E [A B]] [E' [A' B']]. split; [congruence|]. split; eapply embeds_trans; eassumption.
Qed.

(** Things of which no two have a partner in common are no more than their partners. *)
Lemma no_more {A B} (R : A -> B -> Prop) l l' : ForallOrdPairs (fun x y => forall z, R x z -> R y z -> False) l ->
  (forall x, In x l -> exists z, In z l' /\ R x z) -> length l <= length l'.
Proof.
  intros HA HP. enough (H : exists zs, Forall2 R l zs /\ NoDup zs /\ incl zs l').
  { destruct H as [zs [HF [HN HI]]].
    replace (length l) with (length zs) by (clear - HF; induction HF; simpl; congruence).
    now apply NoDup_incl_length. }
  induction HA as [|x l Hx HA IH]; [exists []; split; [constructor|split; [constructor|intros y []]]|].
  destruct IH as [zs [HF [HN HI]]]; [intros y Hy; apply HP; now right|].
  destruct (HP x (or_introl eq_refl)) as [z [Hz HR]].
  exists (z :: zs). split; [now constructor|]. split; [|intros y [<-|Hy]; auto]. constructor; [|assumption].
  intros Hin. clear HI HN HP. induction HF as [|y z' l zs Hy HF IH]; [contradiction|]. inversion Hx; subst.
  inversion HA; subst.
  destruct Hin as [->|Hin]; [eauto|now apply IH].
Qed.

Lemma pairs_weaken {A} (P Q : A -> A -> Prop) l : (forall x y, In x l -> In y l -> P x y -> Q x y) ->
  ForallOrdPairs P l -> ForallOrdPairs Q l.
Proof.
  intros H HP. induction HP as [|x l Hx HP IH]; [constructor|]. constructor.
  - apply Forall_forall. intros y Hy. rewrite Forall_forall in Hx. apply H; simpl; auto.
  - apply IH. intros y z Hy Hz. apply H; now right.
Qed.

Lemma counted_shapes single n k : (single = true -> n <> 0) ->
  there_are k (fun S => projective S /\ size S = n /\ (single = true -> one_root_child S)) -> Program.count (unlabelled single) n = k.
Proof.
  intros Hn [l [<- [HL [HA HC]]]]. destruct (program_counts_holds (unlabelled single) n I) as [l' [<- [HL' [HA' HC']]]].
  assert (Shape : forall S, In S l' -> shape S = S).
  { intros S HS. destruct (HL' S HS) as [Pr [_ HF]]. apply shape_same. exact (fits_conj single S Pr HF). }
  apply Nat.le_antisymm.
  - apply (no_more (fun T S => same_tree (shape S) T)).
    + refine (pairs_weaken _ _ _ _ HA'). intros S T _ _ HN U HS HT. apply HN. eapply same_tree_trans; [|exact HT].
      now apply same_tree_sym.
    + intros T HT. destruct (HL' T HT) as [Pr [E HF]]. rewrite <- (Shape T HT). apply HC. split; [assumption|].
      split; [assumption|].
      intros Hs. apply HF; [assumption|]. rewrite E. now apply Hn.
  - apply (no_more (fun S T => same_tree T (shape S))).
    + refine (pairs_weaken _ _ _ _ HA). intros S T _ _ HN U HS HT. apply HN. eapply same_tree_trans; [|exact HT].
      now apply same_tree_sym.
    + intros S HS. destruct (HL S HS) as [Pr [E HR]]. apply HC'; [now apply shape_projective|exact E|].
      apply fits_shape; auto.
Qed.

Theorem program_counts_all_holds : program_counts_all.
Proof.
  intros f t c Hseries n. destruct (counting_trees_holds f t c Hseries n) as [HF HT].
  assert (Same : forall k (P Q : structure -> Prop), (forall S, P S <-> Q S) -> there_are k P -> there_are k Q).
  { intros k P Q H [l [E [HL [HA HC]]]]. exists l. split; [assumption|]. split; [intros S HS; now apply H, HL|].
    split; [assumption|].
    intros S HS. now apply HC, H. }
  split.
  - apply (counted_shapes false); [discriminate|]. refine (Same _ _ _ _ HF). intros S. intuition discriminate.
  - destruct n as [|n]; [reflexivity|]. apply (counted_shapes true); [discriminate|]. refine (Same _ _ _ _ HT).
    intros S. intuition.
Qed.

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
