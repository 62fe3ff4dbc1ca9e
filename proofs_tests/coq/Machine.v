(** * Bubble-Hybrid on trees

    The items of stack and buffer are trees; the children that RT has got so far stand apart, so that
    the stack holds only what lies above RT.  A stack item carries a flag: is it open?  Every new
    bubble gets the number [new]. *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle Trees.
Import ListNotations.

Record machine := Machine {
  rt : list (label * tree);
  st : list (bool * tree);
  bf : list tree;
  lst : option transition
}.

Definition empty {A} (l : list A) : bool := match l with [] => true | _ => false end.

Definition mallowed (nf sr : bool) (m : machine) (t : transition) : bool :=
  match t, st m, bf m with
  | Shift, _, _ :: _ => true
  | LeftArc _, (o1, _) :: _, _ :: _ => negb o1
  | RightArc _, [(o1, _)], beta =>
      negb o1 && implb nf (reduces_at_once (lst m)) && implb sr (empty beta)
  | RightArc _, (o1, _) :: (o2, _) :: _, _ => negb o1 && negb o2 && implb nf (reduces_at_once (lst m))
  | BubbleOpen _, (o1, _) :: (o2, _) :: _, _ => negb o1 && negb o2 && implb nf (reduces_at_once (lst m))
  | BubbleAttach _, (o1, _) :: (o2, _) :: _, _ => negb o1 && o2 && implb nf (reduces_at_once (lst m))
  | BubbleClose, (o1, _) :: _, _ => o1 && implb nf (closes_at_once (lst m))
  | _, _, _ => false
  end.

Definition add_left (l : label) (s t : tree) :=
  match t with Node b w L P R => Node b w ((l, s) :: L) P R end.
Definition add_part (l : label) (s t : tree) :=
  match t with Node b w L P R => Node b w L (P ++ [(l, s)]) R end.
Definition add_right (l : label) (s t : tree) :=
  match t with Node b w L P R => Node b w L P (R ++ [(l, s)]) end.

Definition meffect (new : nat) (m : machine) (t : transition) : machine :=
  match t, st m, bf m with
  | Shift, sigma, b1 :: beta => Machine (rt m) ((false, b1) :: sigma) beta (Some t)
  | LeftArc l, (_, s1) :: sigma, b1 :: beta => Machine (rt m) sigma (add_left l s1 b1 :: beta) (Some t)
  | RightArc l, [(_, s1)], beta => Machine (rt m ++ [(l, s1)]) [] beta (Some t)
  | RightArc l, (_, s1) :: (_, s2) :: sigma, beta =>
      Machine (rt m) ((false, add_right l s1 s2) :: sigma) beta (Some t)
  | BubbleOpen l, (_, s1) :: (_, s2) :: sigma, beta =>
      Machine (rt m) ((true, Node new 0 [] [(conj, s2); (l, s1)] []) :: sigma) beta (Some t)
  | BubbleAttach l, (_, s1) :: (_, s2) :: sigma, beta =>
      Machine (rt m) ((true, add_part l s1 s2) :: sigma) beta (Some t)
  | BubbleClose, (_, s1) :: sigma, beta => Machine (rt m) sigma (s1 :: beta) (Some t)
  | _, _, _ => m
  end.

Definition mstep (nf sr : bool) (m : machine) (t : transition) : option machine :=
  if mallowed nf sr m t then Some (meffect 0 m t) else None.

Fixpoint mrun (nf sr : bool) (m : machine) (ts : list transition) : option machine :=
  match ts with
  | [] => Some m
  | t :: ts => match mstep nf sr m t with Some m' => mrun nf sr m' ts | None => None end
  end.

Lemma mrun_app nf sr ts : forall m m' ts', mrun nf sr m ts = Some m' ->
  mrun nf sr m (ts ++ ts') = mrun nf sr m' ts'.
Proof.
  induction ts as [|t ts IH]; intros m m' ts' H; simpl in *; [congruence|].
  destruct (mstep nf sr m t); [eauto|discriminate].
Qed.

(** Which transitions are allowed does not depend on the trees themselves. *)
Lemma mallowed_map (f : tree -> tree) r nf sr m t :
  mallowed nf sr (Machine r (map (fun x => (fst x, f (snd x))) (st m)) (map f (bf m)) (lst m)) t = mallowed nf sr m t.
Proof.
  destruct m as [r0 s b l]; unfold mallowed; simpl.
  destruct t, s as [|[o1 s1] [|[o2 s2] s]], b as [|b1 b]; reflexivity.
Qed.

(** Forgetting numbers commutes with everything. *)
Definition merase (m : machine) : machine :=
  Machine (map erase_kid (rt m)) (map (fun x => (fst x, erase (snd x))) (st m)) (map erase (bf m)) (lst m).

Lemma mallowed_erase nf sr m t : mallowed nf sr (merase m) t = mallowed nf sr m t.
Proof. exact (mallowed_map erase _ nf sr m t). Qed.

Lemma erase_add_left l s t : erase (add_left l s t) = add_left l (erase s) (erase t).
Proof. destruct t as [b w L [|k P] R]; reflexivity. Qed.
Lemma erase_add_right l s t : erase (add_right l s t) = add_right l (erase s) (erase t).
Proof. destruct t as [b w L [|k P] R]; simpl; now rewrite map_app. Qed.
Lemma erase_add_part l s t : parts t <> [] -> erase (add_part l s t) = add_part l (erase s) (erase t).
Proof. destruct t as [b w L [|k P] R]; simpl; [contradiction|]. now rewrite map_app. Qed.

(** Open items are bubbles. *)
Definition open_are_bubbles (m : machine) : Prop := forall t, In (true, t) (st m) -> parts t <> [].

Lemma meffect_erase new nf sr m t : open_are_bubbles m -> mallowed nf sr m t = true ->
  merase (meffect new m t) = meffect 0 (merase m) t.
Proof.
  destruct m as [r s b l]; unfold open_are_bubbles, mallowed, meffect, merase; simpl; intros H A.
  destruct t, s as [|[o1 s1] [|[o2 s2] s]], b as [|b1 b]; simpl in *; try discriminate A;
    rewrite ?erase_add_left, ?erase_add_right, ?map_app; try reflexivity;
    apply andb_true_iff in A; destruct A as [A _]; apply andb_true_iff in A; destruct A as [_ A]; subst o2;
    (rewrite erase_add_part; [reflexivity|apply H; auto]).
Qed.

(** ** The oracle, in pieces *)

Definition builds (ks : list (label * tree)) := flat_map (fun k => build (snd k)) ks.
Definition attach (ks : list (label * tree)) := flat_map (fun k => build (snd k) ++ [RightArc (fst k)]) ks.
Definition inside (ps : list (label * tree)) : list transition :=
  match ps with
  | (_, p1) :: (l2, p2) :: ps =>
      build p1 ++ build p2 ++ BubbleOpen l2 :: flat_map (fun k => build (snd k) ++ [BubbleAttach (fst k)]) ps
  | _ => []
  end.
Definition closing (ps : list (label * tree)) : list transition :=
  match ps with _ :: _ :: _ => [BubbleClose] | _ => [] end.
Lemma build_eq b w L P R : build (Node b w L P R) =
  builds L ++ inside P ++ closing P ++ map (fun k => LeftArc (fst k)) (rev L) ++ Shift :: attach R.
Proof.
  simpl. unfold builds, attach. f_equal.
  destruct P as [|[l1 p1] [|[l2 p2] ps]]; [reflexivity|reflexivity|].
  simpl inside. simpl closing. rewrite <- !app_assoc. do 2 f_equal. simpl. f_equal. now rewrite <- app_assoc.
Qed.

Lemma builds_app ks ks' : builds (ks ++ ks') = builds ks ++ builds ks'.
Proof. apply flat_map_app. Qed.
Lemma attach_app ks ks' : attach (ks ++ ks') = attach ks ++ attach ks'.
Proof. apply flat_map_app. Qed.

