(** * What each entry of the program says, and that it says each thing once *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Program Definitions Oracle Trees Machine Represent Refine Sound.
Import ListNotations.

(** ** Runs of numbers *)

Lemma in_range x a b : In x (range a b) <-> a <= x < b.
Proof. unfold range. rewrite in_seq. lia. Qed.

Lemma range_length a b : length (range a b) = b - a.
Proof. apply seq_length. Qed.

Lemma range_nil a b : b <= a -> range a b = [].
Proof. intros H. unfold range. now replace (b - a) with 0 by lia. Qed.

Lemma range_one a : range a (a + 1) = [a].
Proof. unfold range. now replace (a + 1 - a) with 1 by lia. Qed.

Lemma range_join a b c : a <= b <= c -> range a b ++ range b c = range a c.
Proof.
  intros H. unfold range. replace (c - a) with ((b - a) + (c - b)) by lia. rewrite seq_app.
  now replace (a + (b - a)) with b by lia.
Qed.

Lemma range_end a b c : a <= b -> a <= c -> range a b = range a c -> b = c.
Proof. intros Hb Hc E. apply (f_equal (@length nat)) in E. rewrite !range_length in E. lia. Qed.

Lemma range_split l l' a c : l ++ l' = range a c ->
  l = range a (a + length l) /\ l' = range (a + length l) c /\ (a <= c -> a + length l <= c).
Proof.
  intros E. unfold range in *. assert (HL := f_equal (@length nat) E). rewrite app_length, seq_length in HL.
  apply seq_split in E. destruct E as [E1 E2].
  replace (a + length l - a) with (length l) by lia. replace (c - (a + length l)) with (length l') by lia.
  split; [assumption|]. split; [assumption|lia].
Qed.

(** ** The edges, one by one *)

Inductive made (O : options) : entry -> option Program.step -> list entry -> Prop :=
| made_word i : made O (Entry VERTEX i i) None []
| made_bubble i j : i < j -> made O (Entry VERTEX i j) (Some (Step BUBBLE i j j None false None)) [Entry SEVERAL i j]
| made_no_left i : made O (Entry LEFT i i) None []
| made_left k p i : k <= p < i ->
    made O (Entry LEFT k i) (edge_step LEFT_EDGE Left false i k p) [Entry LEFT k p; Entry LEFT_FROM p i]
| made_left_from p q i l : p <= q < i -> In l (labels_of O Left) ->
    made O (Entry LEFT_FROM p i) (Some (Step CONTENT i p q (Some Left) false l)) [Entry VERTEX p q; Entry LEFT_REST q i]
| made_left_rest q m i : q <= m < i ->
    made O (Entry LEFT_REST q i) (edge_step RIGHT_EDGE Left false i q m) [Entry RIGHT q m; Entry LEFT (m + 1) i]
| made_no_right j : made O (Entry RIGHT j j) None []
| made_right j q l : j < q <= l ->
    made O (Entry RIGHT j l) (edge_step RIGHT_EDGE Right false j q l) [Entry RIGHT_HELD j q; Entry RIGHT q l]
| made_right_begun j m p : j <= m < p -> (Program.single_root O = true -> j = 0 -> m = 0) ->
    made O (Entry RIGHT_BEGUN j p) (edge_step LEFT_EDGE Right false j (m + 1) p) [Entry RIGHT j m; Entry LEFT (m + 1) p]
| made_right_held j p q l : j < p <= q -> In l (labels_of O Right) ->
    made O (Entry RIGHT_HELD j q) (Some (Step CONTENT j p q (Some Right) false l)) [Entry RIGHT_BEGUN j p;
      Entry VERTEX p q]
| made_first_begun r i p : made O (Entry (FIRST_BEGUN r) i p) (edge_step LEFT_EDGE r true i i p) [Entry LEFT i p]
| made_first_held r i p q l : i <= p <= q -> In l (labels_of O r) ->
    made O (Entry (FIRST_HELD r) i q) (Some (Step CONTENT i p q (Some r) true l)) [Entry (FIRST_BEGUN r) i p;
      Entry VERTEX p q]
| made_first r i q m : In r (first_roles O) -> i <= q <= m ->
    made O (Entry FIRST i m) (edge_step RIGHT_EDGE r true i q m) [Entry (FIRST_HELD r) i q; Entry RIGHT q m]
| made_part i m : made O (Entry PARTS i m) None [Entry FIRST i m]
| made_parts i m : made O (Entry PARTS i m) (Some (Step MORE i m m None false None)) [Entry SEVERAL i m]
| made_next_begun r i m p : i <= m < p ->
    made O (Entry (NEXT_BEGUN r) i p) (edge_step LEFT_EDGE r false i (m + 1) p) [Entry PARTS i m; Entry LEFT (m + 1) p]
| made_next_held r i p q l : i < p <= q -> In l (labels_of O r) ->
    made O (Entry (NEXT_HELD r) i q) (Some (Step CONTENT i p q (Some r) false l)) [Entry (NEXT_BEGUN r) i p;
      Entry VERTEX p q]
| made_several r i q m : In r (part_roles O) -> i <= q <= m ->
    made O (Entry SEVERAL i m) (edge_step RIGHT_EDGE r false i q m) [Entry (NEXT_HELD r) i q; Entry RIGHT q m].

Lemma edges_made O e s es : In (Edge s es) (edges O e) <-> made O e s es.
Proof.
  split.
  - destruct e as [[] i j]; unfold edges, content_edges; intros H;
      repeat match goal with
      | H : In _ (if ?b then _ else _) |- _ => destruct b eqn:?
      | H : In _ (map _ _) |- _ => apply in_map_iff in H; destruct H as [? [? ?]]
      | H : In _ (flat_map _ _) |- _ => apply in_flat_map in H; destruct H as [? [? ?]]
      | H : In _ (filter _ _) |- _ => apply filter_In in H; destruct H as [? ?]
      | H : In _ (range _ _) |- _ => apply in_range in H
      | H : In _ (_ :: _) |- _ => destruct H as [H|H]
      | H : In _ [] |- _ => contradiction
      | H : Edge _ _ = Edge _ _ |- _ => injection H as <- <-
      | H : (_ =? _) = true |- _ => apply Nat.eqb_eq in H; subst
      | H : (_ <? _) = true |- _ => apply Nat.ltb_lt in H
      end; constructor; try assumption; try lia.
    intros Hs ->. rewrite Hs in *. simpl in *. destruct x; [reflexivity|discriminate].
  - intros H. destruct H; unfold edges, content_edges;
      try match goal with |- context [?a =? ?b] =>
        try (replace (a =? b) with true by (symmetry; apply Nat.eqb_refl); now left);
        replace (a =? b) with false by (symmetry; apply Nat.eqb_neq; lia) end.
    + replace (i <? j) with true by (symmetry; now apply Nat.ltb_lt). now left.
    + apply in_map_iff. exists p. split; [reflexivity|]. apply in_range. lia.
    + apply in_flat_map. exists q. split; [apply in_range; lia|]. apply in_map_iff. eauto.
    + apply in_map_iff. exists m. split; [reflexivity|]. apply in_range. lia.
    + apply in_map_iff. exists q. split; [reflexivity|]. apply in_range. lia.
    + apply in_map_iff. exists m. split; [reflexivity|]. apply filter_In. split; [apply in_range; lia|].
      destruct (Program.single_root O); [|reflexivity]. destruct j; [|reflexivity]. now rewrite H0.
    + apply in_flat_map. exists p. split; [apply in_range; lia|]. apply in_map_iff. eauto.
    + now left.
    + apply in_flat_map. exists p. split; [apply in_range; lia|]. apply in_map_iff. eauto.
    + apply in_flat_map. exists r. split; [assumption|]. apply in_map_iff. exists q. split; [reflexivity|].
      apply in_range. lia.
    + now left.
    + right. now left.
    + apply in_map_iff. exists m. split; [reflexivity|]. apply in_range. lia.
    + apply in_flat_map. exists p. split; [apply in_range; lia|]. apply in_map_iff. eauto.
    + apply in_flat_map. exists r. split; [assumption|]. apply in_map_iff. exists q. split; [reflexivity|].
      apply in_range. lia.
Qed.

(** No entry is made of itself: what it is made of ranks lower. *)
Definition rank (e : entry) : nat :=
  match e with
  | Entry VERTEX i j => 7 * (j + 1 - i) + 2
  | Entry LEFT k i => 7 * (i - k) + 4
  | Entry LEFT_FROM p i => 7 * (i - p) + 3
  | Entry LEFT_REST q i => 7 * (i - (q + 1)) + 5
  | Entry RIGHT j l => 7 * (l - j) + 4
  | Entry RIGHT_BEGUN j p => 7 * (p - (j + 1)) + 5
  | Entry RIGHT_HELD j q => 7 * (q - j) + 3
  | Entry (FIRST_BEGUN _) i p => 7 * (p - i) + 5
  | Entry (FIRST_HELD _) i q => 7 * (q + 1 - i) + 3
  | Entry FIRST i m => 7 * (m + 1 - i) + 4
  | Entry PARTS i m => 7 * (m + 1 - i) + 5
  | Entry (NEXT_BEGUN _) i p => 7 * (p - i) + 6
  | Entry (NEXT_HELD _) i q => 7 * (q + 1 - i)
  | Entry SEVERAL i m => 7 * (m + 1 - i) + 1
  end.

Lemma made_rank O e s es x : made O e s es -> In x es -> rank x < rank e.
Proof. intros H Hx.
destruct H; simpl in Hx; destruct Hx as [<-|[<-|[]]] || destruct Hx as [<-|[]] || destruct Hx; simpl; lia. Qed.

(** ** Derivations *)

Lemma derivation_induction (Q : derivation -> Prop) :
  (forall e s ds, (forall d, In d ds -> Q d) -> Q (Derive e s ds)) -> forall d, Q d.
Proof.
  intros H. fix IH 1. intros [e s ds]. apply H. induction ds as [|d ds IHds]; [contradiction|].
  intros x [<-|Hx]; [exact (IH d)|exact (IHds x Hx)].
Qed.

Lemma valid_made O e s ds : valid O (Derive e s ds) <-> made O e s (map entry_of ds) /\ forall d, In d ds -> valid O d.
Proof.
  simpl. rewrite edges_made.
  enough (E : fold_right (fun d rest => valid O d /\ rest) True ds <-> forall d, In d ds -> valid O d)
    by now rewrite E.
  induction ds as [|d ds IH]; simpl; [intuition|]. rewrite IH. split.
  - intros [H H'] x [<-|Hx]; auto.
  - auto.
Qed.

Lemma map_one e ds : [e] = map entry_of ds -> exists d, ds = [d] /\ entry_of d = e.
Proof. destruct ds as [|d [|d' ds]]; simpl; intros E; try discriminate. injection E as ->. eauto. Qed.

Lemma map_two e e' ds : [e; e'] = map entry_of ds -> exists d d', ds = [d; d'] /\ entry_of d = e /\ entry_of d' = e'.
Proof. destruct ds as [|d [|d' [|d'' ds]]]; simpl; intros E; try discriminate. injection E as -> ->. eauto. Qed.

(** ** Trees whose labels fit the options *)

Section Fitting.
Variable O : options.

Definition dependents_fit (ks : forest) : Prop := forall k, In k ks -> In (fst k) (arc_labels O [Left]).
Definition parts_fit (ks : forest) : Prop :=
  match ks with
  | [] => True
  | k :: ks => In (fst k) (arc_labels O (first_roles O)) /\ forall k, In k ks -> In (fst k) (arc_labels O (part_roles O))
  end.

(** Besides: no numbers, tokens at words only, and two parts or more, or none. *)
Definition fit_node (t : tree) : Prop :=
  match t with
  | Node b w L P R =>
      b = 0 /\ (P <> [] -> w = 0) /\ length P <> 1 /\ dependents_fit L /\ parts_fit P /\ dependents_fit R
  end.

Definition good (t : tree) : Prop := forall u, In u (subs t) -> fit_node u.
Definition goods (ks : forest) : Prop := forall k, In k ks -> good (snd k).

(** A sequence of dependents, or of parts. *)
Definition deps (ks : forest) : Prop := goods ks /\ dependents_fit ks.
Definition inner (ks : forest) : Prop := goods ks /\ parts_fit ks.

Lemma good_node b w L P R : good (Node b w L P R) <->
  b = 0 /\ (P <> [] -> w = 0) /\ length P <> 1 /\ deps L /\ inner P /\ deps R.
Proof.
  unfold deps, inner. split.
  - intros H. assert (HN := H _ (subs_self _)). simpl in HN.
    assert (HK : forall k, In k (L ++ P ++ R) -> good (snd k)) by (intros k Hk u Hu; apply H, in_subs; eauto).
    assert (goods L) by (intros k Hk; apply HK; rewrite !in_app_iff; auto).
    assert (goods P) by (intros k Hk; apply HK; rewrite !in_app_iff; auto).
    assert (goods R) by (intros k Hk; apply HK; rewrite !in_app_iff; auto).
    tauto.
  - intros [H1 [H2 [H3 [[GL FL] [[GP FP] [GR FR]]]]]] u Hu. apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]].
    + simpl. tauto.
    + apply in_kids in Hk.
      destruct Hk as [Hk|[Hk|Hk]]; [exact (GL k Hk u Hu)|exact (GP k Hk u Hu)|exact (GR k Hk u Hu)].
Qed.

Lemma goods_app ks ks' : goods (ks ++ ks') <-> goods ks /\ goods ks'.
Proof.
  unfold goods. split.
  - intros H. split; intros k Hk; apply H, in_app_iff; auto.
  - intros [H H'] k Hk. apply in_app_iff in Hk. destruct Hk; auto.
Qed.

Lemma goods_cons k ks : goods (k :: ks) <-> good (snd k) /\ goods ks.
Proof.
  unfold goods. split.
  - intros H. split; [apply H; now left|]. intros x Hx. apply H. now right.
  - intros [H H'] x [<-|Hx]; auto.
Qed.

Lemma goods_nil : goods [].
Proof. intros k []. Qed.

Lemma deps_nil : deps [].
Proof. split; [exact goods_nil|intros k []]. Qed.

Lemma deps_cons k ks : deps (k :: ks) <-> (good (snd k) /\ In (fst k) (arc_labels O [Left])) /\ deps ks.
Proof.
  unfold deps. rewrite goods_cons. unfold dependents_fit. split.
  - intros [[H1 H2] H3]. split; [split; [assumption|apply H3; now left]|]. split; [assumption|]. intros x Hx. apply H3.
    now right.
  - intros [[H1 H2] [H3 H4]]. split; [tauto|]. intros x [<-|Hx]; auto.
Qed.

Lemma deps_app ks ks' : deps (ks ++ ks') <-> deps ks /\ deps ks'.
Proof. induction ks as [|k ks IH]; simpl; [assert (H := deps_nil); tauto|]. rewrite !deps_cons, IH. tauto. Qed.

Lemma inner_nil : inner [].
Proof. split; [exact goods_nil|exact I]. Qed.

Lemma inner_one k : inner [k] <-> good (snd k) /\ In (fst k) (arc_labels O (first_roles O)).
Proof.
  unfold inner, parts_fit. rewrite goods_cons. assert (H := goods_nil). split; [tauto|]. intros [H1 H2].
  split; [tauto|]. split; [assumption|]. intros x [].
Qed.

Lemma inner_snoc ks k : ks <> [] ->
  (inner (ks ++ [k]) <-> inner ks /\ good (snd k) /\ In (fst k) (arc_labels O (part_roles O))).
Proof.
  intros HN. destruct ks as [|k0 ks]; [contradiction|]. unfold inner. rewrite goods_app, (goods_cons k []).
  assert (H := goods_nil). simpl. split.
  - intros [[H1 [H2 _]] [H3 H4]]. split; [split; [assumption|]|]; [split; [assumption|]|split; [assumption|]].
    + intros x Hx. apply H4, in_app_iff. auto.
    + apply H4, in_app_iff. simpl. auto.
  - intros [[H1 [H2 H3]] [H4 H5]]. split; [tauto|]. split; [assumption|]. intros x Hx. apply in_app_iff in Hx.
    destruct Hx as [Hx|[<-|[]]]; auto.
Qed.

Lemma label_in rs r l : In r rs -> In l (labels_of O r) -> In (named r l) (arc_labels O rs).
Proof. intros Hr Hl. apply in_flat_map. exists r. split; [assumption|]. now apply in_map. Qed.

Lemma label_out rs l : In l (arc_labels O rs) -> exists r o, In r rs /\ In o (labels_of O r) /\ l = named r o.
Proof. intros H. apply in_flat_map in H. destruct H as [r [Hr H]]. apply in_map_iff in H. destruct H as [o [<- Ho]].
eauto. Qed.

Lemma right_labels : arc_labels O [Right] = arc_labels O [Left].
Proof. unfold arc_labels, labels_of. simpl. destruct (labels O); reflexivity. Qed.

Lemma named_once r o o' : In o (labels_of O r) -> In o' (labels_of O r) -> named r o = named r o' -> o = o'.
Proof.
  unfold labels_of. destruct (labels O) as [ls|].
  - assert (Some_in : forall x l, In x (map Some l) -> exists y : label, x = Some y) by (intros x l H;
      apply in_map_iff in H; destruct H as [y [<- _]]; eauto).
    intros H H'. assert (E : exists y, o = Some y) by (destruct r; simpl in H; eauto; destruct H as [<-|[]]; eauto).
    assert (E' : exists y, o' = Some y) by (destruct r; simpl in H'; eauto; destruct H' as [<-|[]]; eauto).
    destruct E as [y ->], E' as [y' ->]. simpl. now intros ->.
  - simpl. intros [<-|[]] [<-|[]]. reflexivity.
Qed.

Lemma role_once r r' o o' : In r (part_roles O) -> In r' (part_roles O) ->
  In o (labels_of O r) -> In o' (labels_of O r') -> named r o = named r' o' -> r = r'.
Proof.
  unfold part_roles, labels_of. destruct (kinds O).
  - assert (Apart : forall ls l, In l (map Some (filter (fun l => negb (l =? conj)) ls)) -> named Other l <> conj).
    { intros ls l H. apply in_map_iff in H. destruct H as [y [<- H]]. apply filter_In in H. destruct H as [_ H]. simpl.
      intros ->. discriminate. }
    destruct (labels O) as [ls|]; intros [<-|[<-|[]]] [<-|[<-|[]]] H H' E; try reflexivity; simpl in H, H'.
    + destruct H as [<-|[]]. symmetry in E. now apply Apart in H'.
    + destruct H' as [<-|[]]. now apply Apart in H.
    + destruct H as [<-|[]], H' as [<-|[]]. discriminate.
    + destruct H as [<-|[]], H' as [<-|[]]. discriminate.
  - intros [<-|[]] [<-|[]]. reflexivity.
Qed.

Lemma first_is_part r : In r (first_roles O) -> In r (part_roles O).
Proof. unfold first_roles, part_roles. destruct (kinds O); [|auto]. destruct (first_conjunct O); simpl; tauto. Qed.

(** ** What an entry says *)

Definition spec (e : entry) (x : forest * forest) : Prop :=
  let (a, b) := x in
  match e with
  | Entry VERTEX i j => exists w P, a = [(conj, Node 0 w [] P [])] /\ b = [] /\ good (Node 0 w [] P []) /\
      content (Node 0 w [] P []) = range i (j + 1) /\ i <= j
  | Entry LEFT k i => b = [] /\ deps a /\ yields a = range k i /\ k <= i
  | Entry LEFT_FROM p i => exists l w P R rest, a = (l, Node 0 w [] P R) :: rest /\ b = [] /\ deps a /\
      yields a = range p i /\ p < i
  | Entry LEFT_REST q i => deps a /\ deps b /\ yields a ++ yields b = range (q + 1) i /\ q < i
  | Entry RIGHT j l => b = [] /\ deps a /\ yields a = range (j + 1) (l + 1) /\ j <= l /\
      (Program.single_root O = true -> j = 0 -> length a <= 1)
  | Entry RIGHT_BEGUN j p => deps a /\ deps b /\ yields a ++ yields b = range (j + 1) p /\ j < p /\
      (Program.single_root O = true -> j = 0 -> a = [])
  | Entry RIGHT_HELD j q => exists ks l w L P, a = ks ++ [(l, Node 0 w L P [])] /\ b = [] /\ deps a /\
      yields a = range (j + 1) (q + 1) /\ j < q /\ (Program.single_root O = true -> j = 0 -> ks = [])
  | Entry (FIRST_BEGUN _) i p => a = [] /\ deps b /\ yields b = range i p /\ i <= p
  | Entry (FIRST_HELD r) i q => exists l w L P, a = [(l, Node 0 w L P [])] /\ b = [] /\ good (Node 0 w L P []) /\
      In l (arc_labels O [r]) /\ yields a = range i (q + 1) /\ i <= q
  | Entry FIRST i m => exists l t, a = [(l, t)] /\ b = [] /\ inner a /\ yields a = range i (m + 1) /\ i <= m
  | Entry PARTS i m => a <> [] /\ b = [] /\ inner a /\ yields a = range i (m + 1) /\ i <= m
  | Entry (NEXT_BEGUN _) i p => a <> [] /\ inner a /\ deps b /\ yields a ++ yields b = range i p /\ i < p
  | Entry (NEXT_HELD r) i q => exists ks l w L P, a = ks ++ [(l, Node 0 w L P [])] /\ b = [] /\ ks <> [] /\ inner ks /\
      good (Node 0 w L P []) /\ In l (arc_labels O [r]) /\ yields a = range i (q + 1) /\ i < q
  | Entry SEVERAL i m => 2 <= length a /\ b = [] /\ inner a /\ yields a = range i (m + 1) /\ i < m
  end.
End Fitting.
