(** * The steps of a derivation are those of its tree *)

From Coq Require Import List Arith Bool Lia Permutation.
From Bubble Require Import Program Definitions Oracle Checker Trees Machine Represent Refine Sound Complete Items Derivations.
Import ListNotations.

Local Arguments yields : simpl never.
Local Arguments content : simpl never.
Local Arguments arc_labels : simpl never.
Local Arguments yield : simpl never.
Local Arguments count_occ : simpl never.

(** ** First and highest tokens *)

Lemma first_same X Y : X <> [] -> same X Y -> first X = first Y.
Proof.
  intros HX [H H']. assert (HY : Y <> []) by (intros ->; destruct X; [contradiction|destruct (H n); now left]).
  apply Nat.le_antisymm; apply first_least; [apply H', first_in, HY|apply H, first_in, HX].
Qed.

Lemma highest_least X x : In x X -> x <= highest X.
Proof. induction X as [|y X IH]; [contradiction|]. simpl. intros [<-|H]; [lia|]. specialize (IH H). lia. Qed.

Lemma highest_in X : X <> [] -> In (highest X) X.
Proof.
  induction X as [|y X IH]; [contradiction|]. intros _. simpl. destruct X as [|z X]; [left; simpl; lia|].
  destruct (Nat.max_spec y (highest (z :: X))) as [[_ E]|[_ E]]; unfold highest in *; rewrite E; [right; apply IH;
    discriminate|now left].
Qed.

Lemma highest_same X Y : X <> [] -> same X Y -> highest X = highest Y.
Proof.
  intros HX [H H']. assert (HY : Y <> []) by (intros ->; destruct X; [contradiction|destruct (H n); now left]).
  apply Nat.le_antisymm; apply highest_least; [apply H, highest_in, HX|apply H', highest_in, HY].
Qed.

Lemma range_some a b : a < b -> range a b <> [].
Proof. intros H E. apply (f_equal (@length nat)) in E. rewrite range_length in E. simpl in E. lia. Qed.

Lemma first_range a b : a < b -> first (range a b) = a.
Proof.
  intros H. assert (I := first_in _ (range_some a b H)). apply in_range in I.
  assert (L := first_least (range a b) a). rewrite in_range in L. lia.
Qed.

Lemma highest_range a b : a <= b -> highest (range a (b + 1)) = b.
Proof.
  intros H. assert (I := highest_in _ (range_some a (b + 1) ltac:(lia))). apply in_range in I.
  assert (L := highest_least (range a (b + 1)) b). rewrite in_range in L. lia.
Qed.

Section Steps.
Variable O : options.

(** ** Steps of trees *)

Definition node_steps (u : tree) : list Program.step :=
  bubble_steps (content u) ++
  flat_map (fun k => arc_steps O (content u) (content (snd k)) (yield (snd k)) (fst k)) (kids u).

Definition deep (t : tree) : list Program.step := flat_map node_steps (subs t).
Definition deeps (ks : forest) : list Program.step := flat_map (fun k => deep (snd k)) ks.

(** Steps of dependents, and all steps below them;
  steps of parts of a bubble over i..m, all of them if m is further on. *)
Definition own (r : role) (g : nat) (ks : forest) : list Program.step :=
  flat_map (fun k => item_steps O r false g (content (snd k)) (yield (snd k)) (fst k)) ks.
Definition all_own (r : role) (g : nat) (ks : forest) : list Program.step := own r g ks ++ deeps ks.
Definition of_part (i m : nat) (k : label * tree) : list Program.step :=
  let Z := yield (snd k) in
  item_steps O (part_role O (fst k)) (first Z =? i) i (content (snd k)) Z (fst k) ++
  (if (first Z =? i) || (highest Z =? m) then [] else [Step MORE i (highest Z) (highest Z) None false None]).
Definition of_parts (i m : nat) (ks : forest) : list Program.step := flat_map (of_part i m) ks.

Lemma deeps_subs ks : deeps ks = flat_map node_steps (allsubs ks).
Proof.
  unfold deeps, allsubs, deep. induction ks as [|k ks IH]; [reflexivity|]. simpl. now rewrite flat_map_app, IH.
Qed.

Lemma deeps_app ks ks' : deeps (ks ++ ks') = deeps ks ++ deeps ks'.
Proof. apply flat_map_app. Qed.

Lemma own_app r g ks ks' : own r g (ks ++ ks') = own r g ks ++ own r g ks'.
Proof. apply flat_map_app. Qed.

Lemma inside_yields ks k v : In k ks -> In v (content (snd k)) -> In v (yields ks).
Proof. intros Hk Hv. apply in_yields. exists k. split; [assumption|]. now apply content_in_yield. Qed.

Lemma first_content t : In (first (content t)) (content t).
Proof. apply first_in, content_nonempty. Qed.

Lemma outside X x : ~ In x X -> is_in x X = false.
Proof. intros H. destruct (is_in x X) eqn:E; [|reflexivity]. now apply is_in_In in E. Qed.

Lemma left_own p q a L : p <= q -> yields L = range a p ->
  flat_map (fun k => arc_steps O (range p (q + 1)) (content (snd k)) (yield (snd k)) (fst k)) L = own Left p L.
Proof.
  intros H HY. apply flat_map_same. intros k Hk. assert (I := inside_yields L k _ Hk (first_content (snd k))).
  rewrite HY in I. apply in_range in I. unfold arc_steps. rewrite outside by (rewrite in_range; lia).
  rewrite first_range by lia. replace (first (content (snd k)) <? p) with true by (symmetry; apply Nat.ltb_lt; lia).
  reflexivity.
Qed.

Lemma right_own p q b R : p <= q -> yields R = range (q + 1) b ->
  flat_map (fun k => arc_steps O (range p (q + 1)) (content (snd k)) (yield (snd k)) (fst k)) R = own Right q R.
Proof.
  intros H HY. apply flat_map_same. intros k Hk. assert (I := inside_yields R k _ Hk (first_content (snd k))).
  rewrite HY in I. apply in_range in I. unfold arc_steps. rewrite outside by (rewrite in_range; lia).
  rewrite first_range by lia. replace (first (content (snd k)) <? p) with false by (symmetry; apply Nat.ltb_ge; lia).
  now rewrite highest_range by lia.
Qed.

Lemma parts_own p q P : p <= q -> yields P = range p (q + 1) ->
  flat_map (fun k => arc_steps O (range p (q + 1)) (content (snd k)) (yield (snd k)) (fst k)) P = of_parts p q P.
Proof.
  intros H HY. apply flat_map_same. intros k Hk. assert (I := inside_yields P k _ Hk (first_content (snd k))).
  rewrite HY in I. unfold arc_steps.
  replace (is_in (first (content (snd k))) (range p (q + 1))) with true by (symmetry; now apply is_in_In).
  now rewrite first_range, highest_range by lia.
Qed.

(** ** How often a step occurs *)

Variable x : Program.step.
Notation N l := (count_occ step_eq_dec l x).

Lemma N_app l l' : N (l ++ l') = N l + N l'.
Proof. apply count_occ_app. Qed.

Lemma deep_node b w L P R p q a m : p <= q -> content (Node b w [] P []) = range p (q + 1) ->
  yields L = range a p -> yields R = range (q + 1) m ->
  N (deep (Node b w L P R)) = N (deep (Node b w [] P [])) + N (all_own Left p L) + N (all_own Right q R).
Proof.
  intros H HC HL HR. unfold deep, all_own. rewrite !subs_eq. simpl flat_map. rewrite <- !deeps_subs. unfold node_steps.
  simpl kids.
  change (content (Node b w L P R)) with (content (Node b w [] P [])). rewrite !HC, !app_nil_r.
  rewrite !flat_map_app, !deeps_app, (left_own p q a L H HL), (right_own p q m R H HR), !N_app. lia.
Qed.

Lemma deep_core b w P p q : p <= q -> content (Node b w [] P []) = range p (q + 1) ->
  N (deep (Node b w [] P [])) =
  N (bubble_steps (range p (q + 1))) + match P with [] => 0 | _ => N (of_parts p q P) end + N (deeps P).
Proof.
  intros H HC. unfold deep. rewrite subs_eq. simpl flat_map. rewrite <- deeps_subs. unfold node_steps. simpl kids.
  rewrite !HC, !app_nil_r, !N_app. destruct P as [|k P]; [reflexivity|].
  rewrite content_parts in HC by discriminate. now rewrite (parts_own p q (k :: P) H HC).
Qed.

(** The steps of an item, where it begins, has its content, and ends. *)
Lemma item_eq r f g l b w L P R k p q m : k <= p -> p <= q -> q <= m -> content (Node b w [] P []) = range p (q + 1) ->
  yields L = range k p -> yields R = range (q + 1) (m + 1) ->
  item_steps O r f g (content (Node b w L P R)) (yield (Node b w L P R)) l =
  [Step LEFT_EDGE g k p (Some r) f None;
   Step CONTENT g p q (Some r) f (match labels O with Some _ => Some l | None => None end);
   Step RIGHT_EDGE g q m (Some r) f None].
Proof.
  intros H1 H2 H3 HC HL HR. unfold item_steps. rewrite yield_eq.
  change (content (Node b w L P R)) with (content (Node b w [] P [])). rewrite HC, HL, HR.
  rewrite (range_join p (q + 1)) by lia. rewrite range_join by lia.
  now rewrite !first_range, !highest_range by lia.
Qed.

Lemma yield_item b w L P R k p q m : k <= p -> p <= q -> q <= m -> content (Node b w [] P []) = range p (q + 1) ->
  yields L = range k p -> yields R = range (q + 1) (m + 1) -> yield (Node b w L P R) = range k (m + 1).
Proof.
  intros H1 H2 H3 HC HL HR. rewrite yield_eq. change (content (Node b w L P R)) with (content (Node b w [] P [])).
  rewrite HC, HL, HR. rewrite (range_join p (q + 1)) by lia. apply range_join. lia.
Qed.

(** A bubble may go on: all parts but the first then have a step [MORE]. *)
Lemma parts_bound i k m ks : yields ks = range i k -> k <= m -> of_parts i m ks = of_parts i k ks.
Proof.
  intros HY H. apply flat_map_same. intros t Ht. unfold of_part.
  assert (L : highest (yield (snd t)) < k).
  { assert (I : In (highest (yield (snd t))) (yields ks)) by (apply in_yields; exists t; split;
      [assumption|apply highest_in, yield_nonempty]).
    rewrite HY in I. apply in_range in I. lia. }
  replace (highest (yield (snd t)) =? m) with false by (symmetry; apply Nat.eqb_neq; lia).
  replace (highest (yield (snd t)) =? k) with false by (symmetry; apply Nat.eqb_neq; lia). reflexivity.
Qed.

(** What the steps of a derivation are, as its entry and what it says have it. *)
Definition labelled (l : label) : option label := match labels O with Some _ => Some l | None => None end.

Definition counted (e : entry) (said : forest * forest) (n : nat) : Prop :=
  let (a, b) := said in
  match e with
  | Entry VERTEX i j => exists w P, a = [(conj, Node 0 w [] P [])] /\ n = N (deep (Node 0 w [] P []))
  | Entry LEFT k i => n = N (all_own Left i a)
  | Entry LEFT_FROM p i => exists l w P R rest q m, a = (l, Node 0 w [] P R) :: rest /\ p <= q <= m /\
      content (Node 0 w [] P []) = range p (q + 1) /\ yields R = range (q + 1) (m + 1) /\
      n = N [Step CONTENT i p q (Some Left) false (labelled l); Step RIGHT_EDGE i q m (Some Left) false None] +
          N (deep (Node 0 w [] P R)) + N (all_own Left i rest)
  | Entry LEFT_REST q i => exists m, q <= m < i /\ yields a = range (q + 1) (m + 1) /\
      n = N (all_own Right q a) + N [Step RIGHT_EDGE i q m (Some Left) false None] + N (all_own Left i b)
  | Entry RIGHT j l => n = N (all_own Right j a)
  | Entry RIGHT_BEGUN j p => exists k, j < k <= p /\ yields b = range k p /\
      n = N (all_own Right j a) + N [Step LEFT_EDGE j k p (Some Right) false None] + N (all_own Left p b)
  | Entry RIGHT_HELD j q => exists ks l w L P k p, a = ks ++ [(l, Node 0 w L P [])] /\ k <= p <= q /\
      yields L = range k p /\ content (Node 0 w [] P []) = range p (q + 1) /\
      n = N (all_own Right j ks) + N (deep (Node 0 w L P [])) +
          N [Step LEFT_EDGE j k p (Some Right) false None; Step CONTENT j p q (Some Right) false (labelled l)]
  | Entry (FIRST_BEGUN r) i p => n = N [Step LEFT_EDGE i i p (Some r) true None] + N (all_own Left p b)
  | Entry (FIRST_HELD r) i q => exists l w L P p, a = [(l, Node 0 w L P [])] /\ i <= p <= q /\
      yields L = range i p /\ content (Node 0 w [] P []) = range p (q + 1) /\ In l (arc_labels O [r]) /\
      n = N (deep (Node 0 w L P [])) +
          N [Step LEFT_EDGE i i p (Some r) true None; Step CONTENT i p q (Some r) true (labelled l)]
  | Entry FIRST i m => n = N (of_parts i (m + 1) a) + N (deeps a)
  | Entry PARTS i m => n = N (of_parts i (m + 1) a) + N (deeps a)
  | Entry (NEXT_BEGUN r) i p => exists k, i < k <= p /\ yields a = range i k /\ yields b = range k p /\
      n = N (of_parts i k a) + N (deeps a) + N [Step LEFT_EDGE i k p (Some r) false None] + N (all_own Left p b)
  | Entry (NEXT_HELD r) i q => exists ks l w L P k p, a = ks ++ [(l, Node 0 w L P [])] /\ i < k /\ k <= p <= q /\
      yields ks = range i k /\ yields L = range k p /\ content (Node 0 w [] P []) = range p (q + 1) /\
      In l (arc_labels O [r]) /\
      n = N (of_parts i k ks) + N (deeps ks) + N (deep (Node 0 w L P [])) +
          N [Step LEFT_EDGE i k p (Some r) false None; Step CONTENT i p q (Some r) false (labelled l)]
  | Entry SEVERAL i m => n = N (of_parts i m a) + N (deeps a)
  end.

Lemma N_nil : N [] = 0.
Proof. reflexivity. Qed.

Lemma N_cons y z l : N (y :: z :: l) = N [y] + N (z :: l).
Proof. change (y :: z :: l) with ([y] ++ z :: l). apply N_app. Qed.

Lemma all_own_nil r g : N (all_own r g []) = 0.
Proof. reflexivity. Qed.

Lemma all_own_app r g ks ks' : N (all_own r g (ks ++ ks')) = N (all_own r g ks) + N (all_own r g ks').
Proof. unfold all_own. rewrite own_app, deeps_app, !N_app. lia. Qed.

Lemma all_own_one r g l t : N (all_own r g [(l, t)]) = N (item_steps O r false g (content t) (yield t) l) + N (deep t).
Proof.
  unfold all_own, own, deeps. cbn [flat_map fst snd]. now rewrite !app_nil_r, N_app.
Qed.

Lemma all_own_cons r g l t ks : N (all_own r g ((l, t) :: ks)) =
  N (item_steps O r false g (content t) (yield t) l) + N (deep t) + N (all_own r g ks).
Proof. change ((l, t) :: ks) with ([(l, t)] ++ ks). now rewrite all_own_app, all_own_one. Qed.

Lemma of_parts_app i m ks ks' : of_parts i m (ks ++ ks') = of_parts i m ks ++ of_parts i m ks'.
Proof. apply flat_map_app. Qed.

