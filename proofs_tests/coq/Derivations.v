(** * Derivations of the program and what they say are one-to-one *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Program Definitions Oracle Trees Machine Represent Refine Sound Items.
Import ListNotations.

Local Arguments yields : simpl never.
Local Arguments content : simpl never.
Local Arguments arc_labels : simpl never.

(** ** Yields of what is put together *)

Lemma content_parts b w L P R : P <> [] -> content (Node b w L P R) = yields P.
Proof. destruct P; [contradiction|reflexivity]. Qed.

Lemma yields_item l b w P R rest :
  yields ((l, Node b w [] P R) :: rest) = content (Node b w [] P []) ++ yields R ++ yields rest.
Proof.
  change (yields ((l, Node b w [] P R) :: rest)) with (yield (Node b w [] P R) ++ yields rest).
  rewrite yield_eq. change (yields [] ++ ?x) with x. now rewrite <- app_assoc.
Qed.

Lemma yields_crown l b w L P R rest :
  yields ((l, Node b w L P R) :: rest) = yields L ++ yields ((l, Node b w [] P R) :: rest).
Proof.
  change (yields ((l, Node b w L P R) :: rest)) with (yield (Node b w L P R) ++ yields rest).
  rewrite yields_item, yield_eq. now rewrite <- !app_assoc.
Qed.

Lemma yields_held ks l b w L P :
  yields (ks ++ [(l, Node b w L P [])]) = yields ks ++ yields L ++ content (Node b w [] P []).
Proof. rewrite yields_app, yields_crown, yields_item. change (yields []) with (@nil nat). now rewrite !app_nil_r. Qed.

Lemma yields_close ks l b w L P R :
  yields (ks ++ [(l, Node b w L P R)]) = yields (ks ++ [(l, Node b w L P [])]) ++ yields R.
Proof.
  rewrite yields_held, yields_app, yields_crown, yields_item. change (yields []) with (@nil nat).
  now rewrite !app_nil_r, <- !app_assoc.
Qed.

Lemma close_snoc ks l b w L P X R : close (ks ++ [(l, Node b w L P X)]) R = ks ++ [(l, Node b w L P R)].
Proof.
  induction ks as [|[l' [b' w' L' P' R']] ks IH]; [reflexivity|]. simpl app.
  destruct (ks ++ [(l, Node b w L P X)]) as [|k rest] eqn:E; [now destruct ks|].
  change (close ((l', Node b' w' L' P' R') :: k :: rest) R) with ((l', Node b' w' L' P' R') :: close (k :: rest) R).
  now rewrite IH.
Qed.

Lemma yields_nil ks : yields ks = [] -> ks = [].
Proof.
  destruct ks as [|[l t] ks]; [reflexivity|]. intros E. change (yield t ++ yields ks = []) in E.
  apply app_eq_nil in E. destruct (yield_nonempty t). apply E.
Qed.

Lemma yields_long ks : length ks <= length (yields ks).
Proof.
  induction ks as [|[l t] ks IH]; [auto|]. change (yields ((l, t) :: ks)) with (yield t ++ yields ks).
  rewrite app_length. simpl. assert (H := yield_nonempty t). destruct (yield t); [contradiction|simpl; lia].
Qed.

