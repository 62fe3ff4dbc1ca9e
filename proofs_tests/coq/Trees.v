(** * Ordered trees: their parts, and what is true of them *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle.
Import ListNotations.

Lemma NoDup_split {A} (l l' : list A) :
  NoDup (l ++ l') <-> NoDup l /\ NoDup l' /\ forall x, In x l -> ~ In x l'.
Proof.
  induction l as [|x l IH]; simpl; [split; [intros; repeat split; auto; constructor|tauto]|].
  rewrite !NoDup_cons_iff, IH, in_app_iff. split.
  - intros [H [B [C D]]]. repeat split; auto. intros y [<-|Hy]; auto.
  - intros [[H B] [C D]]. repeat split; auto. intros [E|E]; [auto|]. exact (D x (or_introl eq_refl) E).
Qed.

Definition tid (t : tree) := match t with Node b _ _ _ _ => b end.
Definition parts (t : tree) := match t with Node _ _ _ P _ => P end.

Lemma tree_induction (Q : tree -> Prop) :
  (forall b w L P R, (forall k, In k (L ++ P ++ R) -> Q (snd k)) -> Q (Node b w L P R)) -> forall t, Q t.
Proof.
  intros H. fix IH 1. intros [b w L P R]. apply H.
  assert (HL : forall k, In k L -> Q (snd k)).
  { induction L as [|[l t] L IHL]; [contradiction|]. intros k [<-|Hk]; [exact (IH t)|exact (IHL k Hk)]. }
  assert (HP : forall k, In k P -> Q (snd k)).
  { induction P as [|[l t] P IHP]; [contradiction|]. intros k [<-|Hk]; [exact (IH t)|exact (IHP k Hk)]. }
  assert (HR : forall k, In k R -> Q (snd k)).
  { induction R as [|[l t] R IHR]; [contradiction|]. intros k [<-|Hk]; [exact (IH t)|exact (IHR k Hk)]. }
  intros k Hk. rewrite !in_app_iff in Hk. destruct Hk as [Hk|[Hk|Hk]]; [apply HL, Hk|apply HP, Hk|apply HR, Hk].
Qed.

Lemma yield_eq b w L P R :
  yield (Node b w L P R) = yields L ++ content (Node b w L P R) ++ yields R.
Proof. reflexivity. Qed.

Definition allsubs (ks : list (label * tree)) : list tree := flat_map (fun k => subs (snd k)) ks.

Lemma subs_eq t : subs t = t :: allsubs (kids t).
Proof. destruct t as [b w L P R]. unfold allsubs, kids. rewrite !flat_map_app. reflexivity. Qed.

Lemma subs_self t : In t (subs t).
Proof. rewrite subs_eq. now left. Qed.

Lemma in_allsubs ks u : In u (allsubs ks) <-> exists k, In k ks /\ In u (subs (snd k)).
Proof. apply in_flat_map. Qed.

Lemma in_subs t u : In u (subs t) <-> u = t \/ exists k, In k (kids t) /\ In u (subs (snd k)).
Proof. rewrite subs_eq. simpl. rewrite in_allsubs. intuition. Qed.

Lemma subs_trans t : forall u v, In u (subs t) -> In v (subs u) -> In v (subs t).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros u v Hu Hv.
  apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]]; [assumption|].
  apply in_subs. right. exists k. split; [assumption|]. eapply IH; eauto.
Qed.

Lemma subs_kid t u k : In u (subs t) -> In k (kids u) -> In (snd k) (subs t).
Proof.
  intros Hu Hk. eapply subs_trans; [exact Hu|]. apply in_subs. right. exists k. split; [assumption|apply subs_self].
Qed.

Lemma in_yields ks v : In v (yields ks) <-> exists k, In k ks /\ In v (yield (snd k)).
Proof. apply in_flat_map. Qed.

Lemma yields_app ks ks' : yields (ks ++ ks') = yields ks ++ yields ks'.
Proof. apply flat_map_app. Qed.

Lemma content_in_yield t : incl (content t) (yield t).
Proof. destruct t as [b w L P R]. rewrite yield_eq. intros v. rewrite !in_app_iff. auto. Qed.

Lemma in_yield_kids t v : In v (yield t) <-> In v (content t) \/ exists k, In k (kids t) /\ In v (yield (snd k)).
Proof.
  destruct t as [b w L P R]. rewrite yield_eq, !in_app_iff, !in_yields. simpl kids. split.
  - intros [[k [? ?]]|[?|[k [? ?]]]]; [right|left|right]; try assumption; exists k; rewrite !in_app_iff; auto.
  - intros [H|[k [Hk Hv]]]; [auto|]. rewrite !in_app_iff in Hk. destruct Hk as [?|[?|?]]; eauto.
    right. left. destruct P as [|k' P]; [contradiction|]. change (In v (yields (k' :: P))). apply in_yields. eauto.
Qed.

Lemma in_yield t : forall v, In v (yield t) <-> exists u, In u (subs t) /\ In v (content u).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros v. rewrite in_yield_kids. split.
  - intros [H|[k [Hk Hv]]]; [eexists; split; [apply subs_self|eassumption]|].
    apply IH in Hv; [|assumption]. destruct Hv as [u [Hu Hv]]. exists u. split; [|assumption].
    apply in_subs. eauto.
  - intros [u [Hu Hv]]. apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]]; [now left|].
    right. exists k. split; [assumption|]. apply IH; eauto.
Qed.