Lemma of_parts_one i m k : of_parts i m [k] = of_part i m k.
Proof. apply app_nil_r. Qed.

Lemma deeps_one l t : deeps [(l, t)] = deep t.
Proof. apply app_nil_r. Qed.

Lemma labelled_named r o : In o (labels_of O r) -> labelled (named r o) = o.
Proof.
  unfold labels_of, labelled. destruct (labels O) as [ls|]; [|intros [<-|[]]; reflexivity].
  assert (Any : forall l, In o (map Some l) -> Some (named r o) = o) by (intros l H; apply in_map_iff in H;
    now destruct H as [y [<- _]]).
  destruct r; try exact (Any _). intros [<-|[]]. reflexivity.
Qed.

Lemma part_role_of r l : In r (part_roles O) -> In l (arc_labels O [r]) -> part_role O l = r.
Proof.
  intros Hr H. apply label_out in H. destruct H as [r' [o [[<-|[]] [Ho ->]]]].
  assert (Hp : exists o', In (part_role O (named r o)) (part_roles O) /\
    In o' (labels_of O (part_role O (named r o))) /\
    named (part_role O (named r o)) o' = named r o).
  { unfold part_roles, part_role, labels_of in *. destruct (kinds O).
    - destruct (named r o =? conj) eqn:E.
      + apply Nat.eqb_eq in E. rewrite E. destruct (labels O); [exists (Some conj)|exists None]; simpl; auto.
      + destruct Hr as [<-|[<-|[]]].
        * exfalso. apply Nat.eqb_neq in E. apply E. destruct (labels O); destruct Ho as [<-|[]]; reflexivity.
        * exists o. split; [simpl; auto|]. split; [exact Ho|reflexivity].
    - destruct Hr as [<-|[]]. exists o. split; [simpl; auto|]. split; [exact Ho|reflexivity]. }
  destruct Hp as [o' [H1 [H2 H3]]]. now apply (role_once O _ _ o' o).
Qed.

(** Another part behind those over i..m. *)
Lemma more_parts i m a : 2 <= length a -> yields a = range i (m + 1) ->
  N [Step MORE i m m None false None] + N (of_parts i m a) = N (of_parts i (m + 1) a).
Proof.
  intros HL HY. assert (HN : a <> []) by (destruct a; [simpl in HL; lia|discriminate]).
  destruct (exists_last HN) as [ks [k ->]]. rewrite app_length in HL. simpl in HL.
  rewrite yields_app in HY. change (yields [k]) with (yield (snd k) ++ []) in HY. rewrite app_nil_r in HY.
  apply range_split in HY. destruct HY as [HY1 [HY2 Hle]]. assert (HK := yields_long ks).
  set (c := i + length (yields ks)) in *.
  assert (HC : c < m + 1).
  { destruct (le_lt_dec (m + 1) c); [|assumption]. rewrite range_nil in HY2 by assumption.
    destruct (yield_nonempty (snd k) HY2). }
  rewrite !of_parts_app, !N_app, !of_parts_one, (parts_bound i c m ks HY1), (parts_bound i c (m + 1) ks HY1) by lia.
  unfold of_part. rewrite HY2, first_range, highest_range by lia.
  replace (c =? i) with false by (symmetry; apply Nat.eqb_neq; lia). rewrite Nat.eqb_refl.
  replace (m =? m + 1) with false by (symmetry; apply Nat.eqb_neq; lia). simpl orb. cbv iota. rewrite app_nil_r, N_app.
  lia.
Qed.

Lemma steps_two e y d1 d2 : N (steps_of (Derive e (Some y) [d1; d2])) = N [y] + N (steps_of d1) + N (steps_of d2).
Proof.
  simpl. rewrite app_nil_r. transitivity (N ([y] ++ steps_of d1 ++ steps_of d2)); [reflexivity|]. rewrite !N_app. lia.
Qed.

Lemma steps_one e y d1 : N (steps_of (Derive e (Some y) [d1])) = N [y] + N (steps_of d1).
Proof. simpl. rewrite app_nil_r. exact (N_app [y] (steps_of d1)). Qed.

Lemma steps_none e d1 : N (steps_of (Derive e None [d1])) = N (steps_of d1).
Proof. simpl. now rewrite app_nil_r. Qed.

Lemma says_steps d : valid O d -> counted (entry_of d) (says d) (N (steps_of d)).
Proof.
  induction d as [e s ds IH] using derivation_induction. intros H. apply valid_made in H. destruct H as [HM HV].
  assert (HS : forall d, In d ds -> spec O (entry_of d) (says d) /\ counted (entry_of d) (says d) (N (steps_of d)))
    by (intros d Hd; split; [now apply says_spec, HV|now apply IH, HV]).
  clear IH HV. remember (map entry_of ds) as es eqn:Es.
  assert (One : forall d e, ds = [d] -> entry_of d = e -> spec O e (says d) /\ counted e (says d) (N (steps_of d)))
    by (intros d e0 -> <-; apply HS; now left).
  assert (Two : forall d d' e e', ds = [d; d'] -> entry_of d = e -> entry_of d' = e' ->
    (spec O e (says d) /\ counted e (says d) (N (steps_of d))) /\
    spec O e' (says d') /\ counted e' (says d') (N (steps_of d')))
    by (intros d d' e0 e0' -> <- <-; split; apply HS; simpl; auto).
  assert (Y0 : forall a, yields [] = range a a) by (intros a; symmetry; apply range_nil; lia).
  clear HS. destruct HM; parts;
    try (destruct (One _ _ eq_refl E1) as [S1 C1]);
    try (destruct (Two _ _ _ _ eq_refl E1 E2) as [[S1 C1] [S2 C2]]);
    clear One Two; unfold edge_step; rewrite ?steps_two, ?steps_one, ?steps_none;
    try (set (n1 := N (steps_of d1)) in *; clearbody n1); try (set (n2 := N (steps_of d2)) in *; clearbody n2);
    simpl entry_of; simpl says;
    try (destruct (says d1) as [a1 b1]); try (destruct (says d2) as [a2 b2]); simpl in *.
  - exists i, []. split; [reflexivity|]. rewrite (deep_core 0 i [] i i) by (lia || (symmetry; apply range_one)).
    rewrite range_one. unfold bubble_steps. simpl first. replace (highest [i]) with i by (simpl; lia).
    rewrite Nat.ltb_irrefl. reflexivity.
  - destruct S1 as [HL [-> [_ [HY _]]]]. exists 0, a1. split; [reflexivity|].
    rewrite (deep_core 0 0 a1 i j) by (lia || (rewrite content_parts by (intros ->; simpl in HL; lia); assumption)).
    unfold bubble_steps. rewrite first_range, highest_range by lia.
    replace (i <? j) with true by (symmetry; now apply Nat.ltb_lt).
    rewrite C1. destruct a1; [simpl in HL; lia|]. lia.
  - reflexivity.
  - destruct S1 as [-> [_ [HY1 _]]], C2 as [l [w [P [R [rest [q [m [-> [Hq [HC [HR ->]]]]]]]]]]]. simpl crown.
    rewrite all_own_cons, (item_eq Left false i l 0 w a1 P R k p q m) by (assumption || lia).
    rewrite (deep_node 0 w a1 P R p q k (m + 1)), (deep_node 0 w [] P R p q p (m + 1))
      by (assumption || lia || apply Y0).
    rewrite all_own_nil, !N_cons, C1. unfold labelled. lia.
  - destruct S1 as [w [P [-> [-> [_ [HC _]]]]]], C1 as [w' [P' [E ->]]], C2 as [m [Hm [HR ->]]]. injection E as <- <-.
    exists (named Left l), w, P, a2, b2, q, m. split; [reflexivity|]. split; [lia|]. split; [assumption|].
    split; [assumption|].
    rewrite (deep_node 0 w [] P a2 p q p (m + 1)) by (assumption || lia || apply Y0).
    rewrite (labelled_named Left l) by assumption. rewrite all_own_nil, !N_cons. lia.
  - destruct S1 as [-> [_ [HY1 _]]], S2 as [-> _]. exists m. split; [lia|]. split; [assumption|]. rewrite C1, C2. lia.
  - reflexivity.
  - destruct C1 as [ks [l1 [w [L [P [k [p [-> [Hk [HL [HC ->]]]]]]]]]]], S2 as [-> [_ [HR _]]]. rewrite close_snoc.
    rewrite all_own_app, all_own_one, (item_eq Right false j l1 0 w L P a2 k p q l) by (assumption || lia).
    rewrite (deep_node 0 w L P a2 p q k (l + 1)), (deep_node 0 w L P [] p q k (q + 1))
      by (assumption || lia || apply Y0).
    rewrite all_own_nil, !N_cons, C2. unfold labelled. lia.
  - destruct S1 as [-> _], S2 as [-> [_ [HY _]]]. exists (m + 1). split; [lia|]. split; [assumption|]. rewrite C1, C2.
    lia.
  - destruct C1 as [k [Hk [HL ->]]], S2 as [w [P [-> [-> [_ [HC _]]]]]], C2 as [w' [P' [E ->]]]. injection E as <- <-.
    exists a1, (named Right l), w, b1, P, k, p. split; [reflexivity|]. split; [lia|]. split; [assumption|].
    split; [assumption|].
    rewrite (deep_node 0 w b1 P [] p q k (q + 1)) by (assumption || lia || apply Y0).
    rewrite (labelled_named Right l) by assumption. rewrite all_own_nil, !N_cons. lia.
  - now rewrite C1.
  - destruct S1 as [-> [_ [HL _]]], S2 as [w [P [-> [-> [HG [HC _]]]]]], C2 as [w' [P' [E ->]]]. injection E as <- <-.
    exists (named r l), w, b1, P, p. split; [reflexivity|]. split; [lia|]. split; [assumption|]. split; [assumption|].
    split; [apply label_in; [now left|assumption]|].
    rewrite (deep_node 0 w b1 P [] p q i (q + 1)) by (assumption || lia || apply Y0).
    rewrite (labelled_named r l) by assumption. rewrite C1, all_own_nil, !N_cons. lia.
  - destruct C1 as [l1 [w [L [P [p [-> [Hp [HL [HC [HI ->]]]]]]]]]], S2 as [-> [_ [HR _]]]. simpl close.
    rewrite of_parts_one, deeps_one. unfold of_part. simpl fst. simpl snd.
    rewrite (yield_item 0 w L P a2 i p q m) by (assumption || lia). rewrite first_range, Nat.eqb_refl by lia.
    simpl orb. cbv iota.
    rewrite app_nil_r, (part_role_of r l1) by auto using first_is_part.
    rewrite <- (yield_item 0 w L P a2 i p q m) by (assumption || lia).
    rewrite (item_eq r true i l1 0 w L P a2 i p q m) by (assumption || lia).
    rewrite (deep_node 0 w L P a2 p q i (m + 1)), (deep_node 0 w L P [] p q i (q + 1))
      by (assumption || lia || apply Y0).
    rewrite all_own_nil, !N_cons, C2. unfold labelled. lia.
  - exact C1.
  - destruct S1 as [HL [-> [_ [HY _]]]]. rewrite C1, <- (more_parts i m a1) by assumption. lia.
  - destruct S1 as [_ [-> [_ [HY1 _]]]], S2 as [-> [_ [HY2 _]]]. exists (m + 1). split; [lia|]. split; [assumption|].
    split; [assumption|]. rewrite C1, C2. lia.
  - destruct C1 as [k [Hk [HY [HL ->]]]], S2 as [w [P [-> [-> [_ [HC _]]]]]], C2 as [w' [P' [E ->]]].
    injection E as <- <-.
    exists a1, (named r l), w, b1, P, k, p. split; [reflexivity|]. split; [lia|]. split; [lia|]. split; [assumption|].
    split; [assumption|]. split; [assumption|]. split; [apply label_in; [now left|assumption]|].
    rewrite (deep_node 0 w b1 P [] p q k (q + 1)) by (assumption || lia || apply Y0).
    rewrite (labelled_named r l) by assumption. rewrite all_own_nil, !N_cons. lia.
  - destruct C1 as [ks [l1 [w [L [P [k [p [-> [Hi [Hk [HY [HL [HC [HI ->]]]]]]]]]]]]]], S2 as [-> [_ [HR _]]].
    rewrite close_snoc, of_parts_app, deeps_app, of_parts_one, deeps_one, (parts_bound i k m ks HY) by lia.
    unfold of_part. simpl fst. simpl snd. rewrite (yield_item 0 w L P a2 k p q m) by (assumption || lia).
    rewrite first_range, highest_range, Nat.eqb_refl, orb_true_r by lia.
    replace (k =? i) with false by (symmetry; apply Nat.eqb_neq; lia).
    rewrite app_nil_r, (part_role_of r l1) by assumption.
    rewrite <- (yield_item 0 w L P a2 k p q m) by (assumption || lia).
    rewrite (item_eq r false i l1 0 w L P a2 k p q m) by (assumption || lia).
    rewrite !N_app, (deep_node 0 w L P a2 p q k (m + 1)), (deep_node 0 w L P [] p q k (q + 1))
      by (assumption || lia || apply Y0).
    rewrite all_own_nil, !N_cons, C2. unfold labelled. lia.
Qed.
End Steps.