Lemma labels_incl O r rs l : In l (arc_labels O [r]) -> In r rs -> In l (arc_labels O rs).
Proof. intros H Hr. apply label_out in H. destruct H as [r' [o [[<-|[]] [Ho ->]]]]. now apply label_in. Qed.

(** ** Each derivation says what its entry is for *)

Ltac parts :=
  repeat match goal with
  | H : [] = map entry_of ?ds |- _ => symmetry in H; apply map_eq_nil in H; subst ds
  | H : [_] = map entry_of ?ds |- _ => apply map_one in H; destruct H as [d1 [-> E1]]
  | H : [_; _] = map entry_of ?ds |- _ => apply map_two in H; destruct H as [d1 [d2 [-> [E1 E2]]]]
  end.

Lemma says_spec O d : valid O d -> spec O (entry_of d) (says d).
Proof.
  induction d as [e s ds IH] using derivation_induction. intros H. apply valid_made in H. destruct H as [HM HV].
  assert (HS : forall d, In d ds -> spec O (entry_of d) (says d)) by auto. clear IH HV.
  remember (map entry_of ds) as es eqn:Es.
  assert (One : forall d e, ds = [d] -> entry_of d = e -> spec O e (says d)) by (intros d e0 -> <-; apply HS; now left).
  assert (Two : forall d d' e e', ds = [d;
    d'] -> entry_of d = e -> entry_of d' = e' -> spec O e (says d) /\ spec O e' (says d'))
    by (intros d d' e0 e0' -> <- <-; split; apply HS; simpl; auto).
  clear HS. destruct HM; parts; simpl entry_of; simpl says;
    try (assert (S1 := One _ _ eq_refl E1); destruct (says d1) as [a1 b1]);
    try (destruct (Two _ _ _ _ eq_refl E1 E2) as [S1 S2]; destruct (says d1) as [a1 b1], (says d2) as [a2 b2]);
    clear One Two; simpl in *.
  - exists i, []. split; [reflexivity|]. split; [reflexivity|]. split; [|split; [symmetry; apply range_one|lia]].
    apply good_node. split; [reflexivity|]. split; [contradiction|]. split; [discriminate|].
    split; [apply deps_nil|]. split; [apply inner_nil|apply deps_nil].
  - destruct S1 as [HL [-> [HI [HY Hij]]]]. exists 0, a1. split; [reflexivity|]. split; [reflexivity|].
    split; [|split; [|lia]].
    + apply good_node. split; [reflexivity|]. split; [reflexivity|]. split; [lia|]. split; [apply deps_nil|].
      split; [assumption|apply deps_nil].
    + change (content (Node 0 0 [] a1 []) = range i (j + 1)). rewrite content_parts; [assumption|]. now destruct a1.
  - split; [reflexivity|]. split; [apply deps_nil|]. split; [now rewrite range_nil|lia].
  - destruct S1 as [-> [HD1 [HY1 H1]]], S2 as [l [w [P [R [rest [-> [-> [HD2 [HY2 H2]]]]]]]]].
    split; [reflexivity|]. apply deps_cons in HD2. destruct HD2 as [[HG HL] HD2]. simpl in HG, HL.
    apply good_node in HG.
    split; [|split; [|lia]].
    + apply deps_cons. split; [|assumption]. split; [|assumption]. simpl. apply good_node. tauto.
    + simpl. rewrite yields_crown, HY1, HY2. apply range_join. lia.
  - destruct S1 as [w [P [-> [-> [HG [HC H1]]]]]], S2 as [HD1 [HD2 [HY H2]]]. apply good_node in HG.
    exists (named Left l), w, P, a2, b2. split; [reflexivity|]. split; [reflexivity|]. split; [|split; [|lia]].
    + apply deps_cons. split; [split|assumption]; simpl; [apply good_node; tauto|].
      apply label_in; [now left|assumption].
    + cbn [dress]. rewrite yields_item, HC, HY. apply range_join. lia.
  - destruct S1 as [-> [HD1 [HY1 [H1 _]]]], S2 as [-> [HD2 [HY2 H2]]]. split; [assumption|]. split; [assumption|].
    split; [|lia]. rewrite HY1, HY2. apply range_join. lia.
  - split; [reflexivity|]. split; [apply deps_nil|]. split; [now rewrite range_nil|]. split; [lia|auto].
  - destruct S1 as [ks [l0 [w [L [P [-> [-> [HD1 [HY1 [H1 HS]]]]]]]]]], S2 as [-> [HD2 [HY2 [H2 _]]]].
    rewrite close_snoc. split; [reflexivity|]. apply deps_app in HD1. destruct HD1 as [HK HD1].
    apply deps_cons in HD1. destruct HD1 as [[HG HL] _]. simpl in HG, HL. apply good_node in HG.
    split; [|split; [|split; [lia|]]].
    + apply deps_app. split; [assumption|]. apply deps_cons.
      split; [split|apply deps_nil]; simpl; [apply good_node; tauto|assumption].
    + rewrite yields_close, HY1, HY2. apply range_join. lia.
    + intros Hs Hj. rewrite (HS Hs Hj). simpl. lia.
  - destruct S1 as [-> [HD1 [HY1 [H1 HS]]]], S2 as [-> [HD2 [HY2 H2]]]. split; [assumption|]. split; [assumption|].
    split; [rewrite HY1, HY2; apply range_join; lia|]. split; [lia|]. intros Hs Hj. apply yields_nil.
    rewrite HY1, range_nil; [reflexivity|]. assert (E := H0 Hs Hj). lia.
  - destruct S1 as [HD1 [HD2 [HY1 [H1 HS]]]], S2 as [w [P [-> [-> [HG [HC H2]]]]]]. apply good_node in HG.
    exists a1, (named Right l), w, b1, P. split; [reflexivity|]. split; [reflexivity|].
    split; [|split; [|split; [lia|assumption]]].
    + apply deps_app. split; [assumption|]. apply deps_cons.
      split; [split|apply deps_nil]; simpl; [apply good_node; tauto|].
      rewrite <- right_labels. apply label_in; [now left|assumption].
    + cbn [dress]. rewrite yields_held, HC, app_assoc, HY1. apply range_join. lia.
  - destruct S1 as [-> [HD [HY H]]]. auto.
  - destruct S1 as [-> [HD [HY1 H1]]], S2 as [w [P [-> [-> [HG [HC H2]]]]]]. apply good_node in HG.
    exists (named r l), w, b1, P. split; [reflexivity|]. split; [reflexivity|]. split; [apply good_node; tauto|].
    split; [apply label_in; [now left|assumption]|]. split; [|lia].
    cbn [dress app]. change [(named r l, Node 0 w b1 P [])] with ([] ++ [(named r l, Node 0 w b1 P [])]).
    rewrite yields_held, HC, HY1.
    apply range_join. lia.
  - destruct S1 as [l0 [w [L [P [-> [-> [HG [HL [HY1 H1]]]]]]]]], S2 as [-> [HD [HY2 [H2 _]]]]. apply good_node in HG.
    exists l0, (Node 0 w L P a2). split; [reflexivity|]. split; [reflexivity|]. split; [|split; [|lia]].
    + apply inner_one. simpl. split; [apply good_node; tauto|]. now apply labels_incl with r.
    + simpl. change [(l0, Node 0 w L P a2)] with ([] ++ [(l0, Node 0 w L P a2)]). rewrite yields_close. simpl app.
      rewrite HY1, HY2. apply range_join. lia.
  - destruct S1 as [l [t [-> [-> [HI [HY H]]]]]]. split; [discriminate|]. auto.
  - destruct S1 as [HL [-> [HI [HY H]]]]. split; [now destruct a1|]. split; [reflexivity|]. split; [assumption|].
    split; [assumption|lia].
  - destruct S1 as [HN [-> [HI [HY1 H1]]]], S2 as [-> [HD [HY2 H2]]]. split; [assumption|]. split; [assumption|].
    split; [assumption|]. split; [|lia]. rewrite HY1, HY2. apply range_join. lia.
  - destruct S1 as [HN [HI [HD [HY1 H1]]]], S2 as [w [P [-> [-> [HG [HC H2]]]]]]. apply good_node in HG.
    exists a1, (named r l), w, b1, P. split; [reflexivity|]. split; [reflexivity|]. split; [assumption|].
    split; [assumption|].
    split; [apply good_node; tauto|]. split; [apply label_in; [now left|assumption]|]. split; [|lia].
    cbn [dress]. rewrite yields_held, HC, app_assoc, HY1. apply range_join. lia.
  - destruct S1 as [ks [l0 [w [L [P [-> [-> [HN [HI [HG [HL [HY1 H1]]]]]]]]]]]], S2 as [-> [HD [HY2 [H2 _]]]].
    apply good_node in HG. rewrite close_snoc. split; [|split; [reflexivity|]].
    { rewrite app_length. destruct ks; [contradiction|simpl; lia]. }
    split; [|split; [|lia]].
    + apply inner_snoc; [assumption|]. split; [assumption|]. simpl. split; [apply good_node; tauto|].
      now apply labels_incl with r.
    + rewrite yields_close, HY1, HY2. apply range_join. lia.
Qed.

(** ** Whatever an entry is for is said by some derivation *)

Section Said.
Variable O : options.

Definition said (e : entry) (x : forest * forest) : Prop := exists d, derivation_of O e d /\ says d = x.

Lemma none_said t i j s : made O (Entry t i j) s [] -> said (Entry t i j) (assemble t i (step_label s) []).
Proof.
  intros H. exists (Derive (Entry t i j) s []). split; [split; [reflexivity|]|reflexivity].
  apply valid_made. split; [exact H|intros d []].
Qed.

Lemma one_said t i j s e x : made O (Entry t i j) s [e] -> said e x ->
  said (Entry t i j) (assemble t i (step_label s) [x]).
Proof.
  intros H [d [[<- HV] <-]]. exists (Derive (Entry t i j) s [d]). split; [split; [reflexivity|]|reflexivity].
  apply valid_made. split; [exact H|]. intros y [<-|[]]. assumption.
Qed.

Lemma two_said t i j s e x e' x' : made O (Entry t i j) s [e; e'] -> said e x -> said e' x' ->
  said (Entry t i j) (assemble t i (step_label s) [x; x']).
Proof.
  intros H [d [[<- HV] <-]] [d' [[<- HV'] <-]]. exists (Derive (Entry t i j) s [d; d']).
  split; [split; [reflexivity|]|reflexivity]. apply valid_made. split; [exact H|]. intros y [<-|[<-|[]]]; assumption.
Qed.

(** Only to the right of RT is there an entry at 0. *)
Definition positive (e : entry) : Prop :=
  match e with Entry (RIGHT | RIGHT_BEGUN | RIGHT_HELD) _ _ => True | Entry _ i _ => 1 <= i end.

Local Ltac next M :=
  match goal with
  | N : forall e' x' s es, made _ _ s es -> _ |- _ => apply (N _ _ _ _ M); [simpl; auto|simpl in *;
    solve [exact I|lia]|simpl]
  end.

Lemma spec_said bound : forall e x, rank e < bound -> positive e -> spec O e x -> said e x.
Proof.
  induction bound as [|bound IH]; [lia|]. intros e x HR HP HS.
  assert (Next : forall e' x' s es, made O e s es -> In e' es -> positive e' -> spec O e' x' -> said e' x').
  { intros e' x' s es HM Hin HP' HS'. apply IH; try assumption. assert (H := made_rank _ _ _ _ _ HM Hin). lia. }
  clear IH HR. destruct x as [a b], e as [[] i j]; simpl in HS.
  - destruct HS as [w [P [-> [-> [HG [HC H]]]]]]. apply good_node in HG. destruct HG as [_ [HW [HL [_ [HI _]]]]].
    destruct P as [|k P].
    + change (content (Node 0 w [] [] [])) with [w] in HC.
      assert (E : j = i) by (apply (f_equal (@length nat)) in HC; rewrite range_length in HC; simpl in HC; lia).
      subst j. rewrite range_one in HC. injection HC as ->. exact (none_said VERTEX i i None (made_word O i)).
    + rewrite content_parts in HC by discriminate. rewrite HW by discriminate.
      assert (HL2 : 2 <= length (k :: P)) by (simpl in *; lia).
      assert (HY := yields_long (k :: P)). rewrite HC, range_length in HY.
      assert (M : made O (Entry VERTEX i j) (Some (Step BUBBLE i j j None false None)) [Entry SEVERAL i j])
        by (constructor; lia).
      refine (one_said _ _ _ _ _ (k :: P, []) M _). next M. repeat split; try apply HI; auto; lia.
  - destruct HS as [-> [HD [HY H]]]. destruct a as [|[l [b w L P R]] rest].
    + assert (E : i = j) by (change (yields []) with (@nil nat) in HY; apply (f_equal (@length nat)) in HY;
        rewrite range_length in HY; simpl in HY; lia).
      subst j. exact (none_said LEFT i i None (made_no_left O i)).
    + rewrite yields_crown in HY. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]]. specialize (Hle H).
      set (p := i + length (yields L)) in *. apply deps_cons in HD. destruct HD as [[HG HL] HD]. simpl in HG, HL.
      apply good_node in HG.
      destruct HG as [-> HG].
      assert (Hp : p < j).
      { assert (HN := yields_long ((l, Node 0 w [] P R) :: rest)). rewrite HY2, range_length in HN. simpl in HN. lia. }
      assert (M : made O (Entry LEFT i j) (edge_step LEFT_EDGE Left false j i p) [Entry LEFT i p;
        Entry LEFT_FROM p j]) by (constructor; lia).
      refine (two_said _ _ _ _ _ (L, []) _ ((l, Node 0 w [] P R) :: rest, []) M _ _).
      * next M. repeat split; try apply HG; auto; lia.
      * next M. exists l, w, P, R, rest. split; [reflexivity|]. split; [reflexivity|].
        split; [|split; [exact HY2|lia]]. apply deps_cons. simpl. split; [|assumption]. split; [|assumption].
        apply good_node.
        assert (HN := deps_nil O). tauto.
  - destruct HS as [l [w [P [R [rest [-> [-> [HD [HY H]]]]]]]]]. rewrite yields_item in HY. apply range_split in HY.
    destruct HY as [HY1 [HY2 Hle]]. specialize (Hle ltac:(lia)). apply deps_cons in HD. destruct HD as [[HG HL] HD].
    simpl in HG, HL.
    apply good_node in HG. assert (HC := content_nonempty (Node 0 w [] P [])).
    assert (HC' : 1 <= length (content (Node 0 w [] P []))) by (destruct (content (Node 0 w [] P []));
      [contradiction|simpl; lia]).
    apply label_out in HL. destruct HL as [r [o [[<-|[]] [Ho ->]]]].
    set (q := i + length (content (Node 0 w [] P [])) - 1).
    assert (Eq : i + length (content (Node 0 w [] P [])) = q + 1) by lia.
    rewrite Eq in *.
    assert (M : made O (Entry LEFT_FROM i j) (Some (Step CONTENT j i q (Some Left) false o)) [Entry VERTEX i q;
      Entry LEFT_REST q j]) by (constructor; [lia|assumption]).
    refine (two_said _ _ _ _ _ ([(conj, Node 0 w [] P [])], []) _ (R, rest) M _ _).
    + next M. exists w, P. split; [reflexivity|]. split; [reflexivity|].
      split; [apply good_node; assert (HN := deps_nil O); tauto|].
      split; [exact HY1|lia].
    + next M. split; [apply HG|]. split; [assumption|]. split; [exact HY2|lia].
  - destruct HS as [HD1 [HD2 [HY H]]]. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]].
    specialize (Hle ltac:(lia)).
    set (m := i + length (yields a)). assert (Em : i + 1 + length (yields a) = m + 1) by lia. rewrite Em in *.
    simpl in HP.
    assert (M : made O (Entry LEFT_REST i j) (edge_step RIGHT_EDGE Left false j i m) [Entry RIGHT i m;
      Entry LEFT (m + 1) j]) by (constructor; lia).
    refine (two_said _ _ _ _ _ (a, []) _ (b, []) M _ _); next M.
    + split; [reflexivity|]. split; [assumption|]. split; [exact HY1|]. split; [lia|]. intros _ E. lia.
    + split; [reflexivity|]. split; [assumption|]. split; [exact HY2|lia].
  - destruct HS as [-> [HD [HY [H HS]]]]. destruct a as [|k0 a0] eqn:Ea.
    + assert (E : i = j) by (change (yields []) with (@nil nat) in HY; apply (f_equal (@length nat)) in HY;
        rewrite range_length in HY; simpl in HY; lia).
      subst j. exact (none_said RIGHT i i None (made_no_right O i)).
    + rewrite <- Ea in *. assert (HN : a <> []) by (rewrite Ea; discriminate). clear Ea.
      destruct (exists_last HN) as [ks [[l [b w L P R]] ->]]. clear HN k0 a0.
      apply deps_app in HD. destruct HD as [HK HD]. apply deps_cons in HD. destruct HD as [[HG HL] _]. simpl in HG, HL.
      apply good_node in HG. destruct HG as [-> HG]. rewrite yields_close in HY. apply range_split in HY.
      destruct HY as [HY1 [HY2 Hle]].
      specialize (Hle ltac:(lia)).
      assert (HN := yields_long (ks ++ [(l, Node 0 w L P [])])). rewrite app_length in HN. simpl in HN.
      set (q := i + length (yields (ks ++ [(l, Node 0 w L P [])]))) in *.
      assert (Eq : i + 1 + length (yields (ks ++ [(l, Node 0 w L P [])])) = q + 1) by lia. rewrite Eq in *.
      assert (M : made O (Entry RIGHT i j) (edge_step RIGHT_EDGE Right false i q j) [Entry RIGHT_HELD i q;
        Entry RIGHT q j]) by (constructor; lia).
      replace (ks ++ [(l, Node 0 w L P R)]) with (close (ks ++ [(l, Node 0 w L P [])]) R) by apply close_snoc.
      refine (two_said _ _ _ _ _ (ks ++ [(l, Node 0 w L P [])], []) _ (R, []) M _ _); next M.
      * exists ks, l, w, L, P. split; [reflexivity|]. split; [reflexivity|]. split; [|split; [exact HY1|split; [lia|]]].
        -- apply deps_app. split; [assumption|]. apply deps_cons. simpl.
        split; [split; [apply good_node; assert (HN' := deps_nil O); tauto|assumption]|apply deps_nil].
        -- intros Hs Hi. specialize (HS Hs Hi). rewrite app_length in HS. simpl in HS.
        destruct ks; [reflexivity|simpl in HS; lia].
      * split; [reflexivity|]. split; [apply HG|]. split; [exact HY2|]. split; [lia|]. intros _ E. lia.
  - destruct HS as [HD1 [HD2 [HY [H HS]]]]. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]].
    specialize (Hle ltac:(lia)).
    set (m := i + length (yields a)). assert (Em : i + 1 + length (yields a) = m + 1) by lia. rewrite Em in *.
    assert (Hm : Program.single_root O = true -> i = 0 -> m = 0).
    { intros Hs Hi. unfold m. rewrite (HS Hs Hi), Hi. reflexivity. }
    assert (M : made O (Entry RIGHT_BEGUN i j) (edge_step LEFT_EDGE Right false i (m + 1) j) [Entry RIGHT i m;
      Entry LEFT (m + 1) j]) by (constructor; [lia|assumption]).
    refine (two_said _ _ _ _ _ (a, []) _ (b, []) M _ _); next M.
    + split; [reflexivity|]. split; [assumption|]. split; [exact HY1|]. split; [lia|]. intros Hs Hi.
      rewrite (HS Hs Hi). simpl. lia.
    + split; [reflexivity|]. split; [assumption|]. split; [exact HY2|lia].
  - destruct HS as [ks [l [w [L [P [-> [-> [HD [HY [H HS]]]]]]]]]]. rewrite yields_held, app_assoc in HY.
    apply range_split in HY.
    destruct HY as [HY1 [HY2 Hle]]. specialize (Hle ltac:(lia)). apply deps_app in HD. destruct HD as [HK HD].
    apply deps_cons in HD. destruct HD as [[HG HL] _]. simpl in HG, HL. apply good_node in HG.
    rewrite <- right_labels in HL. apply label_out in HL. destruct HL as [r [o [[<-|[]] [Ho ->]]]].
    set (p := i + 1 + length (yields ks ++ yields L)) in *.
    assert (HC := content_nonempty (Node 0 w [] P [])).
    assert (Hp : p < j + 1).
    { destruct (le_lt_dec (j + 1) p); [|assumption]. rewrite (range_nil p (j + 1)) in HY2 by assumption. contradiction.
      }
    assert (M : made O (Entry RIGHT_HELD i j) (Some (Step CONTENT i p j (Some Right) false o)) [Entry RIGHT_BEGUN i p;
      Entry VERTEX p j]) by (constructor; [lia|assumption]).
    refine (two_said _ _ _ _ _ (ks, L) _ ([(conj, Node 0 w [] P [])], []) M _ _); next M.
    + split; [assumption|]. split; [apply HG|]. split; [exact HY1|]. split; [lia|assumption].
    + exists w, P. split; [reflexivity|]. split; [reflexivity|].
      split; [apply good_node; assert (HN := deps_nil O); tauto|]. split; [exact HY2|lia].
  - destruct HS as [-> [HD [HY H]]].
    apply (one_said _ _ _ _ _ (b, []) (made_first_begun O r i j)). next (made_first_begun O r i j). auto.
  - destruct HS as [l [w [L [P [-> [-> [HG [HL [HY H]]]]]]]]]. apply good_node in HG.
    apply label_out in HL. destruct HL as [r' [o [[<-|[]] [Ho ->]]]].
    change [(named r o, Node 0 w L P [])] with ([] ++ [(named r o, Node 0 w L P [])]) in HY. rewrite yields_held in HY.
    change (yields [] ++ ?x) with x in HY. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]].
    specialize (Hle ltac:(lia)).
    set (p := i + length (yields L)) in *. assert (HC := content_nonempty (Node 0 w [] P [])).
    assert (Hp : p < j + 1).
    { destruct (le_lt_dec (j + 1) p); [|assumption]. rewrite (range_nil p (j + 1)) in HY2 by assumption. contradiction.
      }
    simpl in HP.
    assert (M : made O (Entry (FIRST_HELD r) i j) (Some (Step CONTENT i p j (Some r) true o)) [Entry (FIRST_BEGUN r) i p; Entry VERTEX p j]) by (constructor; [lia|assumption]).
    refine (two_said _ _ _ _ _ ([], L) _ ([(conj, Node 0 w [] P [])], []) M _ _); next M.
    + split; [reflexivity|]. split; [apply HG|]. split; [exact HY1|lia].
    + exists w, P. split; [reflexivity|]. split; [reflexivity|].
      split; [apply good_node; assert (HN := deps_nil O); tauto|]. split; [exact HY2|lia].
  - destruct HS as [l [[b0 w L P R] [-> [-> [HI [HY H]]]]]]. apply inner_one in HI. simpl in HI. destruct HI as [HG HL].
    apply good_node in HG. destruct HG as [-> HG]. apply label_out in HL. destruct HL as [r [o [Hr [Ho ->]]]].
    change [(named r o, Node 0 w L P R)] with ([] ++ [(named r o, Node 0 w L P R)]) in HY. rewrite yields_close in HY.
    simpl app in HY.
    apply range_split in HY. destruct HY as [HY1 [HY2 Hle]]. specialize (Hle ltac:(lia)).
    assert (HN := yields_long [(named r o, Node 0 w L P [])]). simpl in HN. simpl in HP.
    set (q := i + length (yields [(named r o, Node 0 w L P [])]) - 1).
    assert (Eq : i + length (yields [(named r o, Node 0 w L P [])]) = q + 1) by lia. rewrite Eq in *.
    assert (M : made O (Entry FIRST i j) (edge_step RIGHT_EDGE r true i q j) [Entry (FIRST_HELD r) i q;
      Entry RIGHT q j]) by (constructor; [assumption|lia]).
    refine (two_said _ _ _ _ _ ([(named r o, Node 0 w L P [])], []) _ (R, []) M _ _); next M.
    + exists (named r o), w, L, P. split; [reflexivity|]. split; [reflexivity|].
      split; [apply good_node; assert (HN' := deps_nil O); tauto|].
      split; [apply label_in; [now left|assumption]|]. split; [exact HY1|lia].
    + split; [reflexivity|]. split; [apply HG|]. split; [exact HY2|]. split; [lia|]. intros _ E. lia.
  - destruct HS as [HN [-> [HI [HY H]]]]. destruct a as [|[l t] [|k a]]; [contradiction| |].
    + apply (one_said _ _ _ _ _ ([(l, t)], []) (made_part O i j)). next (made_part O i j).
      exists l, t. auto.
    + assert (HL := yields_long ((l, t) :: k :: a)). rewrite HY, range_length in HL. simpl in HL.
      apply (one_said _ _ _ _ _ ((l, t) :: k :: a, []) (made_parts O i j)).
      next (made_parts O i j). split; [lia|]. split; [reflexivity|]. split; [assumption|]. split; [assumption|lia].
  - destruct HS as [HN [HI [HD [HY H]]]]. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]].
    specialize (Hle ltac:(lia)).
    assert (HL := yields_long a). assert (HL1 : 1 <= length a) by (destruct a; [contradiction|simpl; lia]). simpl in HP.
    set (m := i + length (yields a) - 1). assert (Em : i + length (yields a) = m + 1) by lia. rewrite Em in *.
    assert (M : made O (Entry (NEXT_BEGUN r) i j) (edge_step LEFT_EDGE r false i (m + 1) j) [Entry PARTS i m;
      Entry LEFT (m + 1) j]) by (constructor; lia).
    refine (two_said _ _ _ _ _ (a, []) _ (b, []) M _ _); next M.
    + split; [assumption|]. split; [reflexivity|]. split; [assumption|]. split; [exact HY1|lia].
    + split; [reflexivity|]. split; [assumption|]. split; [exact HY2|lia].
  - destruct HS as [ks [l [w [L [P [-> [-> [HN [HI [HG [HL [HY H]]]]]]]]]]]]. apply good_node in HG.
    apply label_out in HL. destruct HL as [r' [o [[<-|[]] [Ho ->]]]].
    rewrite yields_held, app_assoc in HY. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]].
    specialize (Hle ltac:(lia)).
    rewrite app_length in *. assert (HL := yields_long ks).
    assert (HL1 : 1 <= length ks) by (destruct ks; [contradiction|simpl; lia]). simpl in HP.
    set (p := i + (length (yields ks) + length (yields L))) in *. assert (HC := content_nonempty (Node 0 w [] P [])).
    assert (Hp : p < j + 1).
    { destruct (le_lt_dec (j + 1) p); [|assumption]. rewrite (range_nil p (j + 1)) in HY2 by assumption. contradiction.
      }
    assert (M : made O (Entry (NEXT_HELD r) i j) (Some (Step CONTENT i p j (Some r) false o)) [Entry (NEXT_BEGUN r) i p; Entry VERTEX p j]) by (constructor; [lia|assumption]).
    refine (two_said _ _ _ _ _ (ks, L) _ ([(conj, Node 0 w [] P [])], []) M _ _); next M.
    + split; [assumption|]. split; [assumption|]. split; [apply HG|]. split; [exact HY1|lia].
    + exists w, P. split; [reflexivity|]. split; [reflexivity|].
      split; [apply good_node; assert (HN' := deps_nil O); tauto|]. split; [exact HY2|lia].
  - destruct HS as [HL2 [-> [HI [HY H]]]]. assert (HN : a <> []) by (destruct a; [simpl in HL2; lia|discriminate]).
    destruct (exists_last HN) as [ks [[l [b0 w L P R]] ->]]. clear HN. rewrite app_length in HL2. simpl in HL2.
    assert (HK : ks <> []) by (destruct ks; [simpl in HL2; lia|discriminate]).
    apply inner_snoc in HI; [|assumption]. simpl in HI. destruct HI as [HI [HG HL]]. apply good_node in HG.
    destruct HG as [-> HG].
    apply label_out in HL. destruct HL as [r [o [Hr [Ho ->]]]]. simpl in HP.
    rewrite yields_close in HY. apply range_split in HY. destruct HY as [HY1 [HY2 Hle]]. specialize (Hle ltac:(lia)).
    assert (HN := yields_long (ks ++ [(named r o, Node 0 w L P [])])). rewrite app_length in HN. simpl in HN.
    set (q := i + length (yields (ks ++ [(named r o, Node 0 w L P [])])) - 1).
    assert (Eq : i + length (yields (ks ++ [(named r o, Node 0 w L P [])])) = q + 1) by lia. rewrite Eq in *.
    assert (M : made O (Entry SEVERAL i j) (edge_step RIGHT_EDGE r false i q j) [Entry (NEXT_HELD r) i q;
      Entry RIGHT q j]) by (constructor; [assumption|lia]).
    replace (ks ++ [(named r o, Node 0 w L P R)]) with (close (ks ++ [(named r o, Node 0 w L P [])]) R)
      by apply close_snoc.
    refine (two_said _ _ _ _ _ (ks ++ [(named r o, Node 0 w L P [])], []) _ (R, []) M _ _); next M.
    + exists ks, (named r o), w, L, P. split; [reflexivity|]. split; [reflexivity|]. split; [assumption|].
      split; [assumption|].
      split; [apply good_node; assert (HN' := deps_nil O); tauto|]. split; [apply label_in; [now left|assumption]|].
      split; [exact HY1|lia].
    + split; [reflexivity|]. split; [apply HG|]. split; [exact HY2|]. split; [lia|]. intros _ E. lia.
Qed.
End Said.