Lemma inside_snoc ps k : 2 <= length ps -> inside (ps ++ [k]) = inside ps ++ build (snd k) ++ [BubbleAttach (fst k)].
Proof.
  destruct ps as [|[l1 p1] [|[l2 p2] ps]]; simpl; [lia|lia|]. intros _.
  rewrite flat_map_app. simpl. rewrite app_nil_r, <- !app_assoc. reflexivity.
Qed.

Lemma closing_long ps : 2 <= length ps -> closing ps = [BubbleClose].
Proof. destruct ps as [|? [|? ?]]; simpl; [lia|lia|reflexivity]. Qed.

(** [build] looks at neither numbers nor words. *)
Lemma build_map (f : tree -> tree) :
  (forall b w L P R, exists b' w', f (Node b w L P R) =
    Node b' w' (map (fun k => (fst k, f (snd k))) L) (map (fun k => (fst k, f (snd k))) P)
      (map (fun k => (fst k, f (snd k))) R)) ->
  forall t, build (f t) = build t.
Proof.
  intros N t. induction t as [b w L P R IH] using tree_induction.
  destruct (N b w L P R) as [b' [w' E]]. rewrite E. clear N E.
  set (kid := fun k : label * tree => (fst k, f (snd k))) in *.
  assert (E1 : forall ks, incl ks (L ++ P ++ R) -> builds (map kid ks) = builds ks).
  { intros ks H. unfold builds. rewrite flat_map_map. apply flat_map_same. intros k Hk. apply IH, H, Hk. }
  assert (E2 : forall g ks, incl ks (L ++ P ++ R) ->
    flat_map (fun k => build (snd k) ++ [g (fst k)]) (map kid ks) =
    flat_map (fun k : label * tree => build (snd k) ++ [g (fst k) : transition]) ks).
  { intros g ks H. rewrite flat_map_map. apply flat_map_same. intros k Hk. simpl. now rewrite IH by apply H, Hk. }
  rewrite !build_eq. rewrite E1 by (intros k; rewrite !in_app_iff; auto). f_equal.
  rewrite <- map_rev, map_map. unfold attach. rewrite E2 by (intros k; rewrite !in_app_iff; auto).
  assert (EP : inside (map kid P) = inside P).
  { assert (HP : incl P (L ++ P ++ R)) by (intros k; rewrite !in_app_iff; auto).
    destruct P as [|[l1 p1] [|[l2 p2] ps]]; [reflexivity|reflexivity|]. simpl.
    assert (I1 := IH (l1, p1) (HP _ (or_introl eq_refl))).
    assert (I2 := IH (l2, p2) (HP _ (or_intror (or_introl eq_refl)))). simpl in I1, I2. rewrite I1, I2.
    do 3 f_equal. apply (E2 BubbleAttach). intros k Hk. apply HP. simpl. auto. }
  rewrite EP. f_equal. destruct P as [|? [|? ?]]; reflexivity.
