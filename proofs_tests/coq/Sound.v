(** * What a tree represents fulfils the conditions *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle Trees Machine Represent Refine.
Import ListNotations.

(** ** Runs of consecutive numbers *)

Definition interval (l : list nat) : Prop := exists a k, l = seq a k.

Lemma seq_split l l' : forall a k, l ++ l' = seq a k ->
  l = seq a (length l) /\ l' = seq (a + length l) (length l').
Proof.
  induction l as [|x l IH]; intros a k H; simpl in *.
  - rewrite Nat.add_0_r. split; [reflexivity|]. subst l'. now rewrite seq_length.
  - destruct k as [|k]; [discriminate|]. simpl in H. injection H as -> H.
    destruct (IH _ _ H) as [E1 E2]. split; [now f_equal|]. now rewrite Nat.add_succ_r.
Qed.

Lemma interval_app l l' : interval (l ++ l') -> interval l /\ interval l'.
Proof. intros [a [k H]]. apply seq_split in H. destruct H as [H H']. split; eexists; eexists; eassumption. Qed.

Lemma interval_NoDup l : interval l -> NoDup l.
Proof. intros [a [k ->]]. apply seq_NoDup. Qed.

Lemma interval_continuous l : interval l -> forall i k j, In i l -> In j l -> i < k < j -> In k l.
Proof. intros [a [m ->]] i k j. rewrite !in_seq. lia. Qed.

Lemma interval_member {A} (f : A -> list nat) ks k : interval (flat_map f ks) -> In k ks -> interval (f k).
Proof.
  induction ks as [|x ks IH]; [contradiction|]. simpl. intros H [->|Hk]; apply interval_app in H; tauto.
Qed.

Lemma interval_kid t k : interval (yield t) -> In k (kids t) -> interval (yield (snd k)).
Proof.
  destruct t as [b w L P R]. rewrite yield_eq. intros H Hk.
  apply interval_app in H. destruct H as [HL H]. apply interval_app in H. destruct H as [HC HR].
  simpl in Hk. rewrite !in_app_iff in Hk. destruct Hk as [Hk|[Hk|Hk]].
  - exact (interval_member _ _ _ HL Hk).
  - destruct P as [|k' P]; [contradiction|]. exact (interval_member _ _ _ HC Hk).
  - exact (interval_member _ _ _ HR Hk).
Qed.

Lemma interval_content t : interval (yield t) -> interval (content t).
Proof.
  destruct t as [b w L P R]. rewrite yield_eq. intros H. apply interval_app in H. destruct H as [_ H].
  apply interval_app in H. apply H.
Qed.

Lemma interval_sub t : forall u, interval (yield t) -> In u (subs t) -> interval (yield u).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros u H Hu. apply in_subs in Hu.
  destruct Hu as [->|[k [Hk Hu]]]; [assumption|]. apply (IH k Hk); [|assumption].
  exact (interval_kid _ k H Hk).
Qed.

(** ** Where trees lie *)

Lemma NoDup_flat_map {A B} (f : A -> list B) l x y : NoDup (flat_map f l) -> In x l -> In y l ->
  x = y \/ disjoint (f x) (f y).
Proof.
  induction l as [|z l IH]; [contradiction|]. simpl. intros H Hx Hy. apply NoDup_split in H.
  destruct H as [_ [H HD]]. destruct Hx as [->|Hx], Hy as [->|Hy]; auto.
  - right. intros v Hv Hv'. apply (HD v Hv). apply in_flat_map. eauto.
  - right. intros v Hv Hv'. apply (HD v Hv'). apply in_flat_map. eauto.
Qed.

Lemma NoDup_kids t : NoDup (yield t) -> NoDup (flat_map (fun k => yield (snd k)) (kids t)).
Proof.
  destruct t as [b w L P R]. rewrite yield_eq. simpl kids. rewrite !flat_map_app. fold (yields L) (yields P) (yields R).
  destruct P as [|k P]; [|auto]. simpl content. unfold yields at 3. simpl. apply NoDup_remove_1.
Qed.

Lemma two_kids t k k' : NoDup (yield t) -> In k (kids t) -> In k' (kids t) ->
  k = k' \/ disjoint (yield (snd k)) (yield (snd k')).
Proof. intros H. apply (NoDup_flat_map (fun k => yield (snd k))). now apply NoDup_kids. Qed.

