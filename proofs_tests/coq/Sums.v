(** * The entries of the program are sums over derivations *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Program Definitions Oracle Trees Machine Represent Refine Sound Complete Items.
Import ListNotations.

(** ** Lists without repetition *)

Lemma NoDup_flat_map_apart {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y b, In x l -> In y l -> In b (f x) -> In b (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction 1 as [|x l Hx HN IH]; intros Hf Ha; [constructor|]. simpl. apply NoDup_split. split; [apply Hf; now left|].
  split; [apply IH; [intros y Hy; apply Hf; now right|intros y z b Hy Hz; apply Ha; now right]|].
  intros b Hb Hb'. apply in_flat_map in Hb'. destruct Hb' as [y [Hy Hb']].
  assert (x = y) by (apply (Ha x y b); simpl; auto). now subst y.
Qed.

Lemma NoDup_map_all {A B} (f : A -> B) l : NoDup l -> (forall x y, f x = f y -> x = y) -> NoDup (map f l).
Proof. intros HN Hf. apply NoDup_map_on; auto. Qed.

Lemma in_choices {A} (ls : list (list A)) : forall xs, In xs (choices ls) <-> Forall2 (fun x l => In x l) xs ls.
Proof.
  induction ls as [|l ls IH]; intros xs; simpl.
  - split; [intros [<-|[]]; constructor|]. intros H. inversion H. now left.
  - rewrite in_flat_map. split.
    + intros [x [Hx H]]. apply in_map_iff in H. destruct H as [ys [<- H]]. constructor; [assumption|now apply IH].
    + intros H. inversion H as [|x l' ys ls' Hx Hys]; subst. exists x. split; [assumption|]. apply in_map. now apply IH.
Qed.

Lemma NoDup_choices {A} (ls : list (list A)) : (forall l, In l ls -> NoDup l) -> NoDup (choices ls).
Proof.
  induction ls as [|l ls IH]; intros H; simpl; [repeat constructor; intros []|]. apply NoDup_flat_map_apart.
  - apply H. now left.
  - intros x _. apply NoDup_map_all; [apply IH; intros y Hy; apply H; now right|]. intros y z E. now injection E.
  - intros x y b _ _ Hb Hb'. apply in_map_iff in Hb, Hb'. destruct Hb as [u [<- _]], Hb' as [v [E _]]. now injection E.
Qed.

(** ** No edge is listed twice *)

Section Once.
Variable O : options.
Hypothesis HL : distinct_labels O.

Lemma labels_once r : NoDup (labels_of O r).
Proof.
  assert (Some_once : forall ls : list label, NoDup ls -> NoDup (map Some ls)) by (intros ls HN; apply NoDup_map_all;
    [assumption|congruence]).
  assert (One : forall x : option label, NoDup [x]) by (intros x; repeat constructor; intros []).
  unfold labels_of, distinct_labels in *. destruct (labels O) as [ls|]; [|apply One].
  destruct r; try apply One; try now apply Some_once. apply Some_once, NoDup_filter, HL.
Qed.

Lemma roles_once : NoDup (part_roles O) /\ NoDup (first_roles O).
Proof.
  unfold first_roles, part_roles. destruct (kinds O), (first_conjunct O); simpl; split;
    repeat constructor; simpl; intuition discriminate.
Qed.

Lemma range_once a b : NoDup (range a b).
Proof. apply seq_NoDup. Qed.

Lemma content_once r x g p q es : NoDup (content_edges O r x g p q es).
Proof. apply NoDup_map_all; [apply labels_once|]. intros l l' E. now injection E. Qed.

Lemma edges_once e : NoDup (edges O e).
Proof.
  destruct roles_once as [HP HF].
  assert (One : forall x : Program.edge, NoDup [x]) by (intros x; repeat constructor; intros []).
  assert (Map : forall (f : nat -> Program.edge) a b, (forall x y, f x = f y -> x = y) -> NoDup (map f (range a b)))
    by (intros f a b Hf; apply NoDup_map_all; [apply range_once|assumption]).
  assert (Contents : forall r x (f : nat -> nat * nat * nat * list entry) a b, (forall x y, f x = f y -> x = y) ->
    NoDup (flat_map (fun m => content_edges O r x (fst (fst (fst (f m)))) (snd (fst (fst (f m)))) (snd (fst (f m))) (snd (f m))) (range a b))).
  { intros r x f a b Hf. apply NoDup_flat_map_apart; [apply range_once|intros; apply content_once|].
    intros y z c _ _ Hy Hz. apply in_map_iff in Hy, Hz. destruct Hy as [l [<- _]], Hz as [l' [E _]]. apply Hf.
    injection E as E1 E2 E3 _ E4. destruct (f y) as [[[? ?] ?] ?], (f z) as [[[? ?] ?] ?]. simpl in *. congruence. }
  assert (Roles : forall (f : role -> nat -> Program.edge) rs a b, NoDup rs -> (forall r r' x y, f r x = f r' y -> r = r' /\ x = y) ->
    NoDup (flat_map (fun r => map (f r) (range a b)) rs)).
  { intros f rs a b Hrs Hf. apply NoDup_flat_map_apart; [assumption| |].
    - intros r _. apply Map. intros x y E. now apply Hf in E.
    - intros r r' c _ _ H H'. apply in_map_iff in H, H'. destruct H as [x [<- _]], H' as [y [E _]]. now apply Hf in E. }
  destruct e as [[] i j]; unfold edges, edge_step.
  - destruct (i =? j); [apply One|]. destruct (i <? j); [apply One|constructor].
  - destruct (i =? j); [apply One|]. apply Map. intros x y E. now injection E.
  - apply (Contents Left false (fun q => (j, i, q, [Entry VERTEX i q; Entry LEFT_REST q j]))). intros x y E.
    now injection E.
  - apply Map. intros x y E. now injection E.
  - destruct (i =? j); [apply One|]. apply Map. intros x y E. now injection E.
  - apply NoDup_map_all; [apply NoDup_filter, range_once|]. intros x y E. now injection E.
  - apply (Contents Right false (fun p => (i, p, j, [Entry RIGHT_BEGUN i p; Entry VERTEX p j]))). intros x y E.
    now injection E.
  - apply One.
  - apply (Contents r true (fun p => (i, p, j, [Entry (FIRST_BEGUN r) i p; Entry VERTEX p j]))). intros x y E.
    now injection E.
  - apply Roles; [assumption|]. intros r r' x y E. injection E. auto.
  - constructor; [|apply One]. intros [E|[]]. discriminate.
  - apply Map. intros x y E. now injection E.
  - apply (Contents r false (fun p => (i, p, j, [Entry (NEXT_BEGUN r) i p; Entry VERTEX p j]))). intros x y E.
    now injection E.
  - apply Roles; [assumption|]. intros r r' x y E. injection E. auto.
Qed.

(** ** All derivations of an entry *)

Lemma derivations_entry fuel e d : In d (derivations O fuel e) -> entry_of d = e.
Proof.
  destruct fuel as [|fuel]; [contradiction|]. simpl. intros H. apply in_flat_map in H. destruct H as [[s es] [_ H]].
  apply in_map_iff in H. now destruct H as [ds [<- _]].
Qed.

Lemma chosen_entries fuel es ds : In ds (choices (map (derivations O fuel) es)) -> map entry_of ds = es.
Proof.
  rewrite in_choices. revert ds. induction es as [|e es IH]; intros ds H; inversion H; subst; [reflexivity|]. simpl.
  f_equal; [eapply derivations_entry; eassumption|now apply IH].
Qed.

Lemma derivations_once fuel : forall e, NoDup (derivations O fuel e).
Proof.
  induction fuel as [|fuel IH]; intros e; [constructor|]. simpl. apply NoDup_flat_map_apart; [apply edges_once| |].
  - intros [s es] _. apply NoDup_map_all; [|intros x y E; now injection E]. apply NoDup_choices. intros l Hl.
    apply in_map_iff in Hl. destruct Hl as [x [<- _]]. apply IH.
  - intros [s es] [s' es'] b _ _ H H'. apply in_map_iff in H, H'. destruct H as [ds [<- H]], H' as [ds' [E H']].
    injection E as -> ->. apply chosen_entries in H, H'. congruence.
Qed.

Lemma in_derivations fuel : forall e d, rank e < fuel -> (In d (derivations O fuel e) <-> derivation_of O e d).
Proof.
  induction fuel as [|fuel IH]; intros e d HR; [lia|]. simpl. rewrite in_flat_map. split.
  - intros [[s es] [He H]]. apply in_map_iff in H. destruct H as [ds [<- H]]. assert (E := chosen_entries _ _ _ H).
    split; [reflexivity|]. apply valid_made. rewrite E. assert (M := proj1 (edges_made O e s es) He).
    split; [assumption|].
    assert (HRs : forall x, In x es -> rank x < fuel) by (intros x Hx; assert (L := made_rank _ _ _ _ _ M Hx); lia).
    apply in_choices in H. clear E M He. revert ds H HRs.
    induction es as [|x es IHes]; intros ds H HRs; inversion H; subst; [intros y []|].
    intros y [<-|Hy].
    + apply (IH x); [apply HRs; now left|assumption].
    + apply (IHes l); [assumption|intros z Hz; apply HRs; now right|assumption].
  - destruct d as [e' s ds]. intros [E V]. simpl in E. subst e'. apply valid_made in V. destruct V as [M V].
    exists (Edge s (map entry_of ds)). split; [now apply edges_made|]. apply in_map, in_choices.
    assert (HRs : forall x, In x (map entry_of ds) -> rank x < fuel) by (intros x Hx;
      assert (L := made_rank _ _ _ _ _ M Hx); lia).
    clear M. induction ds as [|d ds IHds]; [constructor|]. simpl. constructor.
    + apply IH; [apply HRs; now left|]. split; [reflexivity|apply V; now left].
    + apply IHds; [intros x Hx; apply V; now right|intros x Hx; apply HRs; now right].
Qed.
End Once.

(** ** Sums *)

Section Semiring.
Variables (K : Type) (zero one : K) (plus times : K -> K -> K) (weight : option Program.step -> K).
Hypothesis R : semiring K zero one plus times.

Notation sum := (sum_of K zero plus).
Notation product := (product_of K one times).
Notation weigh := (weight_of K one times weight).

Lemma sum_app l l' : sum (l ++ l') = plus (sum l) (sum l').
Proof.
  induction l as [|x l IH]; simpl; [symmetry; apply (zero_adds _ _ _ _ _ R)|]. rewrite IH.
  apply (plus_associates _ _ _ _ _ R).
Qed.

Lemma sum_flat_map {A} (f : A -> list K) l : sum (flat_map f l) = sum (map (fun x => sum (f x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite sum_app, IH. Qed.

Lemma sum_times_left {A} (f : A -> K) c l : sum (map (fun x => times c (f x)) l) = times c (sum (map f l)).
Proof.
  induction l as [|x l IH]; simpl; [symmetry; apply (zero_absorbs _ _ _ _ _ R)|]. rewrite IH. symmetry.
  apply (times_distributes _ _ _ _ _ R).
Qed.

Lemma sum_times_right {A} (f : A -> K) c l : sum (map (fun x => times (f x) c) l) = times (sum (map f l)) c.
Proof.
  induction l as [|x l IH]; simpl; [symmetry; apply (zero_absorbs _ _ _ _ _ R)|]. rewrite IH. symmetry.
  apply (times_distributes _ _ _ _ _ R).
Qed.

Lemma sum_choices (ls : list (list derivation)) :
  sum (map (fun ds => product (map weigh ds)) (choices ls)) = product (map (fun l => sum (map weigh l)) ls).
Proof.
  induction ls as [|l ls IH]; simpl.
  - rewrite (plus_commutes _ _ _ _ _ R). apply (zero_adds _ _ _ _ _ R).
  - rewrite <- IH. clear IH. generalize (choices ls). intros C. induction l as [|d l IHl]; simpl.
    + symmetry. apply (zero_absorbs _ _ _ _ _ R).
    + rewrite map_app, sum_app, IHl, map_map. simpl. rewrite (sum_times_left (fun ds => product (map weigh ds))).
      symmetry.
      apply (times_distributes _ _ _ _ _ R).
Qed.

Lemma inside_sum O fuel : forall e, Program.inside K zero one plus times weight O fuel e = sum (map weigh (derivations O fuel e)).
Proof.
  induction fuel as [|fuel IH]; intros e; [reflexivity|]. simpl.
  induction (edges O e) as [|[s es] l IHl]; [reflexivity|].
  simpl. rewrite map_app, sum_app, <- IHl, map_map. f_equal. simpl.
  rewrite (sum_times_left (fun ds => product (map weigh ds))), sum_choices, map_map. f_equal. f_equal. apply map_ext.
  intros x. apply IH.
Qed.
End Semiring.

Lemma numbers : semiring nat 0 1 Nat.add Nat.mul.
Proof. split; intros; lia. Qed.

Lemma weigh_one d : weight_of nat 1 Nat.mul (fun _ => 1) d = 1.
Proof.
  induction d as [e s ds IH] using derivation_induction. simpl. rewrite Nat.add_0_r.
  induction ds as [|d ds IHds]; [reflexivity|].
  simpl. rewrite IH by now left. rewrite IHds; [reflexivity|]. intros x Hx. apply IH. now right.
Qed.

Lemma count_derivations O n : Program.count O n = length (derivations O (enough n) (goal n)).
Proof.
  unfold Program.count. rewrite (inside_sum _ _ _ _ _ _ numbers).
  induction (derivations O (enough n) (goal n)) as [|d l IH]; [reflexivity|].
  simpl. now rewrite weigh_one, <- IH.
Qed.

Lemma goal_derivations O n d : In d (derivations O (enough n) (goal n)) <-> derivation_of O (goal n) d.
Proof. apply in_derivations. unfold goal, enough, ROOT. simpl. lia. Qed.