Qed.

Lemma build_erase t : build (erase t) = build t.
Proof. revert t. apply build_map. intros b w L P R. eexists _, _. reflexivity. Qed.

Lemma walk_erase t : walk (erase t) = walk t.
Proof.
  destruct t as [b w L P R]. simpl. rewrite flat_map_map. apply flat_map_same.
  intros k _. simpl. now rewrite build_erase.
Qed.

(** ** The oracle's derivation is in normal form, and yields the tree *)

Definition leaf (w : nat) : tree := Node 0 w [] [] [].
Definition leaves (ws : list nat) : list tree := map leaf ws.
Definition closed (ks : list (label * tree)) : list (bool * tree) := map (fun k => (false, erase (snd k))) ks.

Section Oracle.
Variable sr : bool.
Notation runs m ts m' := (mrun true sr m ts = Some m').

Lemma runs_app m ts m' ts' m'' : runs m ts m' -> runs m' ts' m'' -> runs m (ts ++ ts') m''.
Proof. intros H H'. now rewrite (mrun_app _ _ _ _ _ _ H). Qed.

Definition builds_tree (t : tree) : Prop :=
  forall r s b l, exists l', reduces_at_once l' = true /\
  runs (Machine r s (leaves (yield t) ++ b) l) (build t) (Machine r ((false, erase t) :: s) b l').

Lemma run_builds ks : (forall k, In k ks -> builds_tree (snd k)) -> forall r s b l,
  exists l', runs (Machine r s (leaves (yields ks) ++ b) l) (builds ks) (Machine r (rev (closed ks) ++ s) b l').