Lemma exists_in {A} (l : list A) : l <> [] -> exists x, In x l.
Proof. destruct l as [|x l]; [contradiction|]. exists x. now left. Qed.

Lemma in_kids b w L P R (k : label * tree) : In k (kids (Node b w L P R)) <-> In k L \/ In k P \/ In k R.
Proof. simpl. now rewrite !in_app_iff. Qed.

(** A child is inside, and then properly, or outside. *)
Lemma kid_place t k : NoDup (yield t) -> length (parts t) <> 1 -> In k (kids t) ->
  (In k (parts t) /\ proper (yield (snd k)) (content t)) \/ disjoint (yield (snd k)) (content t).
Proof.
  intros HN HS Hk. assert (HK := two_kids t). destruct t as [b w L P R]. apply in_kids in Hk.
  rewrite yield_eq in HN. assert (HN' := HN). apply NoDup_split in HN'. destruct HN' as [_ [HCR HD]].
  apply NoDup_split in HCR. destruct HCR as [_ [_ HD']].
  destruct Hk as [Hk|[Hk|Hk]].
  - right. intros v Hv Hc. apply (HD v); [apply in_yields; eauto|]. apply in_app_iff. auto.
  - left. split; [assumption|]. simpl in HS. destruct P as [|k1 [|k2 P]]; [contradiction|simpl in HS; lia|].
    split.
    + intros v Hv. change (In v (yields (k1 :: k2 :: P))). apply in_yields. eauto.
    + intros HI.
      assert (Hother : exists k', In k' (k1 :: k2 :: P) /\ disjoint (yield (snd k)) (yield (snd k'))).
      { assert (H12 : k1 = k2 -> False).
        { intros ->. apply NoDup_split in HN. destruct HN as [_ [HN _]]. apply NoDup_split in HN. destruct HN as [HN _].
          simpl in HN. unfold yields in HN. simpl in HN. apply NoDup_split in HN. destruct HN as [_ [_ HN]].
          destruct (exists_in _ (yield_nonempty (snd k2))) as [x Hx]. apply (HN x Hx). apply in_app_iff. auto. }
        assert (K1 : In k1 (kids (Node b w L (k1 :: k2 :: P) R))) by (apply in_kids; simpl; auto).
        assert (K2 : In k2 (kids (Node b w L (k1 :: k2 :: P) R))) by (apply in_kids; simpl; auto).
        assert (K : In k (kids (Node b w L (k1 :: k2 :: P) R))) by (apply in_kids; auto).
        destruct (HK k k1 HN K K1) as [->|HD1]; [|exists k1; split; [simpl; auto|assumption]].
        destruct (HK k1 k2 HN K1 K2) as [E|HD2]; [contradiction|]. exists k2. split; [simpl; auto|assumption]. }
      destruct Hother as [k' [Hk' Hd]]. destruct (exists_in _ (yield_nonempty (snd k'))) as [x Hx].
      apply (Hd x); [|assumption]. apply HI. change (In x (yields (k1 :: k2 :: P))). apply in_yields. eauto.
  - right. intros v Hv Hc. apply (HD' v Hc). apply in_yields. eauto.
Qed.

Lemma below_place t u : NoDup (yield t) -> length (parts t) <> 1 -> In u (subs t) -> u <> t ->
  proper (yield u) (content t) \/ disjoint (yield u) (content t).
Proof.
  intros HN HS Hu Hne. apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]]; [contradiction|].
  assert (HI := subs_yield _ _ Hu).
  destruct (kid_place t k HN HS Hk) as [[_ [H1 H2]]|H].
  - left. split; [eapply incl_tran; eauto|]. intros HI'. apply H2. eapply incl_tran; eauto.
  - right. intros v Hv. apply H. auto.
Qed.

(** Of two subtrees, one contains the other, or they lie apart. *)
Lemma two_subs t : NoDup (yield t) -> forall u v, In u (subs t) -> In v (subs t) ->
  In u (subs v) \/ In v (subs u) \/ disjoint (yield u) (yield v).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros HN u v Hu Hv.
  assert (HU := Hu). assert (HV := Hv).
  apply in_subs in Hu, Hv. destruct Hu as [->|[k [Hk Hu]]]; [auto|]. destruct Hv as [->|[k' [Hk' Hv]]]; [auto|].
  destruct (two_kids _ k k' HN Hk Hk') as [<-|HD].
  - apply (IH k Hk); auto. apply NoDup_kids in HN. apply in_split in Hk. destruct Hk as [l1 [l2 E]].
    simpl kids in HN, E. rewrite E in HN. rewrite flat_map_app in HN. simpl in HN.
    apply NoDup_split in HN. destruct HN as [_ [HN _]]. apply NoDup_split in HN. apply HN.
  - right. right. intros x Hx Hy. apply (HD x); eapply subs_yield; eauto.
Qed.

Lemma NoDup_sub t u : interval (yield t) -> In u (subs t) -> NoDup (yield u).
Proof. intros H Hu. apply interval_NoDup. now apply interval_sub with t. Qed.

Lemma in_member_length {A B} (f : A -> list B) ks k : In k ks -> length (f k) <= length (flat_map f ks).
Proof.
  induction ks as [|x ks IH]; [contradiction|]. simpl. rewrite app_length. intros [->|Hk]; [lia|].
  specialize (IH Hk). lia.
Qed.

Lemma subs_kid_smaller t k : In k (kids t) -> length (subs (snd k)) < length (subs t).
Proof.
  intros Hk. rewrite (subs_eq t). simpl. apply Nat.lt_succ_r. exact (in_member_length (fun k => subs (snd k)) _ _ Hk).
Qed.

Lemma subs_smaller t : forall u, In u (subs t) -> length (subs u) <= length (subs t).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros u Hu. apply in_subs in Hu.
  destruct Hu as [->|[k [Hk Hu]]]; [reflexivity|]. specialize (IH k Hk u Hu).
  assert (H := subs_kid_smaller (Node b w L P R) k Hk). lia.
Qed.

Lemma kid_not_above t k : In k (kids t) -> ~ In t (subs (snd k)).
Proof. intros Hk H. apply subs_smaller in H. apply subs_kid_smaller in Hk. lia. Qed.

Lemma one_parent t v k v' k' : NoDup (yield t) -> In v (subs t) -> In v' (subs t) -> In k (kids v) -> In k' (kids v') ->
  snd k = snd k' -> v = v' /\ k = k'.
Proof.
  intros HN Hv Hv' Hk Hk' E.
  destruct (exists_in _ (yield_nonempty (snd k))) as [x Hx].
  assert (HNsub : forall u, In u (subs t) -> NoDup (yield u)).
  { clear -HN. induction t as [b w L P R IH] using tree_induction. intros u Hu. apply in_subs in Hu.
    destruct Hu as [->|[k [Hk Hu]]]; [assumption|]. apply (IH k Hk); [|assumption].
    apply NoDup_kids in HN. apply in_split in Hk. destruct Hk as [l1 [l2 E]].
    simpl kids in HN, E. rewrite E in HN. rewrite flat_map_app in HN. simpl in HN.
    apply NoDup_split in HN. destruct HN as [_ [HN _]]. apply NoDup_split in HN. apply HN. }
  assert (Same : v = v' -> v = v' /\ k = k').
  { intros <-. split; [reflexivity|]. destruct (two_kids v k k' (HNsub v Hv) Hk Hk') as [|HD]; [assumption|].
    exfalso. rewrite <- E in HD. exact (HD x Hx Hx). }
  assert (Strict : forall v k v' k', In v (subs t) -> In v' (subs t) -> In k (kids v) -> In k' (kids v') ->
    snd k = snd k' -> In v (subs v') -> v = v').
  { clear - HNsub. intros v k v' k' Hv Hv' Hk Hk' E H. apply in_subs in H.
    destruct H as [|[k2 [Hk2 H]]]; [assumption|]. exfalso.
    assert (Hx2 : In (snd k) (subs (snd k2))) by exact (subs_kid _ _ _ H Hk).
    destruct (two_kids v' k' k2 (HNsub v' Hv') Hk' Hk2) as [->|HD].
    - rewrite <- E in H. exact (kid_not_above v k Hk H).
    - destruct (exists_in _ (yield_nonempty (snd k))) as [x Hx]. apply (HD x); [now rewrite <- E|].
      now apply (subs_yield _ _ Hx2). }
  destruct (two_subs t HN v v' Hv Hv') as [H|[H|H]].
  - apply Same. exact (Strict v k v' k' Hv Hv' Hk Hk' E H).
  - apply Same. symmetry. exact (Strict v' k' v k Hv' Hv Hk' Hk (eq_sym E) H).
  - exfalso. apply (H x).
    + apply in_yield_kids. right. eauto.
    + apply in_yield_kids. right. exists k'. split; [assumption|]. now rewrite <- E.
Qed.

Lemma parent t : forall u, In u (subs t) -> u = t \/ exists v k, In v (subs t) /\ In k (kids v) /\ snd k = u.
Proof.
  induction t as [b w L P R IH] using tree_induction. intros u Hu. apply in_subs in Hu.
  destruct Hu as [->|[k [Hk Hu]]]; [now left|right].
  destruct (IH k Hk u Hu) as [->|[v [k' [Hv [Hk' E]]]]].
  - exists (Node b w L P R), k. split; [apply subs_self|]. auto.
  - exists v, k'. split; [|auto]. apply in_subs. eauto.
Qed.

Lemma word_of t : forall v, In v (yield t) -> exists u, In u (subs t) /\ content u = [v].
Proof.
  induction t as [b w L P R IH] using tree_induction. intros v Hv. apply in_yield_kids in Hv.
  assert (K : (exists k, In k (L ++ P ++ R) /\ In v (yield (snd k))) -> exists u, In u (subs (Node b w L P R)) /\ content u = [v]).
  { intros [k [Hk Hv']]. destruct (IH k Hk v Hv') as [u [Hu E]]. exists u. split; [|assumption]. apply in_subs. eauto. }
  destruct Hv as [Hv|Hv]; [|auto].
  destruct P as [|k P].
  - simpl in Hv. destruct Hv as [<-|[]]. exists (Node b w L [] R). split; [apply subs_self|reflexivity].
  - change (In v (yields (k :: P))) in Hv. apply in_yields in Hv. destruct Hv as [k' [Hk' Hv]]. apply K.
    exists k'. rewrite !in_app_iff. auto.
Qed.

(** ** The conditions *)

Section Conditions.
Variables (n : nat) (S : structure) (t : tree).
Hypothesis W : whole n S t.

Let R : represents S [t] := whole_rep _ _ _ W.

Lemma fsubs_one u : In u (fsubs [t]) <-> In u (subs t).
Proof. unfold fsubs. simpl. rewrite app_nil_r. reflexivity. Qed.

Lemma node b : bubble S b -> exists u, In u (subs t) /\ tid u = b.
Proof. intros H. destruct (rep_inv S [t] R b H) as [u [Hu E]]. apply fsubs_one in Hu. eauto. Qed.

Lemma node_bubble u : In u (subs t) -> bubble S (tid u).
Proof. intros H. apply (rep_bubble S [t] R). now apply fsubs_one. Qed.

Lemma node_phi u : In u (subs t) -> same (phi S (tid u)) (content u).
Proof. intros H. apply (rep_phi _ _ R). now apply fsubs_one. Qed.

Lemma node_psi u : In u (subs t) -> same (psi S (tid u)) (yield u).
Proof. intros H. apply (rep_psi S [t] R). now apply fsubs_one. Qed.

Lemma node_below u b : In u (subs t) -> (below S (tid u) b <-> exists v, In v (subs u) /\ tid v = b).
Proof. intros H. apply (rep_below S [t] R). now apply fsubs_one. Qed.

Lemma node_same u v : In u (subs t) -> In v (subs t) -> tid u = tid v -> u = v.
Proof. intros Hu Hv. apply (rep_same S [t] R); now apply fsubs_one. Qed.

Lemma node_arc a : In a (arcs S) <-> exists u k, In u (subs t) /\ In k (kids u) /\ a = (tid u, fst k, tid (snd k)).
Proof.
  split.
  - intros H. destruct (rep_arc_inv S [t] R a H) as [u [k [Hu H']]]. exists u, k. split; [now apply fsubs_one|assumption].
  - intros [u [k [Hu [Hk ->]]]]. apply (rep_kid S [t] R); [now apply fsubs_one|assumption].
Qed.

Lemma whole_interval : interval (yield t).
Proof. rewrite (whole_yield _ _ _ W). now exists 0, (Datatypes.S n). Qed.

Lemma whole_NoDup : NoDup (yield t).
Proof. apply interval_NoDup, whole_interval. Qed.

Lemma node_NoDup u : In u (subs t) -> NoDup (yield u).
Proof. apply NoDup_sub, whole_interval. Qed.

Lemma node_place u v : In u (subs t) -> In v (subs u) -> v <> u ->
  proper (yield v) (content u) \/ disjoint (yield v) (content u).
Proof. intros Hu. apply below_place; [now apply node_NoDup|now apply (whole_shaped _ _ _ W)]. Qed.

Lemma root_headless : headless S (tid t).
Proof.
  split; [apply node_bubble, subs_self|]. intros a Ha E. apply node_arc in Ha.
  destruct Ha as [u [k [Hu [Hk ->]]]]. unfold dependent in E. simpl in E.
  assert (snd k = t) by (apply node_same; auto; [now apply subs_kid with u|apply subs_self]).
  apply (kid_not_above u k Hk). now rewrite H.
Qed.

Lemma headless_root b : headless S b -> b = tid t.
Proof.
  intros [Hb Hh]. destruct (node b Hb) as [u [Hu <-]]. destruct (parent t u Hu) as [->|[v [k [Hv [Hk E]]]]]; [reflexivity|].
  exfalso. apply (Hh (tid v, fst k, tid (snd k))); [apply node_arc; eauto|]. unfold dependent. simpl. now rewrite E.
Qed.

Lemma the_tree : is_tree S.
Proof.
  split; [|split].
  - exists (tid t). split; [apply root_headless|apply headless_root].
  - intros a a' Ha Ha' E. apply node_arc in Ha, Ha'.
    destruct Ha as [u [k [Hu [Hk ->]]]]. destruct Ha' as [u' [k' [Hu' [Hk' ->]]]].
    unfold dependent in E. simpl in E.
    assert (Ek : snd k = snd k') by (apply node_same; eauto using subs_kid).
    destruct (one_parent t u k u' k' whole_NoDup Hu Hu' Hk Hk' Ek) as [-> ->]. reflexivity.
  - intros b Hb. exists (tid t). split; [apply root_headless|]. apply node_below; [apply subs_self|]. now apply node.
Qed.

Lemma nested_or_apart u v : In u (subs t) -> In v (subs t) -> u <> v ->
  (In u (subs v) /\ (proper (content u) (content v) \/ disjoint (content u) (content v))) \/
  (In v (subs u) /\ (proper (content v) (content u) \/ disjoint (content v) (content u))) \/
  disjoint (content u) (content v).
Proof.
  assert (Place : forall u v, In v (subs t) -> In u (subs v) -> u <> v ->
    proper (content u) (content v) \/ disjoint (content u) (content v)).
  { intros x y Hy Hx Hne. assert (HC := content_in_yield x).
    destruct (node_place y x Hy Hx Hne) as [[H1 H2]|H].
    - left. split; [eapply incl_tran; eauto|]. intros HI. apply H2. eapply incl_tran; eauto.
    - right. intros z Hz. apply H. auto. }
  intros Hu Hv Hne. destruct (two_subs t whole_NoDup u v Hu Hv) as [H|[H|H]].
  - left. split; [assumption|]. now apply Place.
  - right. left. split; [assumption|]. apply Place; auto.
  - right. right. intros x Hx Hx'. apply (H x); now apply content_in_yield.
Qed.

Lemma tree_eq_dec (u v : tree) : In u (subs t) -> In v (subs t) -> u = v \/ u <> v.
Proof.
  intros Hu Hv. destruct (Nat.eq_dec (tid u) (tid v)) as [E|E]; [left; now apply node_same|right; congruence].
Qed.

Lemma same_incl u v : In u (subs t) -> In v (subs t) -> (incl (phi S (tid u)) (phi S (tid v)) <-> incl (content u) (content v)).
Proof.
  intros Hu Hv. destruct (node_phi u Hu) as [A B], (node_phi v Hv) as [C D].
  split; intros H; [eapply incl_tran; [exact B|]|eapply incl_tran; [exact A|]]; (eapply incl_tran; [exact H|]; assumption).
Qed.

Lemma the_no_partial_overlap : no_partial_overlap S.
Proof.
  intros a1 a2 H1 H2. destruct (node a1 H1) as [u [Hu <-]], (node a2 H2) as [v [Hv <-]].
  destruct (tree_eq_dec u v Hu Hv) as [->|Hne]; [right; left; apply incl_refl|].
  rewrite !same_incl by assumption.
  assert (D : disjoint (content u) (content v) -> disjoint (phi S (tid u)) (phi S (tid v))).
  { intros D x Hx Hx'. apply (D x); now apply node_phi. }
  destruct (nested_or_apart u v Hu Hv Hne) as [[_ [[H _]|H]]|[[_ [[H _]|H]]|H]]; auto.
  left. apply D. intros x Hx Hx'. exact (H x Hx' Hx).
Qed.

Lemma node_content_eq u v : In u (subs t) -> In v (subs t) -> same (content u) (content v) -> u = v.
Proof.
  intros Hu Hv [H1 H2]. destruct (tree_eq_dec u v Hu Hv) as [|Hne]; [assumption|exfalso].
  destruct (exists_in _ (content_nonempty u)) as [x Hx]. destruct (exists_in _ (content_nonempty v)) as [y Hy].
  destruct (nested_or_apart u v Hu Hv Hne) as [[_ [[_ H]|H]]|[[_ [[_ H]|H]]|H]]; eauto.
  - exact (H x Hx (H1 x Hx)).
  - exact (H y Hy (H2 y Hy)).
  - exact (H x Hx (H1 x Hx)).
Qed.

Lemma the_non_duplication : non_duplication S.
Proof.
  intros a1 a2 H1 H2 E. destruct (node a1 H1) as [u [Hu <-]], (node a2 H2) as [v [Hv <-]].
  f_equal. apply node_content_eq; auto. eapply same_trans; [apply same_sym, node_phi, Hu|].
  eapply same_trans; [exact E|]. now apply node_phi.
Qed.

Lemma the_lexical_coverage : lexical_coverage S.
Proof.
  intros v Hv. rewrite (whole_size _ _ _ W) in Hv. destruct (word_of t v) as [u [Hu E]].
  - rewrite (whole_yield _ _ _ W). apply in_seq. lia.
  - exists (tid u). split; [now apply node_bubble|]. rewrite <- E. now apply node_phi.
Qed.

Lemma root_holds u : In u (subs t) -> In 0 (content u) -> u = t.
Proof.
  intros Hu H0. apply in_subs in Hu. destruct Hu as [|[k [Hk Hu]]]; [assumption|exfalso].
  destruct (whole_root _ _ _ W) as [b [ks E]]. assert (HN := whole_NoDup). rewrite E in Hk, HN.
  simpl in Hk. simpl in HN. inversion HN as [|x xs Hx _]; subst. apply Hx. apply in_flat_map. exists k.
  split; [assumption|]. apply (subs_yield _ _ Hu). now apply content_in_yield.
Qed.

Lemma root_content : content t = [0].
Proof. destruct (whole_root _ _ _ W) as [b [ks ->]]. reflexivity. Qed.

Lemma the_roothood : roothood S.
Proof.
  assert (H : forall b, bubble S b -> In ROOT (phi S b) -> b = tid t).
  { intros b Hb H0. destruct (node b Hb) as [u [Hu <-]]. f_equal. apply root_holds; [assumption|]. now apply node_phi. }
  split; [|split].
  - exists (tid t). split; [apply node_bubble, subs_self|]. apply node_phi; [apply subs_self|]. rewrite root_content. now left.
  - intros b b' Hb Hb' H0 H0'. rewrite (H b), (H b'); auto.
  - intros b Hb H0. rewrite (H b Hb H0). split; [|apply root_headless]. unfold ROOT. rewrite <- root_content. apply node_phi, subs_self.
Qed.

Lemma the_containment : containment S.
Proof.
  intros a1 a2 H1 H2 [E1 E2]. destruct (node a1 H1) as [u [Hu <-]], (node a2 H2) as [v [Hv <-]].
  rewrite same_incl in E1, E2 by assumption.
  destruct (tree_eq_dec u v Hu Hv) as [->|Hne]; [destruct E2; apply incl_refl|].
  destruct (exists_in _ (content_nonempty v)) as [y Hy].
  destruct (nested_or_apart u v Hu Hv Hne) as [[_ [[H _]|H]]|[[H _]|H]].
  - contradiction.
  - destruct (H y (E1 y Hy) Hy).
  - apply node_below; eauto.
  - destruct (H y (E1 y Hy) Hy).
Qed.

Lemma the_continuous_coverage : continuous_coverage S.
Proof.
  intros b Hb i k j _ Hi Hj Hk. destruct (node b Hb) as [u [Hu <-]]. apply node_phi in Hi, Hj; auto.
  apply node_phi; [assumption|]. refine (interval_continuous (content u) _ i k j Hi Hj Hk).
  apply interval_content. apply (interval_sub t); [apply whole_interval|assumption].
Qed.

Lemma the_continuous_projections : continuous_projections S.
Proof.
  intros b Hb i k j _ Hi Hj Hk. destruct (node b Hb) as [u [Hu <-]]. apply node_psi in Hi, Hj; auto.
  apply node_psi; [assumption|]. refine (interval_continuous (yield u) _ i k j Hi Hj Hk).
  apply (interval_sub t); [apply whole_interval|assumption].
Qed.

Lemma the_contained_projections : contained_projections S.
Proof.
  intros a1 a2 H1 HB Hne. destruct (node a1 H1) as [u [Hu <-]]. apply node_below in HB; [|assumption].
  destruct HB as [v [Hv <-]]. assert (Hv' : In v (subs t)) by (eapply subs_trans; eauto).
  destruct (node_phi u Hu) as [A B], (node_psi v Hv') as [C D].
  destruct (node_place u v Hu Hv) as [[P Q]|P].
  - congruence.
  - left. split; [eapply incl_tran; [exact C|]; eapply incl_tran; [exact P|]; exact B|].
    intros HI. apply Q. eapply incl_tran; [exact B|]. eapply incl_tran; [exact HI|exact C].
  - right. intros x Hx Hx'. apply (P x); auto.
Qed.

Lemma whole_projective : projective S.
Proof.
  split; [exact (rep_quadruple S [t] R)|].
  split; [apply the_tree|]. split; [apply the_no_partial_overlap|]. split; [apply the_non_duplication|].
  split; [apply the_lexical_coverage|]. split; [apply the_roothood|]. split; [apply the_containment|].
  split; [apply the_continuous_coverage|]. split; [apply the_continuous_projections|apply the_contained_projections].
Qed.

Lemma whole_first_parts : conj_first t -> first_parts_are_conj S.
Proof.
  intros HC b l d v Ha Hv Hmin Hd. apply node_arc in Ha. destruct Ha as [u [k [Hu [Hk E]]]].
  injection E as -> -> ->. apply node_phi in Hv; [|assumption]. apply node_psi in Hd; [|now apply subs_kid with u].
  destruct (kid_place u k (node_NoDup u Hu) (whole_shaped _ _ _ W u Hu) Hk) as [[HP _]|HD]; [|destruct (HD v Hd Hv)].
  specialize (HC u Hu). assert (HI := interval_content u (interval_sub t u whole_interval Hu)).
  assert (HK := two_kids u). assert (Hphi := node_phi u Hu).
  destruct u as [b w L [|k1 P] Q]; [contradiction|]. simpl in HP, HC.
  assert (K1 : In k1 (kids (Node b w L (k1 :: P) Q))) by (apply in_kids; simpl; auto).
  destruct (HK k k1 (node_NoDup _ Hu) Hk K1) as [->|HD]; [assumption|exfalso].
  destruct HI as [a [m HI]]. simpl in HI. unfold yields in HI. simpl in HI.
  destruct (yield (snd k1)) as [|x y] eqn:Ey; [now apply (yield_nonempty (snd k1))|].
  assert (Hx : In x (content (Node b w L (k1 :: P) Q))) by (simpl; unfold yields; simpl; rewrite Ey; now left).
  apply (HD v Hd). destruct m as [|m]; [discriminate|]. simpl in HI. injection HI as -> _.
  assert (Hle : v <= a) by (apply Hmin; now apply Hphi).
  assert (Hge : a <= v).
  { simpl in Hv. unfold yields in Hv. simpl in Hv. rewrite Ey in Hv.
    assert (HI := interval_content _ (interval_sub t _ whole_interval Hu)). destruct HI as [a' [m' HI]].
    simpl in HI. unfold yields in HI. simpl in HI. rewrite Ey in HI. rewrite HI in Hv. apply in_seq in Hv.
    destruct m'; [discriminate|]. simpl in HI. injection HI as -> _. lia. }
  left. lia.
Qed.
End Conditions.
