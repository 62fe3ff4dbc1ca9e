(** * How many derivations in normal form there are *)

From Coq Require Import List Arith Bool Lia Permutation Sorted.
From Bubble Require Import Definitions Oracle Statements Checker Trees Machine Represent Refine Sound Complete Unique Count.
Import ListNotations.

(** ** Families: for each size, a list of all things of that size, without repetition *)

Definition family {A} (P : A -> Prop) (sz : A -> nat) (m : nat) (l : nat -> list A) : Prop :=
  forall n, n < m -> NoDup (l n) /\ forall x, In x (l n) <-> P x /\ sz x = n.

Lemma family_length {A} (P : A -> Prop) sz m m' l l' n : family P sz m l -> family P sz m' l' -> n < m -> n < m' ->
  length (l n) = length (l' n).
Proof.
  intros H H' Hn Hn'. destruct (H n Hn) as [A1 A2], (H' n Hn') as [B1 B2].
  apply Permutation_length, NoDup_Permutation; auto. intros x. now rewrite A2, B2.
Qed.

Definition pairs {A B} (a : nat -> list A) (b : nat -> list B) (n : nat) : list (A * B) :=
  flat_map (fun i => list_prod (a i) (b (n - i))) (seq 0 (n + 1)).

Lemma pairs_length {A B} (a : nat -> list A) (b : nat -> list B) n :
  length (pairs a b n) = times (fun i => length (a i)) (fun j => length (b j)) n.
Proof.
  unfold pairs, times. induction (seq 0 (n + 1)) as [|i l IH]; simpl; [reflexivity|]. now rewrite app_length, prod_length, IH.
Qed.

Lemma NoDup_list_prod {A B} (X : list A) (Y : list B) : NoDup X -> NoDup Y -> NoDup (list_prod X Y).
Proof.
  intros HX HY. induction X as [|x X IH]; simpl; [constructor|]. inversion HX as [|x' X' Hx HN]; subst.
  apply NoDup_split. split; [|split; [auto|]].
  - apply NoDup_map_on; [assumption|]. intros y z _ _ E. now injection E.
  - intros [u v] H1 H2. apply in_map_iff in H1. destruct H1 as [y [E _]]. injection E as <- <-.
    apply in_prod_iff in H2. tauto.
Qed.

Lemma pairs_family {A B} (P : A -> Prop) (Q : B -> Prop) sz sz' ma mb m a b :
  family P sz ma a -> family Q sz' mb b ->
  (forall i j, i + j < m -> (i < ma /\ j < mb) \/ a i = [] \/ b j = []) ->
  (forall x y, P x -> Q y -> sz x + sz' y < m -> sz x < ma /\ sz' y < mb) ->
  family (fun p => P (fst p) /\ Q (snd p)) (fun p => sz (fst p) + sz' (snd p)) m (pairs a b).
Proof.
  intros Ha Hb Hin Hel n Hn.
  assert (Hprod : forall i p, i <= n -> In p (list_prod (a i) (b (n - i))) ->
    (i < ma /\ n - i < mb) /\ P (fst p) /\ Q (snd p) /\ sz (fst p) = i /\ sz' (snd p) = n - i).
  { intros i [x y] Hi Hp. apply in_prod_iff in Hp. destruct Hp as [Hx Hy].
    destruct (Hin i (n - i)) as [[H1 H2]|[H|H]]; [lia| |rewrite H in Hx; contradiction|rewrite H in Hy; contradiction].
    apply (Ha i H1) in Hx. apply (Hb _ H2) in Hy. simpl. tauto. }
  split.
  - unfold pairs. apply (NoDup_flat_map_sorted lt).
    + apply interval_sorted. now exists 0, (n + 1).
    + intros i Hi. apply in_seq in Hi. destruct (Hin i (n - i)) as [[H1 H2]|[H|H]]; [lia| | |].
      * apply NoDup_list_prod; [apply (Ha i H1)|apply (Hb _ H2)].
      * rewrite H. constructor.
      * rewrite H. replace (list_prod (a i) []) with (@nil (A * B)); [constructor|]. induction (a i); auto.
    + intros i j Hi Hj Hlt p Hp Hp'. apply in_seq in Hi, Hj.
      apply Hprod in Hp; [|lia]. apply Hprod in Hp'; [|lia]. lia.
  - intros p. unfold pairs. rewrite in_flat_map. split.
    + intros [i [Hi Hp]]. apply in_seq in Hi. apply Hprod in Hp; [|lia]. split; [tauto|lia].
    + intros [[HP HQ] E]. destruct p as [x y]. simpl in *. destruct (Hel x y HP HQ) as [H1 H2]; [lia|].
      exists (sz x). split; [apply in_seq; lia|]. apply in_prod_iff. split.
      * apply (Ha _ H1). auto.
      * replace (n - sz x) with (sz' y) by lia. apply (Hb _ H2). auto.
Qed.

Lemma map_family {A B} (P : A -> Prop) (Q : B -> Prop) sz sz' m l (f : A -> B) :
  family P sz m l -> (forall x y, f x = f y -> x = y) ->
  (forall x, P x -> Q (f x) /\ sz' (f x) = sz x) -> (forall y, Q y -> exists x, P x /\ y = f x) ->
  family Q sz' m (fun n => map f (l n)).
Proof.
  intros Hl Hinj Hto Hfrom n Hn. destruct (Hl n Hn) as [HN HI]. split.
  - apply NoDup_map_on; [assumption|]. intros x y _ _. apply Hinj.
  - intros y. rewrite in_map_iff. split.
    + intros [x [<- Hx]]. apply HI in Hx. destruct Hx as [Hx <-]. now apply Hto.
    + intros [Hy E]. destruct (Hfrom y Hy) as [x [Hx ->]]. exists x. split; [reflexivity|]. apply HI.
      split; [assumption|]. destruct (Hto x Hx). congruence.
Qed.

(** One more thing, of size k. *)
Lemma add_family {A} (Q : A -> Prop) (P : A -> Prop) sz m l (x0 : A) :
  family P sz m l -> (forall x, Q x <-> x = x0 \/ P x) -> ~ P x0 ->
  family Q sz m (fun n => (if n =? sz x0 then [x0] else []) ++ l n).
Proof.
  intros Hl HQ H0 n Hn. destruct (Hl n Hn) as [HN HI]. destruct (n =? sz x0) eqn:E; simpl.
  - apply Nat.eqb_eq in E. split.
    + constructor; [|assumption]. intros H. apply HI in H. tauto.
    + intros x. rewrite HI, HQ. split; [intros [<-|[H1 H2]]; auto|]. intros [[->|H1] H2]; auto.
  - apply Nat.eqb_neq in E. split; [assumption|]. intros x. rewrite HI, HQ. split; [tauto|].
    intros [[->|H1] H2]; [congruence|auto].
Qed.

(** ** Trees without numbers and tokens, all of whose labels are "conj" *)

Definition tok (t : tree) : nat := match t with Node _ w _ _ _ => w end.
Definition plain (t : tree) : Prop := forall u, In u (subs t) ->
  length (parts u) <> 1 /\ tid u = 0 /\ tok u = 0 /\ forall k, In k (kids u) -> fst k = conj.
Definition plains (ks : list (label * tree)) : Prop := forall k, In k ks -> fst k = conj /\ plain (snd k).

Definition wc (t : tree) : nat := length (yield t).
Definition wcs (ks : list (label * tree)) : nat := length (yields ks).
Definition core (P : list (label * tree)) : nat := match P with [] => 1 | _ => wcs P end.

Lemma wc_node b w L P R : wc (Node b w L P R) = wcs L + core P + wcs R.
Proof.
  unfold wc. rewrite yield_eq, !app_length. change (length (content (Node b w L P R))) with (length (match P with [] => [w] | _ => yields P end)).
  unfold core, wcs. destruct P; [change (length [w]) with 1|]; lia.
Qed.

Lemma wc_pos t : 1 <= wc t.
Proof. unfold wc. assert (N := yield_nonempty t). destruct (yield t); [contradiction|simpl; lia]. Qed.

Lemma wcs_cons l t ks : wcs ((l, t) :: ks) = wc t + wcs ks.
Proof. unfold wcs, yields. simpl. apply app_length. Qed.

Lemma core_pos P : 1 <= core P.
Proof. destruct P as [|[l t] P]; simpl; [lia|]. rewrite wcs_cons. assert (H := wc_pos t). lia. Qed.

Lemma plains_cons l t ks : plains ((l, t) :: ks) <-> l = conj /\ plain t /\ plains ks.
Proof.
  unfold plains. split.
  - intros H. destruct (H (l, t) (or_introl eq_refl)) as [H1 H2]. split; [exact H1|]. split; [exact H2|].
    intros k Hk. apply H. now right.
  - intros [-> [H1 H2]] k [<-|Hk]; [split; [reflexivity|exact H1]|now apply H2].
Qed.

Lemma plain_node b w L P R : plain (Node b w L P R) <->
  b = 0 /\ w = 0 /\ length P <> 1 /\ plains L /\ plains P /\ plains R.
Proof.
  split.
  - intros H. assert (HK : plains (kids (Node b w L P R))).
    { intros k Hk. split; [now apply (H _ (subs_self _))|]. intros u Hu. apply H. apply in_subs. eauto. }
    destruct (H _ (subs_self _)) as [H1 [H2 [H3 _]]]. simpl in *.
    split; [assumption|]. split; [assumption|]. split; [assumption|].
    split; [|split]; intros k Hk; apply HK; rewrite !in_app_iff; auto.
  - intros [-> [-> [H1 [HL [HP HR]]]]] u Hu.
    assert (HK : plains (kids (Node 0 0 L P R))).
    { intros k Hk. apply in_kids in Hk. destruct Hk as [?|[?|?]]; auto. }
    apply in_subs in Hu. destruct Hu as [->|[k [Hk Hu]]].
    + split; [exact H1|]. split; [reflexivity|]. split; [reflexivity|]. intros k Hk. now apply HK.
    + now apply (HK k Hk).
Qed.

(** ** All of them *)

Definition forests (T : nat -> list tree) : nat -> nat -> list (list (label * tree)) :=
  fix forests fuel := fun n =>
    (if n =? 0 then [[]] else []) ++
    match fuel with
    | 0 => []
    | S fuel => map (fun p => (conj, fst p) :: snd p) (pairs T (forests fuel) n)
    end.

Definition cores (T : nat -> list tree) (F : nat -> list (list (label * tree))) (n : nat) : list (list (label * tree)) :=
  (if n =? 1 then [[]] else []) ++
  map (fun p => (conj, fst (fst p)) :: (conj, snd (fst p)) :: snd p) (pairs (pairs T T) F n).

Fixpoint trees (m : nat) : nat -> list tree :=
  match m with
  | 0 => fun _ => []
  | S m => fun n =>
      let F := forests (trees m) m in
      map (fun p => Node 0 0 (fst (fst p)) (snd (fst p)) (snd p)) (pairs (pairs F (cores (trees m) F)) F n)
  end.

Lemma pairs_0 {A B} (a : nat -> list A) (b : nat -> list B) : a 0 = [] \/ b 0 = [] -> pairs a b 0 = [].
Proof. unfold pairs. simpl. intros [->| ->]; [reflexivity|]. rewrite app_nil_r. induction (a 0); auto. Qed.

Lemma cores_0 T F : T 0 = [] -> cores T F 0 = [].
Proof. intros H. unfold cores. simpl. rewrite pairs_0; [reflexivity|]. left. apply pairs_0. now left. Qed.

Lemma trees_0 m : trees m 0 = [].
Proof.
  induction m as [|m IH]; [reflexivity|]. simpl. rewrite pairs_0; [reflexivity|]. left. apply pairs_0. right. now apply cores_0.
Qed.

Section Families.
Variables (m : nat) (T : nat -> list tree).
Hypothesis HT : family plain wc m T.
Hypothesis T0 : T 0 = [].

Lemma forests_ok f : f <= m -> family plains wcs f (forests T f).
Proof.
  induction f as [|f IH]; intros Hf; [intros n Hn; lia|].
  set (pfam := family (fun ks => plains ks /\ ks <> []) wcs (S f) (fun n => map (fun p => (conj, fst p) :: snd p) (pairs T (forests T f) n))).
  assert (HP : pfam).
  { unfold pfam. refine (map_family _ _ _ _ _ _ _ (pairs_family plain plains wc wcs m f (S f) T (forests T f) HT (IH ltac:(lia)) _ _) _ _ _).
    - intros i j Hij. destruct i as [|i]; [right; left; exact T0|left; lia].
    - intros x y _ _ Hxy. assert (H := wc_pos x). lia.
    - intros [x y] [x' y'] E. simpl in E. injection E as -> ->. reflexivity.
    - intros [x y] [Hx Hy]. simpl in *. split; [split; [now apply plains_cons|discriminate]|apply wcs_cons].
    - intros [|[l t] ks] [Hy Hne]; [contradiction|]. apply plains_cons in Hy. destruct Hy as [-> [Ht Hks]].
      exists (t, ks). auto. }
  apply (add_family plains _ wcs (S f) _ [] HP).
  - intros ks. split; [intros H; destruct ks; [now left|right; split; [assumption|discriminate]]|].
    intros [->|[H _]]; [intros k []|assumption].
  - intros [_ H]. contradiction.
Qed.

Let F := forests T m.
Let HF : family plains wcs m F := forests_ok m (Nat.le_refl m).

Lemma cores_ok : family (fun P => plains P /\ length P <> 1) core (S m) (cores T F).
Proof.
  assert (HTT := pairs_family plain plain wc wc m m (S m) T T HT HT).
  assert (H2 : family (fun p => plain (fst p) /\ plain (snd p)) (fun p => wc (fst p) + wc (snd p)) (S m) (pairs T T)).
  { apply HTT.
    - intros i j Hij. destruct i as [|i]; [right; left; exact T0|]. destruct j as [|j]; [right; right; exact T0|left; lia].
    - intros x y _ _ Hxy. assert (Hx := wc_pos x). assert (Hy := wc_pos y). lia. }
  assert (H3 := pairs_family _ plains _ wcs (S m) m (S m) (pairs T T) F H2 HF).
  assert (HP : family (fun P => plains P /\ 2 <= length P) core (S m)
    (fun n => map (fun p => (conj, fst (fst p)) :: (conj, snd (fst p)) :: snd p) (pairs (pairs T T) F n))).
  { refine (map_family _ _ _ _ _ _ _ (H3 _ _) _ _ _).
    - intros i j Hij. destruct i as [|i]; [right; left; apply pairs_0; now left|left; lia].
    - intros [x x'] y _ _ Hxy. simpl in *. assert (Hx := wc_pos x). lia.
    - intros [[x x'] y] [[z z'] w] E. simpl in E. injection E as -> -> ->. reflexivity.
    - intros [[x x'] y] [[Hx Hx'] Hy]. simpl in *. split.
      + split; [|lia]. apply plains_cons. split; [reflexivity|]. split; [assumption|]. now apply plains_cons.
      + rewrite !wcs_cons. lia.
    - intros [|[l1 t1] [|[l2 t2] P]] [Hy Hl]; simpl in Hl; try lia.
      apply plains_cons in Hy. destruct Hy as [-> [H1 Hy]]. apply plains_cons in Hy. destruct Hy as [-> [H2' Hy]].
      exists ((t1, t2), P). auto. }
  apply (add_family _ _ core (S m) _ [] HP).
  - intros P. split.
    + intros [H1 H]. destruct P as [|k [|k' P]]; [now left|simpl in H; lia|right; split; [assumption|simpl; lia]].
    + intros [->|[H1 H]]; [split; [intros k []|discriminate]|split; [assumption|lia]].
  - intros [_ H]. simpl in H. lia.
Qed.

Lemma trees_step : family plain wc (S m) (fun n =>
  map (fun p => Node 0 0 (fst (fst p)) (snd (fst p)) (snd p)) (pairs (pairs F (cores T F)) F n)).
Proof.
  assert (H1 := pairs_family plains _ wcs core m (S m) (S m) F (cores T F) HF cores_ok).
  assert (HC0 := cores_0 T F T0).
  assert (H2 : family (fun p => plains (fst p) /\ plains (snd p) /\ length (snd p) <> 1) (fun p => wcs (fst p) + core (snd p)) (S m) (pairs F (cores T F))).
  { apply H1.
    - intros i j Hij. destruct j as [|j]; [right; right; exact HC0|left; lia].
    - intros x y _ _ Hxy. assert (Hy := core_pos y). lia. }
  refine (map_family _ _ _ _ _ _ _ (pairs_family _ plains _ wcs (S m) m (S m) _ F H2 HF _ _) _ _ _).
  - intros i j Hij. destruct i as [|i]; [right; left; apply pairs_0; now right|left; lia].
  - intros [x x'] y _ _ Hxy. simpl in *. assert (Hx := core_pos x'). lia.
  - intros [[x x'] y] [[z z'] w] E. simpl in E. injection E as -> -> ->. reflexivity.
  - intros [[x x'] y] [[Hx [Hx' Hl]] Hy]. simpl in *. split; [now apply plain_node|]. rewrite wc_node. lia.
  - intros [b w L P R] H. apply plain_node in H. destruct H as [-> [-> [Hl [HL [HPP HR]]]]].
    exists ((L, P), R). auto.
Qed.
End Families.

Lemma trees_ok m : family plain wc m (trees m).
Proof.
  induction m as [|m IH]; [intros n Hn; lia|]. exact (trees_step m (trees m) IH (trees_0 m)).
Qed.

(** ** The numbers *)

Definition t_count (n : nat) : nat := length (trees (S n) n).
Definition f_count (n : nat) : nat := length (forests (trees (S n)) (S n) n).
Definition c_count (n : nat) : nat := (if n =? 1 then 1 else 0) + times (times t_count t_count) f_count n.

Lemma times_ext a b a' b' n : (forall i j, i + j = n -> a i * b j = a' i * b' j) -> times a b n = times a' b' n.
Proof.
  intros H. unfold times. f_equal. apply map_ext_in. intros i Hi. apply in_seq in Hi. apply H. lia.
Qed.

Lemma times_0 a b : a 0 = 0 \/ b 0 = 0 -> times a b 0 = 0.
Proof. unfold times. simpl. intros [->| ->]; lia. Qed.

Lemma t_count_0 : t_count 0 = 0.
Proof. unfold t_count. now rewrite trees_0. Qed.

Lemma trees_count m i : i < m -> length (trees m i) = t_count i.
Proof. intros H. apply (family_length plain wc m (S i)); auto using trees_ok. Qed.

Lemma forests_count m f i : i < f -> f <= m -> length (forests (trees m) f i) = f_count i.
Proof.
  intros H H'. apply (family_length plains wcs f (S i)); auto.
  - exact (forests_ok m (trees m) (trees_ok m) (trees_0 m) f H').
  - exact (forests_ok (S i) (trees (S i)) (trees_ok _) (trees_0 _) (S i) (Nat.le_refl _)).
Qed.

Lemma forests_S T f n : forests T (S f) n =
  (if n =? 0 then [[]] else []) ++ map (fun p => (conj, fst p) :: snd p) (pairs T (forests T f) n).
Proof. reflexivity. Qed.

Lemma trees_S m n : trees (S m) n =
  map (fun p => Node 0 0 (fst (fst p)) (snd (fst p)) (snd p))
    (pairs (pairs (forests (trees m) m) (cores (trees m) (forests (trees m) m))) (forests (trees m) m) n).
Proof. reflexivity. Qed.

Lemma f_equation n : f_count n = (if n =? 0 then 1 else 0) + times t_count f_count n.
Proof.
  unfold f_count at 1. rewrite forests_S, app_length, map_length, pairs_length.
  f_equal; [now destruct (n =? 0)|]. apply times_ext. intros i j Hij. rewrite trees_count by lia.
  destruct i as [|i]; [now rewrite t_count_0|]. now rewrite forests_count by lia.
Qed.

Lemma t_equation n : t_count n = times (times f_count c_count) f_count n.
Proof.
  unfold t_count at 1. rewrite trees_S, map_length, pairs_length.
  assert (C0 : c_count 0 = 0) by (unfold c_count; simpl; apply times_0; left; apply times_0; left; apply t_count_0).
  assert (HC : forall j, j <= n -> length (cores (trees n) (forests (trees n) n) j) = c_count j).
  { intros j Hj. unfold cores, c_count. rewrite app_length, map_length, pairs_length.
    f_equal; [now destruct (j =? 1)|]. apply times_ext. intros i k Hik. rewrite pairs_length.
    destruct i as [|i].
    - rewrite (times_0 t_count t_count) by (left; apply t_count_0).
      rewrite times_0 by (left; now rewrite trees_0). reflexivity.
    - rewrite forests_count by lia. f_equal. apply times_ext. intros x y Hxy.
      destruct x as [|x]; [rewrite trees_0, t_count_0; reflexivity|].
      destruct y as [|y]; [rewrite trees_0, t_count_0; simpl; lia|]. now rewrite !trees_count by lia. }
  apply times_ext. intros i j Hij. rewrite pairs_length. destruct i as [|i].
  - rewrite (times_0 f_count c_count) by now right.
    rewrite times_0 by (right; rewrite cores_0; [reflexivity|apply trees_0]). reflexivity.
  - rewrite (forests_count n n j) by lia. f_equal. apply times_ext. intros x y Hxy. rewrite HC by lia.
    destruct y as [|y]; [rewrite C0; lia|]. now rewrite forests_count by lia.
Qed.

(** ** Forgetting tokens too *)

Fixpoint wipe (t : tree) : tree :=
  match t with
  | Node _ _ L P R =>
      Node 0 0 (map (fun k => (fst k, wipe (snd k))) L) (map (fun k => (fst k, wipe (snd k))) P)
        (map (fun k => (fst k, wipe (snd k))) R)
  end.
Definition wipe_kid (k : label * tree) := (fst k, wipe (snd k)).
Definition mwipe (m : machine) : machine :=
  Machine (map wipe_kid (rt m)) (map (fun x => (fst x, wipe (snd x))) (st m)) (map wipe (bf m)) (lst m).

Lemma mallowed_wipe nf sr m t : mallowed nf sr (mwipe m) t = mallowed nf sr m t.
Proof. exact (mallowed_map wipe _ nf sr m t). Qed.

Lemma wipe_add_left l s t : wipe (add_left l s t) = add_left l (wipe s) (wipe t).
Proof. destruct t; reflexivity. Qed.
Lemma wipe_add_right l s t : wipe (add_right l s t) = add_right l (wipe s) (wipe t).
Proof. destruct t; simpl; now rewrite map_app. Qed.
Lemma wipe_add_part l s t : wipe (add_part l s t) = add_part l (wipe s) (wipe t).
Proof. destruct t; simpl; now rewrite map_app. Qed.

Lemma meffect_wipe m t : mwipe (meffect 0 m t) = meffect 0 (mwipe m) t.
Proof.
  destruct m as [r s b l]; unfold meffect, mwipe; simpl.
  destruct t, s as [|[o1 s1] [|[o2 s2] s]], b as [|b1 b]; simpl;
    rewrite ?wipe_add_left, ?wipe_add_right, ?wipe_add_part, ?map_app; reflexivity.
Qed.

Lemma mrun_wipe nf sr ts : forall m e, mrun nf sr (mwipe m) ts = Some e ->
  exists m', mrun nf sr m ts = Some m' /\ mwipe m' = e.
Proof.
  induction ts as [|t ts IH]; intros m e E; simpl in *; [injection E as <-; eauto|].
  unfold mstep in *. rewrite mallowed_wipe in E. destruct (mallowed nf sr m t); [|discriminate].
  rewrite <- meffect_wipe in E. apply IH. exact E.
Qed.

Lemma kids_wipe t : kids (wipe t) = map wipe_kid (kids t).
Proof. destruct t. simpl. now rewrite !map_app. Qed.

Lemma subs_wipe t : subs (wipe t) = map wipe (subs t).
Proof. exact (subs_map wipe kids_wipe t). Qed.

Lemma wipe_erase t : wipe (erase t) = wipe t.
Proof.
  induction t as [b w L P R IH] using tree_induction. simpl. rewrite !map_map.
  f_equal; apply map_ext_in; intros k Hk; simpl; f_equal; apply IH; rewrite !in_app_iff; auto.
Qed.

Lemma build_wipe t : build (wipe t) = build t.
Proof. revert t. apply build_map. intros b w L P R. eexists _, _. reflexivity. Qed.

Lemma attach_wipe ks : attach (map wipe_kid ks) = attach ks.
Proof. unfold attach. rewrite flat_map_map. apply flat_map_same. intros k _. simpl. now rewrite build_wipe. Qed.

Lemma wc_wipe t : wc (wipe t) = wc t.
Proof.
  induction t as [b w L P R IH] using tree_induction.
  assert (E : forall ks, incl ks (L ++ P ++ R) -> wcs (map wipe_kid ks) = wcs ks).
  { intros ks. induction ks as [|[l t] ks IHks]; intros H; [reflexivity|]. simpl map. unfold wipe_kid at 1. simpl.
    rewrite !wcs_cons, IHks by (intros k Hk; apply H; now right). f_equal. apply (IH (l, t)), H. now left. }
  change (wipe (Node b w L P R)) with (Node 0 0 (map wipe_kid L) (map wipe_kid P) (map wipe_kid R)).
  rewrite !wc_node, !E by (intros k; rewrite !in_app_iff; auto). f_equal. f_equal.
  destruct P as [|k P]; [reflexivity|]. exact (E (k :: P) ltac:(intros x; rewrite !in_app_iff; auto)).
Qed.

Lemma wcs_wipe ks : wcs (map wipe_kid ks) = wcs ks.
Proof. induction ks as [|[l t] ks IH]; [reflexivity|]. simpl map. unfold wipe_kid at 1. simpl. now rewrite !wcs_cons, IH, wc_wipe. Qed.

(** A plain tree has nothing to forget, and its yield says nothing but how long it is. *)
Lemma plain_erase t : plain t -> erase t = t.
Proof.
  induction t as [b w L P R IH] using tree_induction. intros H. apply plain_node in H.
  destruct H as [-> [-> [_ [HL [HP HR]]]]].
  assert (E : forall ks, plains ks -> incl ks (L ++ P ++ R) -> map (fun k => (fst k, erase (snd k))) ks = ks).
  { intros ks Hks Hin. rewrite <- (map_id ks) at 2. apply map_ext_in. intros [l t] Hk. simpl. f_equal.
    apply (IH (l, t)); [now apply Hin|]. now apply (Hks (l, t)). }
  simpl. rewrite !E; auto; try (intros k; rewrite !in_app_iff; auto). now destruct P.
Qed.

Lemma plains_erase ks : plains ks -> map erase_kid ks = ks.
Proof.
  intros H. rewrite <- (map_id ks) at 2. apply map_ext_in. intros [l t] Hk. unfold erase_kid. simpl. f_equal.
  apply plain_erase. now apply (H (l, t)).
Qed.

Lemma plain_yield t : plain t -> Forall (eq 0) (yield t).
Proof.
  induction t as [b w L P R IH] using tree_induction. intros H. apply plain_node in H.
  destruct H as [_ [-> [_ [HL [HP HR]]]]]. rewrite yield_eq.
  assert (E : forall ks, plains ks -> incl ks (L ++ P ++ R) -> Forall (eq 0) (yields ks)).
  { intros ks Hks Hin. apply Forall_forall. intros v Hv. apply in_yields in Hv. destruct Hv as [k [Hk Hv]].
    assert (F := IH k (Hin k Hk) (proj2 (Hks k Hk))). rewrite Forall_forall in F. auto. }
  apply Forall_app. split; [apply E; auto; intros k; rewrite !in_app_iff; auto|]. apply Forall_app. split.
  - simpl. destruct P as [|k P]; [repeat constructor|]. apply E; auto. intros x; rewrite !in_app_iff; auto.
  - apply E; auto. intros k; rewrite !in_app_iff; auto.
Qed.

Lemma plains_yields ks : plains ks -> yields ks = repeat 0 (wcs ks).
Proof.
  intros H. unfold wcs. apply Forall_eq_repeat. apply Forall_forall. intros v Hv. apply in_yields in Hv.
  destruct Hv as [k [Hk Hv]]. assert (F := plain_yield _ (proj2 (H k Hk))). rewrite Forall_forall in F. auto.
Qed.

Lemma plains_fine ks : plains ks -> forall k, In k ks -> shaped (snd k) /\ conj_first (snd k).
Proof.
  intros H k Hk. destruct (H k Hk) as [_ Hp]. split; intros u Hu; destruct (Hp u Hu) as [H1 [_ [_ H2]]]; [assumption|].
  destruct u as [b w L [|k1 P] R]; [exact I|]. simpl. apply H2. apply in_kids. simpl. auto.
Qed.

Lemma plain_run ks n : plains ks -> wcs ks = n -> exists l,
  mrun true false (start (repeat 0 n)) (attach ks) = Some (Machine ks [] [] l).
Proof.
  intros H <-. destruct (run_oracle false ks (plains_fine ks H)) as [l E]; [now left|]. exists l.
  rewrite plains_yields in E by assumption. now rewrite plains_erase in E by assumption.
Qed.

Lemma start_wipe n : mwipe (start (seq 1 n)) = start (repeat 0 n).
Proof.
  unfold mwipe, start, leaves. simpl. f_equal. rewrite map_map. generalize 1. induction n as [|n IH]; intros a; simpl; [reflexivity|].
  f_equal. apply IH.
Qed.

Lemma wipe_labels t u k : plain (wipe t) -> In u (subs t) -> In k (kids u) -> fst k = conj.
Proof.
  intros H Hu Hk. apply (in_map wipe) in Hu. rewrite <- subs_wipe in Hu. destruct (H _ Hu) as [_ [_ [_ HK]]].
  apply (HK (wipe_kid k)). rewrite kids_wipe. now apply in_map.
Qed.

Lemma counts_are_series : series f_count t_count c_count.
Proof. split; [exact f_equation|]. split; [exact t_equation|]. reflexivity. Qed.

(** The equations leave no choice. *)
Lemma series_start f t c : series f t c -> t 0 = 0 /\ f 0 = 1 /\ c 0 = 0.
Proof.
  intros [Hf [_ Hc]]. assert (F0 := Hf 0). assert (C0 := Hc 0). unfold times in F0, C0. simpl in F0, C0.
  assert (T0 : t 0 = 0) by (destruct (t 0); [reflexivity|simpl in F0; lia]). rewrite T0 in *. simpl in *. lia.
Qed.

Lemma series_unique f t c f' t' c' : series f t c -> series f' t' c' ->
  forall n, f n = f' n /\ t n = t' n /\ c n = c' n.
Proof.
  intros H H'. destruct (series_start f t c H) as [T0 [F0 C0]]. destruct (series_start f' t' c' H') as [T0' [F0' C0']].
  destruct H as [Hf [Ht Hc]], H' as [Hf' [Ht' Hc']].
  intros n. induction n as [n IH] using lt_wf_ind. destruct n as [|n]; [lia|].
  assert (Ec : c (S n) = c' (S n)).
  { rewrite Hc, Hc'. f_equal. apply times_ext. intros i j Hij. destruct i as [|i].
    - rewrite (times_0 t t) by now left. rewrite (times_0 t' t') by now left. reflexivity.
    - f_equal; [|apply IH; lia]. apply times_ext. intros x y Hxy.
      destruct x as [|x]; [now rewrite T0, T0'|]. destruct y as [|y]; [rewrite T0, T0'; lia|].
      f_equal; apply IH; lia. }
  assert (Et : t (S n) = t' (S n)).
  { rewrite Ht, Ht'. apply times_ext. intros i j Hij. destruct i as [|i].
    - rewrite (times_0 f c) by now right. rewrite (times_0 f' c') by now right. reflexivity.
    - f_equal; [|apply IH; lia]. apply times_ext. intros x y Hxy.
      destruct y as [|y]; [rewrite C0, C0'; lia|]. f_equal; [apply IH; lia|].
      destruct (Nat.eq_dec y n) as [->|]; [assumption|apply IH; lia]. }
  split; [|now split]. rewrite Hf, Hf'. f_equal. apply times_ext. intros i j Hij.
  destruct i as [|i]; [now rewrite T0, T0'|]. f_equal; [|apply IH; lia].
  destruct (Nat.eq_dec i n) as [->|]; [assumption|apply IH; lia].
Qed.

(** Every plain forest is derived ... *)
Lemma forest_derived ks n : plains ks -> wcs ks = n ->
  exists S m, derives true false n (attach ks) S /\ whole n S (root m) /\ map wipe_kid (rt m) = ks /\
  forall a, In a (arcs S) -> snd (fst a) = conj.
Proof.
  intros Hp En. destruct (plain_run ks n Hp En) as [l R].
  rewrite <- start_wipe in R. apply mrun_wipe in R. destruct R as [[r s b l'] [R Ew]]. unfold mwipe in Ew. simpl in Ew.
  injection Ew as Er Es Eb _. apply map_eq_nil in Es, Eb. subst s b.
  destruct (whole_derives _ _ _ _ _ _ R) as [S [m [HD [W Em]]]].
  assert (Er' : map wipe_kid (rt m) = ks).
  { rewrite <- Er, <- Em, map_map. apply map_ext. intros x. unfold wipe_kid, erase_kid. simpl. now rewrite wipe_erase. }
  exists S, m. split; [assumption|]. split; [assumption|]. split; [assumption|].
  intros a Ha. apply (node_arc n S (root m) W) in Ha. destruct Ha as [u [k [Hu [Hk ->]]]]. simpl.
  apply in_subs in Hu. destruct Hu as [->|[k0 [Hk0 Hu]]].
  - simpl in Hk. apply (in_map wipe_kid) in Hk. rewrite Er' in Hk. exact (proj1 (Hp _ Hk)).
  - simpl in Hk0. apply (in_map wipe_kid) in Hk0. rewrite Er' in Hk0. exact (wipe_labels _ u k (proj2 (Hp _ Hk0)) Hu Hk).
Qed.

(** ... and whatever is derived, with these labels, is derived as a plain forest is. *)
Lemma derived_forest n ts S : derives true false n ts S -> (forall a, In a (arcs S) -> snd (fst a) = conj) ->
  exists m, whole n S (root m) /\ plains (map wipe_kid (rt m)) /\ wcs (map wipe_kid (rt m)) = n /\
  ts = attach (map wipe_kid (rt m)).
Proof.
  intros HD HL. destruct (derives_whole _ _ _ _ _ HD) as [m [l [W [_ R]]]]. exists m. split; [assumption|].
  split; [|split].
  - intros k Hk. apply in_map_iff in Hk. destruct Hk as [k0 [<- Hk0]]. simpl.
    assert (K0 : In k0 (kids (root m))) by exact Hk0.
    assert (Lab : forall u x, In u (subs (root m)) -> In x (kids u) -> fst x = conj).
    { intros u x Hu Hx. apply (HL (tid u, fst x, tid (snd x))). apply (node_arc n S (root m) W). eauto. }
    split; [exact (Lab _ k0 (subs_self _) K0)|].
    intros u Hu. rewrite subs_wipe in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]].
    assert (Hv' : In v (subs (root m))) by (apply in_subs; eauto).
    split; [|split; [|split]].
    + assert (HS := whole_shaped _ _ _ W v Hv'). destruct v. simpl in *. now rewrite map_length.
    + now destruct v.
    + now destruct v.
    + intros x Hx. rewrite kids_wipe in Hx. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]]. simpl. exact (Lab v y Hv' Hy).
  - rewrite wcs_wipe. assert (HY := whole_yield _ _ _ W). unfold root in HY. simpl in HY. injection HY as HY.
    unfold wcs, yields. rewrite HY. apply seq_length.
  - rewrite attach_wipe. rewrite (normal_run_is_oracle _ _ _ _ _ R). unfold attach. rewrite flat_map_map.
    apply flat_map_same. intros k _. simpl. now rewrite build_erase.
Qed.

Lemma attach_forests n x y : plains x -> wcs x = n -> plains y -> wcs y = n -> attach x = attach y -> x = y.
Proof.
  intros Hx Ex Hy Ey E. destruct (plain_run x n Hx Ex) as [l1 R1]. destruct (plain_run y n Hy Ey) as [l2 R2].
  rewrite E, R2 in R1. now injection R1.
Qed.

(** All plain forests over n words, and those of one tree. *)
Definition all_forests (n : nat) : list (list (label * tree)) := forests (trees (S n)) (S n) n.
Definition all_trees (n : nat) : list (list (label * tree)) := map (fun t => [(conj, t)]) (trees (S n) n).

Lemma all_forests_ok n : NoDup (all_forests n) /\ forall ks, In ks (all_forests n) <-> plains ks /\ wcs ks = n.
Proof. apply (forests_ok (S n) (trees (S n)) (trees_ok _) (trees_0 _) (S n) (Nat.le_refl _)). lia. Qed.

Lemma all_trees_ok n : NoDup (all_trees n) /\
  forall ks, In ks (all_trees n) <-> (plains ks /\ wcs ks = n) /\ length ks = 1.
Proof.
  destruct (trees_ok (S n) n (Nat.lt_succ_diag_r n)) as [HN HI]. unfold all_trees. split.
  - apply NoDup_map_on; [assumption|]. intros x y _ _ E. now injection E.
  - intros ks. rewrite in_map_iff. split.
    + intros [t [<- Ht]]. apply HI in Ht. destruct Ht as [Hp En]. split; [split|reflexivity].
      * apply plains_cons. split; [reflexivity|]. split; [assumption|]. intros k [].
      * rewrite wcs_cons. change (wcs []) with 0. lia.
    + intros [[Hp En] Hl]. destruct ks as [|[l t] [|k ks]]; try discriminate. apply plains_cons in Hp.
      destruct Hp as [-> [Hp _]]. exists t. split; [reflexivity|]. apply HI. split; [assumption|].
      rewrite wcs_cons in En. change (wcs []) with 0 in En. lia.
Qed.

Lemma series_counts f t c n : series f t c -> f n = length (all_forests n) /\ t n = length (all_trees n).
Proof.
  intros H. destruct (series_unique _ _ _ _ _ _ H counts_are_series n) as [-> [-> _]].
  split; [reflexivity|]. unfold all_trees. now rewrite map_length.
Qed.

Lemma derivations_counted : counting.
Proof.
  intros f t c Hseries n. destruct (series_counts f t c n Hseries) as [-> _]. destruct (all_forests_ok n) as [HN HI].
  exists (map attach (all_forests n)). split; [|split; [apply map_length|]].
  - apply NoDup_map_on; [assumption|]. intros x y Hx Hy E. apply HI in Hx, Hy.
    apply (attach_forests n); tauto.
  - intros ts. rewrite in_map_iff. split.
    + intros [ks [<- Hks]]. apply HI in Hks. destruct Hks as [Hp En].
      destruct (forest_derived ks n Hp En) as [S [m [HD [_ [_ HL]]]]]. exists S. split; assumption.
    + intros [S [HD HL]]. destruct (derived_forest n ts S HD HL) as [m [_ [Hp [En ->]]]].
      exists (map wipe_kid (rt m)). split; [reflexivity|]. now apply HI.
Qed.
