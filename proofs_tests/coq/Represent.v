(** * When trees represent a structure *)

From Coq Require Import List Arith Bool Lia Relations Operators_Properties.
From Bubble Require Import Definitions Oracle Trees.
Import ListNotations.

(** ** Descendants are the reflexive transitive closure *)

Definition edge (S : structure) (x y : nat) : Prop := exists l, In (x, l, y) (arcs S).
Notation reaches S := (clos_refl_trans nat (edge S)).

Lemma in_children S a b : In b (children S a) <-> edge S a b.
Proof.
  unfold children, edge. rewrite in_map_iff. split.
  - intros [[[x l] y] [E H]]. apply filter_In in H. destruct H as [H Hx]. apply Nat.eqb_eq in Hx.
    unfold head, dependent in *. simpl in *. subst. eauto.
  - intros [l H]. exists (a, l, b). split; [reflexivity|]. apply filter_In. split; [assumption|].
    apply Nat.eqb_refl.
Qed.

Fixpoint steps (S : structure) (k a b : nat) : Prop :=
  match k with 0 => a = b | Datatypes.S k => a = b \/ exists c, edge S a c /\ steps S k c b end.

Lemma steps_refl S k a : steps S k a a.
Proof. destruct k; simpl; auto. Qed.

Lemma steps_more S k : forall a b, steps S k a b -> steps S (Datatypes.S k) a b.
Proof.
  induction k as [|k IH]; intros a b H; [now left|].
  destruct H as [H|[c [H H']]]; [now left|]. right. exists c. auto.
Qed.

Lemma steps_le S k k' a b : k <= k' -> steps S k a b -> steps S k' a b.
Proof. induction 1; intros; [assumption|]. apply steps_more. auto. Qed.

Lemma steps_reaches S k : forall a b, steps S k a b -> reaches S a b.
Proof.
  induction k as [|k IH]; intros a b H; simpl in H; [subst; apply rt_refl|].
  destruct H as [->|[c [H H']]]; [apply rt_refl|]. eapply rt_trans; [apply rt_step; eassumption|auto].
Qed.

Lemma descend_steps S k : forall X b, In b (descend S k X) <-> exists a, In a X /\ steps S k a b.
Proof.
  induction k as [|k IH]; intros X b; simpl.
  - split; [intros H; exists b; auto|intros [a [H ->]]; assumption].
  - rewrite IH. split.
    + intros [a [H H']]. rewrite nodup_In, in_app_iff in H. destruct H as [H|H].
      * exists a. split; [assumption|]. apply (steps_more S k). exact H'.
      * apply in_flat_map in H. destruct H as [x [Hx H]]. apply in_children in H. exists x. split; [assumption|].
        right. eauto.
    + intros [a [H [->|[c [H1 H2]]]]].
      * exists b. split; [|apply steps_refl]. rewrite nodup_In, in_app_iff. auto.
      * exists c. split; [|assumption]. rewrite nodup_In, in_app_iff. right. apply in_flat_map. exists a.
        split; [assumption|]. now apply in_children.
Qed.

(** Some path has no repetition. *)
Fixpoint chain (S : structure) (a : nat) (l : list nat) (b : nat) : Prop :=
  match l with [] => a = b | c :: l => edge S a c /\ chain S c l b end.

Lemma chain_steps S l : forall a b, chain S a l b -> steps S (length l) a b.
Proof. induction l as [|c l IH]; intros a b H; simpl in *; [assumption|]. destruct H. right. eauto. Qed.

Lemma chain_from S l : forall c b a, chain S c l b -> NoDup (c :: l) -> In a (c :: l) ->
  exists l', chain S a l' b /\ NoDup (a :: l') /\ incl l' l.
Proof.
  induction l as [|d l IH]; intros c b a H HN HI.
  - destruct HI as [->|[]]. exists []. repeat split; auto. apply incl_refl.
  - destruct HI as [->|HI]; [exists (d :: l); repeat split; auto; [apply H|apply H|apply incl_refl]|].
    destruct H as [_ H]. inversion HN; subst.
    destruct (IH d b a H H3 HI) as [l' [A [B C]]]. exists l'. repeat split; auto. now apply incl_tl.
Qed.

Lemma reaches_chain S a b : quadruple S -> bubble S a -> reaches S a b ->
  exists l, chain S a l b /\ NoDup (a :: l) /\ incl l (seq 0 (length (contents S))).
Proof.
  intros HQ Ha H. apply clos_rt_rt1n in H. revert Ha. induction H as [a|a c b E H IH]; intros Ha.
  - exists []. repeat split; [constructor; [auto|constructor]|intros x []].
  - destruct E as [l0 E]. assert (Hc : bubble S c) by apply (proj2 HQ _ E).
    destruct (IH Hc) as [l [A [B C]]].
    destruct (in_dec Nat.eq_dec a (c :: l)) as [HI|HI].
    + destruct (chain_from S l c b a A B HI) as [l' [A' [B' C']]]. exists l'. repeat split; auto.
      eapply incl_tran; eauto.
    + exists (c :: l). repeat split; [now exists l0|assumption|now constructor|].
      intros x [<-|Hx]; [|now apply C]. apply in_seq. unfold bubble in Hc. lia.
Qed.

Lemma below_reaches S a b : quadruple S -> bubble S a -> (below S a b <-> reaches S a b).
Proof.
  intros HQ Ha. unfold below, descendants. rewrite descend_steps. split.
  - intros [x [[->|[]] H]]. now apply steps_reaches in H.
  - intros H. exists a. split; [now left|].
    destruct (reaches_chain S a b HQ Ha H) as [l [A [B C]]].
    apply steps_le with (length l); [|now apply chain_steps].
    apply Nat.le_trans with (length (a :: l)); [simpl; lia|].
    rewrite <- (seq_length (length (contents S)) 0). apply NoDup_incl_length; [assumption|].
    intros x [<-|Hx]; [|now apply C]. apply in_seq. unfold bubble in Ha. lia.
Qed.

(** ** Representation *)

Definition fsubs (ts : list tree) : list tree := flat_map subs ts.

Record represents (S : structure) (ts : list tree) : Prop := {
  rep_ids : NoDup (map tid (fsubs ts));
  rep_all : forall b, In b (map tid (fsubs ts)) <-> bubble S b;
  rep_arcs : forall a, In a (arcs S) <-> In a (flat_map arcs_at (fsubs ts));
  rep_phi : forall u, In u (fsubs ts) -> same (phi S (tid u)) (content u);
  rep_size : forall t v, In t ts -> In v (yield t) -> v <= size S
}.

Lemma NoDup_map_inj {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; intros HN Hx Hy E; [contradiction|]. simpl in HN. inversion HN; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto.
  - exfalso. apply H1. rewrite E. now apply in_map.
  - exfalso. apply H1. rewrite <- E. now apply in_map.
Qed.

Lemma in_fsubs ts u : In u (fsubs ts) <-> exists t, In t ts /\ In u (subs t).
Proof. apply in_flat_map. Qed.

Lemma fsubs_trans ts u v : In u (fsubs ts) -> In v (subs u) -> In v (fsubs ts).
Proof.
  rewrite !in_fsubs. intros [t [Ht Hu]] Hv. exists t. split; [assumption|]. eapply subs_trans; eauto.
Qed.

Lemma fsubs_kid ts u k : In u (fsubs ts) -> In k (kids u) -> In (snd k) (fsubs ts).
Proof. intros Hu Hk. apply (fsubs_trans ts u); [assumption|]. apply (subs_kid u u); [apply subs_self|assumption]. Qed.

Section Represents.
Variables (S : structure) (ts : list tree).
Hypothesis R : represents S ts.

Lemma rep_same u v : In u (fsubs ts) -> In v (fsubs ts) -> tid u = tid v -> u = v.
Proof. apply NoDup_map_inj, R. Qed.

Lemma rep_bubble u : In u (fsubs ts) -> bubble S (tid u).
Proof. intros H. apply R. now apply in_map. Qed.

Lemma rep_inv b : bubble S b -> exists u, In u (fsubs ts) /\ tid u = b.
Proof. intros H. apply R in H. apply in_map_iff in H. destruct H as [u [E H]]. eauto. Qed.

Lemma rep_arc u l d : In u (fsubs ts) -> In (tid u, l, d) (arcs S) ->
  exists k, In k (kids u) /\ l = fst k /\ d = tid (snd k).
Proof.
  intros Hu H. apply R in H. apply in_flat_map in H. destruct H as [v [Hv H]].
  apply in_map_iff in H. destruct H as [k [E Hk]]. injection E as E1 E2 E3.
  assert (v = u) by (apply rep_same; auto). subst v. exists k. auto.
Qed.

Lemma rep_arc_inv a : In a (arcs S) ->
  exists u k, In u (fsubs ts) /\ In k (kids u) /\ a = (tid u, fst k, tid (snd k)).
Proof.
  intros H. apply R in H. apply in_flat_map in H. destruct H as [v [Hv H]].
  apply in_map_iff in H. destruct H as [k [E Hk]]. exists v, k. auto.
Qed.

Lemma rep_kid u k : In u (fsubs ts) -> In k (kids u) -> In (tid u, fst k, tid (snd k)) (arcs S).
Proof.
  intros Hu Hk. apply R. apply in_flat_map. exists u. split; [assumption|]. apply in_map_iff. eauto.
Qed.

Lemma rep_quadruple : quadruple S.
Proof.
  split.
  - intros b Hb. destruct (rep_inv b Hb) as [u [Hu <-]]. destruct (rep_phi _ _ R u Hu) as [A B]. split.
    + intros E. rewrite E in B. apply (content_nonempty u). destruct (content u) as [|x l]; [reflexivity|].
      destruct (B x). now left.
    + intros v Hv. apply A in Hv. apply in_fsubs in Hu. destruct Hu as [t [Ht Hu]].
      apply (rep_size _ _ R t); [assumption|]. apply in_yield. eauto.
  - intros a Ha. destruct (rep_arc_inv a Ha) as [u [k [Hu [Hk ->]]]].
    split; apply rep_bubble; [assumption|]. now apply fsubs_kid with u.
Qed.

Lemma rep_below u b : In u (fsubs ts) -> (below S (tid u) b <-> exists v, In v (subs u) /\ tid v = b).
Proof.
  intros Hu. rewrite below_reaches by (apply rep_quadruple || now apply rep_bubble). split.
  - intros H. apply clos_rt_rt1n in H. remember (tid u) as a eqn:Ea. revert u Hu Ea.
    induction H as [a|a c b [l E] H IH]; intros u Hu ->.
    + exists u. split; [apply subs_self|reflexivity].
    + apply rep_arc in E; [|assumption]. destruct E as [k [Hk [_ ->]]].
      destruct (IH (snd k)) as [v [Hv Ev]]; [now apply fsubs_kid with u|reflexivity|].
      exists v. split; [|assumption]. apply in_subs. eauto.
  - intros [v [Hv <-]]. revert Hu v Hv.
    induction u as [b0 w L P Q IH] using tree_induction. intros Hu v Hv.
    apply in_subs in Hv. destruct Hv as [->|[k [Hk Hv]]]; [apply rt_refl|].
    eapply rt_trans; [|apply (IH k Hk); [now apply fsubs_kid with (Node b0 w L P Q)|exact Hv]].
    apply rt_step. exists (fst k). apply (rep_kid (Node b0 w L P Q)); assumption.
Qed.

Lemma rep_psi u : In u (fsubs ts) -> same (psi S (tid u)) (yield u).
Proof.
  intros Hu. unfold psi. split; intros v Hv.
  - apply in_flat_map in Hv. destruct Hv as [b [Hb Hv]]. apply rep_below in Hb; [|assumption].
    destruct Hb as [x [Hx <-]]. apply in_yield. exists x. split; [assumption|].
    apply (rep_phi _ _ R x); [now apply fsubs_trans with u|assumption].
  - apply in_yield in Hv. destruct Hv as [x [Hx Hv]]. apply in_flat_map. exists (tid x). split.
    + apply rep_below; eauto.
    + apply (rep_phi _ _ R x); [now apply fsubs_trans with u|assumption].
Qed.
End Represents.