Lemma subs_yield t u : In u (subs t) -> incl (yield u) (yield t).
Proof.
  intros Hu v. rewrite !in_yield. intros [x [Hx Hv]]. exists x. split; [|assumption]. eapply subs_trans; eauto.
Qed.

Lemma yield_nonempty t : yield t <> [].
Proof.
  induction t as [b w L P R IH] using tree_induction. rewrite yield_eq. simpl content.
  destruct P as [|[l p] P]; [destruct (yields L); discriminate|].
  unfold yields at 2. simpl. specialize (IH (l, p)). simpl in IH.
  destruct (yields L); [|discriminate]. simpl.
  destruct (yield p); [|discriminate]. exfalso. apply IH; [|reflexivity]. rewrite !in_app_iff. simpl. auto.
Qed.

Lemma content_nonempty t : content t <> [].
Proof.
  destruct t as [b w L [|[l p] P] R]; simpl; [discriminate|].
  unfold yields. simpl. generalize (yield_nonempty p). destruct (yield p); [contradiction|discriminate].
Qed.

Definition ids (t : tree) : list nat := map tid (subs t).
Definition arcs_at (t : tree) : list arc := map (fun k => (tid t, fst k, tid (snd k))) (kids t).
Definition arcs_of (t : tree) : list arc := flat_map arcs_at (subs t).

(** A bubble has two parts or more, and its first part is labelled "conj". *)
Definition shaped (t : tree) : Prop := forall u, In u (subs t) -> length (parts u) <> 1.
Definition conj_first (t : tree) : Prop :=
  forall u, In u (subs t) -> match parts u with k :: _ => fst k = conj | [] => True end.

Lemma shaped_kid t k : shaped t -> In k (kids t) -> shaped (snd k).
Proof. intros H Hk u Hu. apply H. apply in_subs. eauto. Qed.
Lemma conj_first_kid t k : conj_first t -> In k (kids t) -> conj_first (snd k).
Proof. intros H Hk u Hu. apply H. apply in_subs. eauto. Qed.

(** Forgetting the numbers of the bubbles. *)
Fixpoint erase (t : tree) : tree :=
  match t with
  | Node _ w L P R =>
      Node 0 (match P with [] => w | _ => 0 end)
        (map (fun k => (fst k, erase (snd k))) L)
        (map (fun k => (fst k, erase (snd k))) P)
        (map (fun k => (fst k, erase (snd k))) R)
  end.

Definition erase_kid (k : label * tree) := (fst k, erase (snd k)).

Lemma flat_map_map {A B C} (f : B -> list C) (g : A -> B) l : flat_map f (map g l) = flat_map (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma flat_map_same {A B} (f g : A -> list B) l : (forall x, In x l -> f x = g x) -> flat_map f l = flat_map g l.
Proof.
  induction l as [|x l IH]; intros H; simpl; [reflexivity|].
  rewrite (H x), IH; [reflexivity| |now left]. intros y Hy. apply H. now right.
Qed.

Lemma yield_erase t : yield (erase t) = yield t.
Proof.
  induction t as [b w L P R IH] using tree_induction. simpl.
  assert (E : forall ks, incl ks (L ++ P ++ R) ->
    flat_map (fun k => yield (snd k)) (map (fun k => (fst k, erase (snd k))) ks) = flat_map (fun k => yield (snd k)) ks).
  { intros ks H. rewrite flat_map_map. apply flat_map_same. intros k Hk. simpl. apply IH, H, Hk. }
  rewrite !E; [|intros k; rewrite !in_app_iff; auto ..].
  destruct P; reflexivity.
Qed.

Lemma yields_erase ks : yields (map erase_kid ks) = yields ks.
Proof. unfold yields. rewrite flat_map_map. apply flat_map_same. intros k _. apply yield_erase. Qed.

Lemma content_erase t : content (erase t) = content t.
Proof. destruct t as [b w L [|k P] R]; [reflexivity|]. apply (yields_erase (k :: P)). Qed.

Lemma kids_erase t : kids (erase t) = map erase_kid (kids t).
Proof. destruct t as [b w L P R]. simpl. now rewrite !map_app. Qed.

(** The arcs between contents: what is left when numbers are forgotten. *)
Definition content_arcs (t : tree) : list (list nat * label * list nat) :=
  flat_map (fun u => map (fun k => (content u, fst k, content (snd k))) (kids u)) (subs t).

(** What is done to all children alike is done to all subtrees. *)
Lemma subs_map (f : tree -> tree) : (forall t, kids (f t) = map (fun k => (fst k, f (snd k))) (kids t)) ->
  forall t, subs (f t) = map f (subs t).
Proof.
  intros K t. induction t as [b w L P R IH] using tree_induction. rewrite !subs_eq, K. simpl map. f_equal.
  simpl kids. revert IH. generalize (L ++ P ++ R). intros ks IH.
  induction ks as [|k ks IHks]; [reflexivity|]. unfold allsubs in *. simpl. rewrite map_app. f_equal.
  - apply IH. now left.
  - apply IHks. intros x Hx. apply IH. now right.
Qed.

Lemma subs_erase t : subs (erase t) = map erase (subs t).
Proof. exact (subs_map erase kids_erase t). Qed.

Lemma content_arcs_erase t : content_arcs (erase t) = content_arcs t.
Proof.
  unfold content_arcs. rewrite subs_erase, flat_map_map. apply flat_map_same. intros u _.
  rewrite content_erase, kids_erase, map_map. apply map_ext. intros k. simpl. now rewrite content_erase.
Qed.