Proof.
  induction ks as [|k ks IH]; intros H r s b l; [exists l; reflexivity|].
  unfold yields, builds, leaves. simpl. rewrite map_app, <- app_assoc.
  destruct (H k (or_introl eq_refl) r s (leaves (yields ks) ++ b) l) as [l' [_ H']].
  destruct (IH (fun x Hx => H x (or_intror Hx)) r ((false, erase (snd k)) :: s) b l') as [l'' H''].
  exists l''. rewrite <- app_assoc. exact (runs_app _ _ _ _ _ H' H'').
Qed.

Lemma run_left_arcs L : forall r s b l w L0 P R,
  exists l', runs (Machine r (rev (closed L) ++ s) (Node 0 w L0 P R :: b) l)
    (map (fun k => LeftArc (fst k)) (rev L)) (Machine r s (Node 0 w (map erase_kid L ++ L0) P R :: b) l').
Proof.
  induction L as [|k L IH] using rev_ind; intros; [exists l; reflexivity|].
  unfold closed. rewrite !map_app, !rev_app_distr. simpl.
  destruct (IH r s b (Some (LeftArc (fst k))) w (erase_kid k :: L0) P R) as [l' H].
  exists l'. rewrite <- app_assoc. exact H.
Qed.

Lemma run_attach ks : (forall k, In k ks -> builds_tree (snd k)) -> forall r s b l b0 w L P R,
  exists l', (reduces_at_once l = true -> reduces_at_once l' = true) /\
  runs (Machine r ((false, Node b0 w L P R) :: s) (leaves (yields ks) ++ b) l) (attach ks)
    (Machine r ((false, Node b0 w L P (R ++ map erase_kid ks)) :: s) b l').
Proof.
  induction ks as [|k ks IH]; intros H r s b l b0 w L P R; [exists l; split; [auto|simpl; now rewrite app_nil_r]|].
  unfold yields, attach, leaves. simpl. rewrite map_app, <- !app_assoc.
  destruct (H k (or_introl eq_refl) r ((false, Node b0 w L P R) :: s) (leaves (yields ks) ++ b) l) as [l' [E H']].
  destruct (IH (fun x Hx => H x (or_intror Hx)) r s b (Some (RightArc (fst k))) b0 w L P (R ++ [erase_kid k]))
    as [l'' [E' H'']].
  exists l''. split; [intros _; now apply E'|].
  eapply runs_app; [exact H'|]. simpl. unfold mstep, mallowed. simpl. rewrite E. simpl.
  rewrite <- app_assoc in H''. exact H''.
Qed.

Lemma run_further ks : (forall k, In k ks -> builds_tree (snd k)) -> forall r s b l b0 w L P R,
  closes_at_once l = true -> exists l', closes_at_once l' = true /\
  runs (Machine r ((true, Node b0 w L P R) :: s) (leaves (yields ks) ++ b) l)
    (flat_map (fun k => build (snd k) ++ [BubbleAttach (fst k)]) ks)
    (Machine r ((true, Node b0 w L (P ++ map erase_kid ks) R) :: s) b l').
Proof.
  induction ks as [|k ks IH]; intros H r s b l b0 w L P R C; [exists l; split; [auto|simpl; now rewrite app_nil_r]|].
  unfold yields, leaves. simpl. rewrite map_app, <- !app_assoc.
  destruct (H k (or_introl eq_refl) r ((true, Node b0 w L P R) :: s) (leaves (yields ks) ++ b) l) as [l' [E H']].
  destruct (IH (fun x Hx => H x (or_intror Hx)) r s b (Some (BubbleAttach (fst k))) b0 w L (P ++ [erase_kid k]) R)
    as [l'' [E' H'']]; [reflexivity|].
  exists l''. split; [assumption|].
  eapply runs_app; [exact H'|]. simpl. unfold mstep, mallowed. simpl. rewrite E. simpl.
  rewrite <- app_assoc in H''. exact H''.
Qed.

Lemma builds_every t : shaped t -> conj_first t -> builds_tree t.
Proof.
  induction t as [b0 w L P R IH] using tree_induction. intros HS HC r s b l.
  assert (H : forall k, In k (L ++ P ++ R) -> builds_tree (snd k)).
  { intros k Hk. apply IH; [exact Hk|exact (shaped_kid _ k HS Hk)|exact (conj_first_kid _ k HC Hk)]. }
  specialize (HS _ (subs_self _)). specialize (HC _ (subs_self _)). simpl in HS, HC. clear IH.
  assert (HL : forall k, In k L -> builds_tree (snd k)) by (intros; apply H; rewrite !in_app_iff; auto).
  assert (HP : forall k, In k P -> builds_tree (snd k)) by (intros; apply H; rewrite !in_app_iff; auto).
  assert (HR : forall k, In k R -> builds_tree (snd k)) by (intros; apply H; rewrite !in_app_iff; auto).
  clear H. rewrite build_eq, yield_eq. unfold leaves. rewrite !map_app, <- !app_assoc.
  set (w' := match P with [] => w | _ => 0 end).
  destruct (run_builds L HL r s (leaves (content (Node b0 w L P R)) ++ leaves (yields R) ++ b) l) as [l1 H1].
  assert (H2 : exists l2, runs (Machine r (rev (closed L) ++ s) (leaves (content (Node b0 w L P R)) ++ leaves (yields R) ++ b) l1)
    (inside P ++ closing P)
    (Machine r (rev (closed L) ++ s) (Node 0 w' [] (map erase_kid P) [] :: leaves (yields R) ++ b) l2)).
  { destruct P as [|[c p1] [|[l2 p2] ps]]; [exists l1; reflexivity|simpl in HS; lia|]. simpl in HC. subst c.
    unfold content, yields, leaves. simpl. rewrite !map_app, <- !app_assoc.
    destruct (HP (conj, p1) (or_introl eq_refl) r (rev (closed L) ++ s)
      (leaves (yield p2) ++ leaves (yields ps) ++ leaves (yields R) ++ b) l1) as [la [_ Ha]].
    destruct (HP (l2, p2) (or_intror (or_introl eq_refl)) r ((false, erase p1) :: rev (closed L) ++ s)
      (leaves (yields ps) ++ leaves (yields R) ++ b) la) as [lb [Eb Hb]].
    destruct (run_further ps (fun k Hk => HP k (or_intror (or_intror Hk))) r (rev (closed L) ++ s)
      (leaves (yields R) ++ b) (Some (BubbleOpen l2)) 0 0 [] [(conj, erase p1); (l2, erase p2)] []) as [lc [Ec Hc]];
      [reflexivity|].
    exists (Some BubbleClose).
    eapply runs_app; [exact Ha|]. eapply runs_app; [exact Hb|].
    simpl. unfold mstep at 1, mallowed. simpl. rewrite Eb. simpl.
    eapply runs_app; [exact Hc|].
    simpl. unfold mstep, mallowed. simpl. rewrite Ec. reflexivity. }
  destruct H2 as [l2 H2].
  destruct (run_left_arcs L r s (leaves (yields R) ++ b) l2 w' [] (map erase_kid P) []) as [l3 H3].
  destruct (run_attach R HR r s b (Some Shift) 0 w' (map erase_kid L) (map erase_kid P) []) as [l4 [E4 H4]].
  exists l4. split; [now apply E4|].
  eapply runs_app; [exact H1|]. rewrite (app_assoc (inside P)). eapply runs_app; [exact H2|].
  eapply runs_app; [exact H3|]. rewrite app_nil_r. exact H4.
Qed.

(** The whole tree: RT's children. *)
Definition start (ws : list nat) : machine := Machine [] [] (leaves ws) None.

Lemma run_root ks : (forall k, In k ks -> shaped (snd k) /\ conj_first (snd k)) -> forall r b l,
  sr = false \/ (length ks <= 1 /\ b = []) ->
  exists l', runs (Machine r [] (leaves (yields ks) ++ b) l) (attach ks) (Machine (r ++ map erase_kid ks) [] b l').
Proof.
  induction ks as [|k ks IH]; intros H r b l HS; [exists l; simpl; now rewrite app_nil_r|].
  unfold yields, attach, leaves. simpl. rewrite map_app, <- !app_assoc.
  destruct (H k (or_introl eq_refl)) as [Hk Hk'].
  destruct (builds_every (snd k) Hk Hk' r [] (leaves (yields ks) ++ b) l) as [l' [E H']].
  destruct (IH (fun x Hx => H x (or_intror Hx)) (r ++ [erase_kid k]) b (Some (RightArc (fst k)))) as [l'' H''].
  { destruct HS as [HS|[HS HB]]; [now left|right; split; [simpl in HS; lia|assumption]]. }
  exists l''. eapply runs_app; [exact H'|]. simpl. unfold mstep, mallowed. simpl. rewrite E. simpl.
  replace (implb sr (empty (leaves (yields ks) ++ b))) with true.
  - rewrite <- app_assoc in H''. exact H''.
  - destruct HS as [->|[HS ->]]; [reflexivity|]. destruct ks; [simpl; now destruct sr|simpl in HS; lia].
Qed.

Lemma run_oracle ks : (forall k, In k ks -> shaped (snd k) /\ conj_first (snd k)) ->
  sr = false \/ length ks <= 1 ->
  exists l', runs (start (yields ks)) (attach ks) (Machine (map erase_kid ks) [] [] l').
Proof.
  intros H HS. destruct (run_root ks H [] [] None) as [l' H']; [tauto|]. exists l'.
  rewrite app_nil_r in H'. exact H'.
Qed.
End Oracle.

(** ** In normal form, the transitions made so far can be read off the machine *)

Definition item_history (x : bool * tree) : list transition :=
  match x with (true, t) => inside (parts t) | (false, t) => build t end.
Definition front_history (t : tree) : list transition :=
  match t with Node _ _ L P _ =>
    builds L ++ inside P ++ closing P ++ map (fun k => LeftArc (fst k)) (rev L) end.
Definition history (m : machine) : list transition :=
  attach (rt m) ++ flat_map item_history (rev (st m)) ++
  match bf m with b1 :: _ => front_history b1 | [] => [] end.

Definition is_leaf (t : tree) : Prop := exists w, t = leaf w.
Definition no_right (t : tree) : Prop := match t with Node _ _ _ _ R => R = [] end.
Definition busy (l : option transition) : bool :=
  match l with Some BubbleClose | Some (LeftArc _) => true | _ => false end.

Record tidy (m : machine) : Prop := {
  tidy_rest : match bf m with b1 :: beta => Forall is_leaf beta /\ no_right b1 | [] => True end;
  tidy_front : busy (lst m) = false -> match bf m with b1 :: _ => is_leaf b1 | [] => True end;
  tidy_open : forall t, In (true, t) (st m) ->
    match t with Node _ _ L P R => L = [] /\ 2 <= length P /\ R = [] end
}.

Lemma front_leaf t : is_leaf t -> front_history t = [].
Proof. intros [w ->]. reflexivity. Qed.

Lemma build_add_right l s t : build (add_right l s t) = build t ++ build s ++ [RightArc l].
Proof.
  destruct t as [b w L P R]. unfold add_right. rewrite !build_eq, attach_app. rewrite <- !app_assoc. simpl.
  now rewrite app_nil_r.
Qed.

Lemma build_front b w L P : build (Node b w L P []) = front_history (Node b w L P []) ++ [Shift].
Proof. rewrite build_eq. simpl. now rewrite <- !app_assoc. Qed.

Lemma front_add_left l s b w L P R :
  front_history (add_left l s (Node b w L P R)) = build s ++ front_history (Node b w L P R) ++ [LeftArc l].
Proof. simpl. rewrite map_app, <- !app_assoc. reflexivity. Qed.

Lemma reduces_not_busy l : reduces_at_once l = true -> busy l = false.
Proof. destruct l as [[]|]; simpl; congruence. Qed.
Lemma closes_not_busy l : closes_at_once l = true -> busy l = false.
Proof. destruct l as [[]|]; simpl; congruence. Qed.

Lemma tidy_step sr m t m' : tidy m -> mstep true sr m t = Some m' ->
  tidy m' /\ history m' = history m ++ [t].
Proof.
  intros [HB HF HO]. unfold mstep, mallowed. destruct m as [r s b l]. simpl in *.
  assert (Front : busy l = false -> match b with b1 :: _ => front_history b1 | [] => [] end = []).
  { intros Hb. specialize (HF Hb). destruct b; [reflexivity|]. now apply front_leaf. }
  destruct t as [|l0|l0|l0|l0|].
  - (* Shift *)
    destruct b as [|b1 beta]; [discriminate|]. intros E. injection E as <-. unfold meffect. simpl.
    destruct HB as [HL HR]. split.
    + split; simpl.
      * inversion HL as [|b2 beta' Hb2 Hbeta]; subst; [exact I|]. split; [assumption|].
        destruct Hb2 as [w ->]. reflexivity.
      * intros _. inversion HL; subst; [exact I|assumption].
      * intros t [Ht|Ht]; [discriminate|]. now apply HO.
    + unfold history. simpl. rewrite flat_map_app. simpl. rewrite app_nil_r, <- !app_assoc. do 2 f_equal.
      destruct b1 as [b0 w L P R]. simpl in HR. subst R. rewrite build_front.
      destruct beta as [|b2 beta]; [now rewrite app_nil_r|].
      inversion HL; subst. rewrite (front_leaf b2) by assumption. now rewrite app_nil_r.
  - (* LeftArc *)
    destruct s as [|[o1 s1] s]; [discriminate|]. destruct b as [|b1 beta]; [discriminate|].
    destruct o1; [discriminate|]. intros E. injection E as <-. unfold meffect. simpl.
    destruct HB as [HL HR]. split.
    + split; simpl.
      * split; [assumption|]. destruct b1. exact HR.
      * discriminate.
      * intros t Ht. apply HO. now right.
    + unfold history. simpl. rewrite flat_map_app. simpl. rewrite <- !app_assoc. do 2 f_equal.
      destruct b1. rewrite front_add_left. rewrite ?app_nil_r, <- ?app_assoc. reflexivity.
  - (* RightArc *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; [discriminate| |].
    + destruct o1; [discriminate|]. destruct (reduces_at_once l) eqn:El; [|discriminate].
      destruct (implb sr (empty b)); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl.
      specialize (Front (reduces_not_busy _ El)). split.
      * split; simpl; [assumption| |contradiction]. intros _. apply HF. now apply reduces_not_busy.
      * unfold history. simpl. rewrite Front, attach_app. simpl. rewrite !app_nil_r, <- !app_assoc. reflexivity.
    + destruct o1, o2; try discriminate. destruct (reduces_at_once l) eqn:El; [|discriminate].
      intros E. injection E as <-. unfold meffect. simpl.
      specialize (Front (reduces_not_busy _ El)). split.
      * split; simpl; [assumption| |].
        { intros _. apply HF. now apply reduces_not_busy. }
        { intros t [Ht|Ht]; [discriminate|]. apply HO. simpl. auto. }
      * unfold history. simpl. rewrite Front, !flat_map_app. simpl.
        rewrite !app_nil_r, build_add_right, <- !app_assoc. reflexivity.
  - (* BubbleOpen *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; try discriminate.
    destruct o1, o2; try discriminate. destruct (reduces_at_once l) eqn:El; [|discriminate].
    intros E. injection E as <-. unfold meffect. simpl.
    specialize (Front (reduces_not_busy _ El)). split.
    + split; simpl; [assumption| |].
      * intros _. apply HF. now apply reduces_not_busy.
      * intros t [Ht|Ht]; [injection Ht as <-; simpl; auto|]. apply HO. simpl. auto.
    + unfold history. simpl. rewrite Front, !flat_map_app. simpl. rewrite !app_nil_r, <- !app_assoc. reflexivity.
  - (* BubbleAttach *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; try discriminate.
    destruct o1, o2; try discriminate. destruct (reduces_at_once l) eqn:El; [|discriminate].
    intros E. injection E as <-. unfold meffect. simpl.
    specialize (Front (reduces_not_busy _ El)).
    assert (H2 := HO s2 (or_intror (or_introl eq_refl))). destruct s2 as [b0 w L P R]. destruct H2 as [-> [H2 ->]].
    split.
    + split; simpl; [assumption| |].
      * intros _. apply HF. now apply reduces_not_busy.
      * intros t [Ht|Ht]; [injection Ht as <-; rewrite app_length; simpl; split; [|split]; auto; lia|]. apply HO. simpl. auto.
    + unfold history. simpl. rewrite Front, !flat_map_app. simpl. rewrite !app_nil_r, <- !app_assoc.
      rewrite inside_snoc by assumption. rewrite <- ?app_assoc. reflexivity.
  - (* BubbleClose *)
    destruct s as [|[o1 s1] s]; [discriminate|].
    destruct o1; [|discriminate]. destruct (closes_at_once l) eqn:El; [|discriminate].
    intros E. injection E as <-. unfold meffect. simpl.
    assert (H1 := HO s1 (or_introl eq_refl)). destruct s1 as [b0 w L P R]. destruct H1 as [-> [H1 ->]].
    specialize (HF (closes_not_busy _ El)). specialize (Front (closes_not_busy _ El)). split.
    + split; simpl; [split; [|reflexivity]|discriminate|].
      * destruct b; [constructor|]. constructor; [assumption|]. apply HB.
      * intros t Ht. apply HO. simpl. auto.
    + unfold history. simpl. rewrite Front, !flat_map_app. simpl. rewrite (closing_long P H1).
      rewrite !app_nil_r, <- !app_assoc. reflexivity.
Qed.

Lemma start_tidy ws : tidy (start ws).
Proof.
  split; simpl; [|intros _|contradiction]; destruct ws as [|w ws]; simpl; try exact I.
  - split; [|reflexivity]. apply Forall_forall. intros t Ht. apply in_map_iff in Ht.
    destruct Ht as [x [<- _]]. now exists x.
  - now exists w.
Qed.

Lemma start_history ws : history (start ws) = [].
Proof. unfold history, start. simpl. destruct ws; reflexivity. Qed.

Lemma run_history sr ts : forall m m', tidy m -> mrun true sr m ts = Some m' -> history m' = history m ++ ts.
Proof.
  induction ts as [|t ts IH]; intros m m' H E; simpl in E; [injection E as <-; now rewrite app_nil_r|].
  destruct (mstep true sr m t) as [m1|] eqn:E1; [|discriminate].
  destruct (tidy_step _ _ _ _ H E1) as [H1 H2]. rewrite (IH _ _ H1 E), H2, <- app_assoc. reflexivity.
Qed.

(** Existence and uniqueness at once: a complete run in normal form is the oracle's. *)
Lemma normal_run_is_oracle sr ws ts ks l :
  mrun true sr (start ws) ts = Some (Machine ks [] [] l) -> ts = attach ks.
Proof.
  intros H. apply run_history in H; [|apply start_tidy]. rewrite start_history in H.
  unfold history in H. simpl in H. now rewrite app_nil_r in H.
Qed.
