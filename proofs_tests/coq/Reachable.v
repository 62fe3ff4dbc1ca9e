(** * What is so in every configuration that can be reached *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle Statements Checker Trees Machine Represent Refine.
Import ListNotations.

Section Reachable.
Variables (n : nat) (c : configuration) (m : machine).
Hypothesis H : simulates n c m.

(** The yields spell out RT and the words, so only the node of RT can hold RT. *)
Lemma holds_root u : In u (fsubs (mtrees m)) -> In ROOT (content u) -> u = root m.
Proof.
  intros Hu H0. assert (HY := sim_yield _ _ _ H). unfold mtrees in *. simpl in HY. injection HY as HY.
  assert (Hpos : forall (ts : list tree) k, In k ts -> In u (subs k) ->
    incl (flat_map yield ts) (flat_map (fun k => yield (snd k)) (rt m) ++ flat_map yield (rev (map snd (st m)) ++ bf m)) -> False).
  { intros ts k Hk Hs HI. assert (HR : In ROOT (seq 1 n)); [|apply in_seq in HR; unfold ROOT in HR; lia].
    rewrite <- HY. apply HI, in_flat_map. exists k. split; [assumption|]. apply (subs_yield k u Hs).
    now apply content_in_yield. }
  apply in_fsubs in Hu. destruct Hu as [t [[<-|Ht] Hu]].
  - apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]]; [reflexivity|]. exfalso.
    apply (Hpos (map snd (rt m)) (snd k)); [now apply in_map|assumption|].
    rewrite flat_map_map. apply incl_appl, incl_refl.
  - exfalso. apply (Hpos (rev (map snd (st m)) ++ bf m) t Ht Hu). apply incl_appr, incl_refl.
Qed.

Lemma item_bubble b : In b (stack c) \/ In b (buffer c) -> bubble (so_far c) b.
Proof.
  rewrite (sim_stack _ _ _ H), (sim_buffer _ _ _ H). intros Hb.
  assert (HI : exists t, In t (mtrees m) /\ tid t = b).
  { unfold mtrees. destruct Hb as [Hb|Hb].
    - apply in_app_iff in Hb. destruct Hb as [Hb|[<-|[]]]; [|exists (root m); simpl; auto].
      apply in_map_iff in Hb. destruct Hb as [t [E Ht]]. exists t. split; [|assumption]. right.
      apply in_app_iff. left. now apply -> in_rev.
    - apply in_map_iff in Hb. destruct Hb as [t [E Ht]]. exists t. split; [|assumption]. right.
      apply in_app_iff. now right. }
  destruct HI as [t [Ht <-]]. apply (rep_bubble _ _ (sim_rep _ _ _ H)). apply in_fsubs. exists t.
  split; [assumption|apply subs_self].
Qed.

Lemma number_and_content b : bubble (so_far c) b -> (b = ROOT <-> same (phi (so_far c) b) [ROOT]).
Proof.
  intros Hb. destruct (rep_inv _ _ (sim_rep _ _ _ H) b Hb) as [u [Hu <-]].
  assert (HC := rep_phi _ _ (sim_rep _ _ _ H) u Hu).
  assert (HR : In (root m) (fsubs (mtrees m))).
  { apply in_fsubs. exists (root m). split; [now left|apply subs_self]. }
  split.
  - intros E. assert (u = root m) by (apply (rep_same _ _ (sim_rep _ _ _ H)); auto). subst u. exact HC.
  - intros [_ HS]. assert (u = root m); [|now subst u].
    apply holds_root; [assumption|]. apply HC, HS. now left.
Qed.
End Reachable.

