(** * Same structure, same tree; same tree, same structure *)

From Coq Require Import List Arith Bool Lia Sorted.
From Bubble Require Import Definitions Oracle Checker Trees Machine Represent Refine Sound Complete.
Import ListNotations.

Lemma interval_ext l l' : interval l -> interval l' -> same l l' -> l = l'.
Proof.
  intros [a [k ->]] [a' [k' ->]] [H H'].
  assert (E : k = k').
  { apply Nat.le_antisymm.
    - rewrite <- (seq_length k a), <- (seq_length k' a'). apply NoDup_incl_length; [apply seq_NoDup|assumption].
    - rewrite <- (seq_length k a), <- (seq_length k' a'). apply NoDup_incl_length; [apply seq_NoDup|assumption]. }
  subst k'. destruct k as [|k]; [reflexivity|]. f_equal.
  assert (A := H a (or_introl eq_refl)). assert (A' := H' a' (or_introl eq_refl)).
  change (In a (seq a' (Datatypes.S k))) in A. change (In a' (seq a (Datatypes.S k))) in A'.
  apply in_seq in A, A'. lia.
Qed.

Lemma sorted_unique {A} (R : A -> A -> Prop) : (forall x, ~ R x x) -> (forall x y z, R x y -> R y z -> R x z) ->
  forall l l', Sorted_by R l -> Sorted_by R l' -> same l l' -> l = l'.
Proof.
  intros Irr Tr. induction l as [|x l IH]; intros l' H H' E.
  - destruct l' as [|y l']; [reflexivity|]. destruct (proj2 E y). now left.
  - destruct l' as [|y l']; [destruct (proj1 E x); now left|].
    inversion H as [|x0 l0 Hs Hx]; subst. inversion H' as [|y0 l0' Hs' Hy]; subst. rewrite Forall_forall in Hx, Hy.
    assert (x = y).
    { destruct (proj1 E x (or_introl eq_refl)) as [|Hxy]; [congruence|].
      destruct (proj2 E y (or_introl eq_refl)) as [|Hyx]; [congruence|].
      exfalso. exact (Irr x (Tr _ _ _ (Hx y Hyx) (Hy x Hxy))). }
    subst y. f_equal. apply IH; auto. split; intros z Hz.
    + destruct (proj1 E z (or_intror Hz)) as [<-|]; [|assumption]. destruct (Irr x (Hx x Hz)).
    + destruct (proj2 E z (or_intror Hz)) as [<-|]; [|assumption]. destruct (Irr x (Hy x Hz)).
Qed.

(** ** In a tree whose yield is an interval, the children stand in order, and their place can be told from their key *)

Lemma sorted_app_inv {A} (R : A -> A -> Prop) l l' : Sorted_by R (l ++ l') ->
  Sorted_by R l /\ Sorted_by R l' /\ forall x y, In x l -> In y l' -> R x y.
Proof.
  induction l as [|z l IH]; simpl; intros H; [repeat split; [constructor|assumption|contradiction]|].
  inversion H as [|z0 l0 Hs Hz]; subst. destruct (IH Hs) as [A1 [A2 A3]]. rewrite Forall_forall in Hz.
  repeat split; [|assumption|].
  - constructor; [assumption|]. apply Forall_forall. intros x Hx. apply Hz, in_app_iff. auto.
  - intros x y [<-|Hx] Hy; [apply Hz, in_app_iff; auto|auto].
Qed.

Lemma key_yield k : In (key k) (yield (snd k)).
Proof. unfold key. assert (N := yield_nonempty (snd k)). destruct (yield (snd k)); [contradiction|now left]. Qed.

Lemma sorted_keys ks : Sorted_by lt (yields ks) -> Sorted_by earlier ks.
Proof.
  induction ks as [|k ks IH]; intros H; [constructor|]. unfold yields in H. simpl in H.
  apply sorted_app_inv in H. destruct H as [_ [H1 H2]]. constructor; [auto|]. apply Forall_forall. intros x Hx.
  unfold earlier. apply H2; [apply key_yield|]. apply in_yields. exists x. split; [assumption|apply key_yield].
Qed.

Lemma kids_in_order u : interval (yield u) -> Sorted_by earlier (kids u).
Proof.
  intros H. apply interval_sorted in H. apply sorted_keys. destruct u as [b w L P R]. rewrite yield_eq in H.
  simpl kids. rewrite !yields_app. destruct P as [|k P]; [|exact H].
  apply sorted_app_inv in H. destruct H as [HL [H HLR]]. apply sorted_app_inv in H. destruct H as [_ [HR _]].
  change (yields []) with (@nil nat). apply sorted_app; [assumption|exact HR|].
  intros x y Hx Hy. apply HLR; [assumption|]. apply in_app_iff. auto.
Qed.

Definition at_place (C : list nat) (p : nat) (k : label * tree) : bool := place (hd 0 C) C (key k) =? p.

Lemma filter_place ks C q p : (forall k, In k ks -> place (hd 0 C) C (key k) = q) ->
  filter (at_place C p) ks = if q =? p then ks else [].
Proof.
  intros H. induction ks as [|k ks IH]; simpl; [now destruct (q =? p)|].
  unfold at_place at 1. rewrite (H k (or_introl eq_refl)), IH by (intros; apply H; now right). now destruct (q =? p).
Qed.

Lemma places b w L P R : interval (yield (Node b w L P R)) ->
  let u := Node b w L P R in
  L = filter (at_place (content u) 0) (kids u) /\ P = filter (at_place (content u) 1) (kids u) /\
  R = filter (at_place (content u) 2) (kids u).
Proof.
  intros H u. assert (HI := interval_content u H). apply interval_sorted in H. rewrite yield_eq in H. fold u in H.
  assert (HC : In (hd 0 (content u)) (content u)).
  { assert (N := content_nonempty u). destruct (content u); [contradiction|now left]. }
  apply sorted_app_inv in H. destruct H as [_ [H HLR]]. apply sorted_app_inv in H. destruct H as [_ [_ HCR]].
  assert (KL : forall k, In k L -> place (hd 0 (content u)) (content u) (key k) = 0).
  { intros k Hk. unfold place. replace (key k <? hd 0 (content u)) with true; [reflexivity|]. symmetry. apply Nat.ltb_lt.
    apply HLR; [apply in_yields; exists k; split; [assumption|apply key_yield]|]. apply in_app_iff. auto. }
  assert (KP : forall k, In k P -> place (hd 0 (content u)) (content u) (key k) = 1).
  { intros k Hk. assert (Hin : In (key k) (content u)).
    { unfold u. simpl. destruct P; [contradiction|]. apply in_yields. exists k. split; [assumption|apply key_yield]. }
    unfold place. replace (is_in (key k) (content u)) with true by (symmetry; now apply is_in_In).
    replace (key k <? hd 0 (content u)) with false; [reflexivity|]. symmetry. apply Nat.ltb_ge.
    destruct HI as [a [m E]]. rewrite E in *. apply in_seq in Hin. destruct m; simpl; lia. }
  assert (KR : forall k, In k R -> place (hd 0 (content u)) (content u) (key k) = 2).
  { intros k Hk. assert (Hlt : forall x, In x (content u) -> x < key k).
    { intros x Hx. apply HCR; [assumption|]. apply in_yields. exists k. split; [assumption|apply key_yield]. }
    unfold place. replace (key k <? hd 0 (content u)) with false by (symmetry; apply Nat.ltb_ge; specialize (Hlt _ HC); lia).
    destruct (is_in (key k) (content u)) eqn:E; [|reflexivity]. apply is_in_In, Hlt in E. lia. }
  simpl kids. rewrite !filter_app.
  rewrite !(filter_place L _ 0 _ KL), !(filter_place P _ 1 _ KP), !(filter_place R _ 2 _ KR).
  simpl. rewrite ?app_nil_r. auto.
Qed.

Lemma key_erase k : key (erase_kid k) = key k.
Proof. unfold key. simpl. now rewrite yield_erase. Qed.

Lemma filter_map {A B} (f : A -> B) (p : B -> bool) l : filter p (map f l) = map f (filter (fun x => p (f x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. now destruct (p (f x)). Qed.

Lemma filter_erase C p ks : filter (at_place C p) (map erase_kid ks) = map erase_kid (filter (at_place C p) ks).
Proof.
  rewrite filter_map. f_equal. apply filter_ext. intros k. unfold at_place. now rewrite key_erase.
Qed.

Lemma erase_from_kids u u' : interval (yield u) -> interval (yield u') -> content u = content u' ->
  same (map erase_kid (kids u)) (map erase_kid (kids u')) -> erase u = erase u'.
Proof.
  intros H H' EC E.
  assert (Sorted_erase : forall v, interval (yield v) -> Sorted_by earlier (map erase_kid (kids v))).
  { intros v Hv. rewrite <- kids_erase. apply kids_in_order. now rewrite yield_erase. }
  assert (EK : map erase_kid (kids u) = map erase_kid (kids u')).
  { apply (sorted_unique earlier); [| |apply Sorted_erase, H|apply Sorted_erase, H'|assumption].
    - intros x. apply Nat.lt_irrefl.
    - intros x y z. apply Nat.lt_trans. }
  destruct u as [b w L P R], u' as [b' w' L' P' R'].
  destruct (places b w L P R H) as [E1 [E2 E3]]. destruct (places b' w' L' P' R' H') as [E1' [E2' E3']].
  assert (FL : map erase_kid L = map erase_kid L') by (rewrite E1, E1', <- !filter_erase, EK, EC; reflexivity).
  assert (FP : map erase_kid P = map erase_kid P') by (rewrite E2, E2', <- !filter_erase, EK, EC; reflexivity).
  assert (FR : map erase_kid R = map erase_kid R') by (rewrite E3, E3', <- !filter_erase, EK, EC; reflexivity).
  change (erase (Node b w L P R)) with
    (Node 0 (match P with [] => w | _ => 0 end) (map erase_kid L) (map erase_kid P) (map erase_kid R)).
  change (erase (Node b' w' L' P' R')) with
    (Node 0 (match P' with [] => w' | _ => 0 end) (map erase_kid L') (map erase_kid P') (map erase_kid R')).
  rewrite FL, FP, FR. f_equal.
  destruct P as [|k P], P' as [|k' P']; try discriminate FP; [|reflexivity]. simpl in EC. congruence.
Qed.

(** ** Trees of the same structure *)

Section Two.
Variables (n : nat) (S T : structure) (s t : tree).
Hypothesis WS : whole n S s.
Hypothesis WT : whole n T t.

Lemma content_arc x t' : In x (content_arcs t') <->
  exists u k, In u (subs t') /\ In k (kids u) /\ x = (content u, fst k, content (snd k)).
Proof.
  unfold content_arcs. rewrite in_flat_map. split.
  - intros [u [Hu H]]. apply in_map_iff in H. destruct H as [k [<- Hk]]. eauto 6.
  - intros [u [k [Hu [Hk ->]]]]. exists u. split; [assumption|]. apply in_map_iff. eauto.
Qed.

Lemma node_interval n' S' t' u : whole n' S' t' -> In u (subs t') -> interval (content u).
Proof.
  intros W Hu. apply interval_content. apply (interval_sub t'); [|assumption]. now apply (whole_interval n' S').
Qed.

Lemma embeds_arcs : embeds S T -> incl (content_arcs s) (content_arcs t).
Proof.
  intros [_ HE] x Hx. apply content_arc in Hx. destruct Hx as [u [k [Hu [Hk ->]]]].
  assert (Hks : In (snd k) (subs s)) by now apply subs_kid with u.
  destruct (HE (tid u) (fst k) (tid (snd k))) as [b' [d' [Ha [Eb Ed]]]]; [apply (node_arc n S s WS); eauto|].
  apply (node_arc n T t WT) in Ha. destruct Ha as [u' [k' [Hu' [Hk' E]]]]. injection E as -> El ->.
  assert (Hkt : In (snd k') (subs t)) by now apply subs_kid with u'.
  apply content_arc. exists u', k'. split; [assumption|]. split; [assumption|]. rewrite El. f_equal; [f_equal|].
  - apply interval_ext; [now apply (node_interval n S s)|now apply (node_interval n T t)|].
    eapply same_trans; [apply same_sym, (node_phi n S s WS u Hu)|]. eapply same_trans; [exact Eb|].
    apply (node_phi n T t WT u' Hu').
  - apply interval_ext; [now apply (node_interval n S s)|now apply (node_interval n T t)|].
    eapply same_trans; [apply same_sym, (node_phi n S s WS _ Hks)|]. eapply same_trans; [exact Ed|].
    apply (node_phi n T t WT _ Hkt).
Qed.

Lemma same_arcs_same_tree : same (content_arcs s) (content_arcs t) ->
  forall u u', In u (subs s) -> In u' (subs t) -> content u = content u' -> erase u = erase u'.
Proof.
  intros [E1 E2]. induction u as [b w L P R IH] using tree_induction. intros u' Hu Hu' EC.
  remember (Node b w L P R) as u eqn:Eu.
  change (forall k, In k (kids (Node b w L P R)) -> forall u' : tree, In (snd k) (subs s) -> In u' (subs t) -> content (snd k) = content u' -> erase (snd k) = erase u') in IH.
  rewrite <- Eu in IH. clear Eu b w L P R.
  assert (Forth : forall k, In k (kids u) -> exists k', In k' (kids u') /\ erase_kid k = erase_kid k').
  { intros k Hk. assert (Hx : In (content u, fst k, content (snd k)) (content_arcs s)) by (apply content_arc; eauto 6).
    apply E1, content_arc in Hx. destruct Hx as [v' [k' [Hv' [Hk' E]]]]. injection E as Ev El Ek.
    assert (v' = u') by (apply (node_content_eq n T t WT); auto; replace (content v') with (content u') by congruence; apply same_refl). subst v'.
    exists k'. split; [assumption|]. unfold erase_kid. rewrite El. f_equal. apply (IH k Hk); [now apply subs_kid with u| |assumption].
    now apply subs_kid with u'. }
  assert (Back : forall k', In k' (kids u') -> exists k, In k (kids u) /\ erase_kid k = erase_kid k').
  { intros k' Hk'. assert (Hx : In (content u', fst k', content (snd k')) (content_arcs t)) by (apply content_arc; eauto 6).
    apply E2, content_arc in Hx. destruct Hx as [v [k [Hv [Hk E]]]]. injection E as Ev El Ek.
    assert (v = u) by (apply (node_content_eq n S s WS); auto; replace (content v) with (content u) by congruence; apply same_refl). subst v.
    exists k. split; [assumption|]. unfold erase_kid. rewrite El. f_equal. apply (IH k Hk); [now apply subs_kid with u| |auto].
    now apply subs_kid with u'. }
  apply erase_from_kids; [| |assumption|].
  - apply (interval_sub s); [apply (whole_interval n S s WS)|assumption].
  - apply (interval_sub t); [apply (whole_interval n T t WT)|assumption].
  - split; intros x Hx; apply in_map_iff in Hx; destruct Hx as [k [<- Hk]]; apply in_map_iff.
    + destruct (Forth k Hk) as [k' [Hk' E]]. exists k'. auto.
    + destruct (Back k Hk) as [k' [Hk' E]]. exists k'. auto.
Qed.

Lemma erase_embeds : erase s = erase t -> embeds S T.
Proof.
  intros E.
  assert (Find : forall u, In u (subs s) -> exists u', In u' (subs t) /\ erase u' = erase u).
  { intros u Hu. apply (in_map erase) in Hu. rewrite <- subs_erase, E, subs_erase in Hu. apply in_map_iff in Hu.
    destruct Hu as [u' [E' Hu']]. eauto. }
  assert (Phi : forall u u', In u (subs s) -> In u' (subs t) -> erase u' = erase u -> same (phi S (tid u)) (phi T (tid u'))).
  { intros u u' Hu Hu' E'. eapply same_trans; [apply (node_phi n S s WS u Hu)|]. rewrite <- content_erase, <- E', content_erase.
    apply same_sym, (node_phi n T t WT u' Hu'). }
  split.
  - intros b Hb. destruct (node n S s WS b Hb) as [u [Hu <-]]. destruct (Find u Hu) as [u' [Hu' E']].
    exists (tid u'). split; [apply (node_bubble n T t WT u' Hu')|]. now apply Phi.
  - intros b l d Ha. apply (node_arc n S s WS) in Ha. destruct Ha as [u [k [Hu [Hk Ex]]]]. injection Ex as -> -> ->.
    destruct (Find u Hu) as [u' [Hu' E']].
    assert (Hk' : In (erase_kid k) (map erase_kid (kids u'))).
    { rewrite <- kids_erase, E', kids_erase. now apply in_map. }
    apply in_map_iff in Hk'. destruct Hk' as [k' [Ek Hk']]. injection Ek as El Ek.
    exists (tid u'), (tid (snd k')). split; [|split].
    + apply (node_arc n T t WT). exists u', k'. rewrite <- El. auto.
    + now apply Phi.
    + apply Phi; [now apply subs_kid with u|now apply subs_kid with u'|assumption].
Qed.
End Two.

Lemma same_tree_sym S T : same_tree S T -> same_tree T S.
Proof. intros [E [H H']]. repeat split; try apply H; try apply H'. now symmetry. Qed.

Theorem erase_same n S T s t : whole n S s -> whole n T t -> erase s = erase t -> same_tree S T.
Proof.
  intros WS WT E. split; [|split].
  - rewrite (whole_size _ _ _ WS). symmetry. apply (whole_size _ _ _ WT).
  - now apply (erase_embeds n S T s t).
  - now apply (erase_embeds n T S t s).
Qed.

Theorem same_erase n S T s t : whole n S s -> whole n T t -> same_tree S T -> erase s = erase t.
Proof.
  intros WS WT [_ [H H']]. apply (same_arcs_same_tree n S T s t WS WT).
  - split; [now apply (embeds_arcs n S T)|now apply (embeds_arcs n T S)].
  - apply subs_self.
  - apply subs_self.
  - rewrite (root_content n S s WS), (root_content n T t WT). reflexivity.
Qed.
