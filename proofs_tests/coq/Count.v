(** * Progress, termination and length, on the machine *)

From Coq Require Import List Arith Bool Lia Permutation.
From Bubble Require Import Definitions Oracle Trees Machine Represent Refine Sound.
Import ListNotations.

(** ** Bubbles in trees *)

Definition is_bubble (u : tree) : bool := negb (empty (parts u)).
Definition count (us : list tree) : nat := length (filter is_bubble us).
Definition nb (t : tree) : nat := count (subs t).
Definition nbs (ks : list (label * tree)) : nat := count (allsubs ks).

Lemma count_app us us' : count (us ++ us') = count us + count us'.
Proof. unfold count. now rewrite filter_app, app_length. Qed.

Lemma nbs_app ks ks' : nbs (ks ++ ks') = nbs ks + nbs ks'.
Proof. unfold nbs, allsubs. now rewrite flat_map_app, count_app. Qed.

Lemma nbs_cons k ks : nbs (k :: ks) = nb (snd k) + nbs ks.
Proof. unfold nbs, allsubs. simpl. now rewrite count_app. Qed.

Lemma nb_node b w L P R : nb (Node b w L P R) = (if empty P then 0 else 1) + nbs L + nbs P + nbs R.
Proof.
  unfold nb. rewrite subs_eq. change (count (?x :: ?l)) with (count ([x] ++ l)). rewrite count_app.
  change (count (allsubs (kids (Node b w L P R)))) with (nbs (L ++ P ++ R)). rewrite !nbs_app.
  unfold count. simpl. unfold is_bubble. simpl. destruct (empty P); simpl; lia.
Qed.

Lemma nb_add_left l s t : nb (add_left l s t) = nb s + nb t.
Proof. destruct t as [b w L P R]. simpl add_left. rewrite !nb_node, nbs_cons. simpl. lia. Qed.

Lemma nb_add_right l s t : nb (add_right l s t) = nb s + nb t.
Proof. destruct t as [b w L P R]. simpl add_right. rewrite !nb_node, nbs_app, nbs_cons. change (nbs []) with 0. simpl. lia. Qed.

Lemma nb_add_part l s t : parts t <> [] -> nb (add_part l s t) = nb s + nb t.
Proof.
  destruct t as [b w L P R]. simpl parts. intros H. simpl add_part. rewrite !nb_node, nbs_app, nbs_cons.
  change (nbs []) with 0. destruct P; [contradiction|]. simpl. lia.
Qed.

Lemma nb_open b w c l s2 s1 : nb (Node b w [] [(c, s2); (l, s1)] []) = Datatypes.S (nb s2 + nb s1).
Proof. rewrite nb_node, !nbs_cons. change (nbs []) with 0. simpl. lia. Qed.

Lemma nbs_nil : nbs [] = 0.
Proof. reflexivity. Qed.

Local Opaque nb nbs.

(** ** Counting steps *)

Definition sum (f : tree -> nat) (ts : list tree) : nat := list_sum (map f ts).
Definition total (m : machine) : nat := nbs (rt m) + sum nb (map snd (st m)) + sum nb (bf m).
Definition opened (m : machine) : nat := length (filter fst (st m)).

Record counts (n k : nat) (m : machine) : Prop := {
  counts_open : forall t, In (true, t) (st m) -> parts t <> [];
  counts_steps : k + 2 * length (bf m) + length (st m) + 2 * opened m = 2 * n + 2 * total m;
  counts_items : length (st m) + length (bf m) + total m <= n
}.

Lemma counts_step nf sr n k m t m' : counts n k m -> mstep nf sr m t = Some m' -> counts n (Datatypes.S k) m'.
Proof.
  intros [HO HS HI]. unfold mstep, mallowed. destruct m as [r s b l]. unfold total, opened in *. simpl in *.
  destruct t as [|l0|l0|l0|l0|].
  - destruct b as [|b1 b]; [discriminate|]. intros E. injection E as <-. unfold meffect. simpl in *.
    split; unfold total, opened; simpl; unfold sum in *; simpl in *; try lia.
    intros t [Ht|Ht]; [discriminate|auto].
  - destruct s as [|[[] s1] s], b as [|b1 b]; try discriminate; simpl.
    intros E. injection E as <-. unfold meffect. simpl in *.
    split; unfold total, opened; simpl; unfold sum in *; simpl in *; rewrite ?nb_add_left; try lia. auto.
  - destruct s as [|[[] s1] [|[[] s2] s]]; try discriminate; simpl.
    + destruct (_ && _); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl in *.
      split; unfold total, opened; simpl; unfold sum in *; simpl in *; rewrite ?nbs_app, ?nbs_cons, ?nbs_nil; simpl; try lia.
    + destruct (implb _ _); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl in *.
      split; unfold total, opened; simpl; unfold sum in *; simpl in *; rewrite ?nb_add_right; try lia.
      intros t [Ht|Ht]; [discriminate|auto].
  - destruct s as [|[[] s1] [|[[] s2] s]]; try discriminate; simpl.
    destruct (implb _ _); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl in *.
    split; unfold total, opened; simpl; unfold sum in *; simpl in *; rewrite ?nb_open; try lia.
    intros t [Ht|Ht]; [injection Ht as <-; discriminate|auto].
  - destruct s as [|[[] s1] [|[[] s2] s]]; try discriminate; simpl.
    destruct (implb _ _); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl in *.
    assert (H2 : parts s2 <> []) by auto.
    split; unfold total, opened; simpl; unfold sum in *; simpl in *; rewrite ?nb_add_part by assumption; try lia.
    intros t [Ht|Ht]; [injection Ht as <-; destruct s2 as [b0 w L [|k0 P] R]; [contradiction|discriminate]|auto].
  - destruct s as [|[[] s1] s]; try discriminate; simpl.
    destruct (implb _ _); [|discriminate]. intros E. injection E as <-. unfold meffect. simpl in *.
    split; unfold total, opened; simpl; unfold sum in *; simpl in *; try lia. auto.
Qed.

Lemma counts_run nf sr n ts : forall k m m', counts n k m -> mrun nf sr m ts = Some m' -> counts n (k + length ts) m'.
Proof.
  induction ts as [|t ts IH]; intros k m m' H E; simpl in *; [injection E as <-; now rewrite Nat.add_0_r|].
  destruct (mstep nf sr m t) as [m1|] eqn:E1; [|discriminate].
  assert (H1 := counts_step _ _ _ _ _ _ _ H E1). assert (H2 := IH _ _ _ H1 E). now rewrite Nat.add_succ_r.
Qed.

Lemma counts_start ws : counts (length ws) 0 (start ws).
Proof.
  assert (E : sum nb (leaves ws) = 0) by (unfold sum, leaves; induction ws as [|w ws IH]; simpl; auto).
  split; unfold total, opened, start, leaves in *; simpl; rewrite ?map_length, ?E, ?nbs_nil; simpl; try lia.
Qed.

Lemma run_length nf sr ws ts ks l : mrun nf sr (start ws) ts = Some (Machine ks [] [] l) ->
  length ts = 2 * length ws + 2 * nbs ks.
Proof.
  intros H. apply (counts_run nf sr (length ws) ts 0) in H; [|apply counts_start]. destruct H as [_ H _].
  unfold total, opened in H. simpl in H. unfold sum in H. simpl in H. lia.
Qed.

Lemma run_bounded nf sr ws ts m : mrun nf sr (start ws) ts = Some m -> length ts <= 4 * length ws.
Proof.
  intros H. apply (counts_run nf sr (length ws) ts 0) in H; [|apply counts_start]. destruct H as [_ H H']. lia.
Qed.

(** ** Progress *)

Definition ready (m : machine) : Prop :=
  match lst m with
  | None => st m = []
  | Some Shift | Some (RightArc _) => match st m with (o, _) :: _ => o = false | [] => True end
  | Some (BubbleOpen _) | Some (BubbleAttach _) => match st m with (o, _) :: _ => o = true | [] => False end
  | Some BubbleClose | Some (LeftArc _) => bf m <> []
  end.

Lemma ready_step nf sr m t m' : mstep nf sr m t = Some m' -> ready m'.
Proof.
  unfold mstep, mallowed, ready. destruct m as [r s b l]. simpl.
  destruct t, s as [|[o1 s1] [|[o2 s2] s]], b as [|b1 b]; simpl; try discriminate;
    destruct (_ : bool); intros E; try discriminate E; injection E as <-; simpl; auto; discriminate.
Qed.

Lemma ready_run nf sr ts : forall m m', ready m -> mrun nf sr m ts = Some m' -> ready m'.
Proof.
  induction ts as [|t ts IH]; intros m m' H E; simpl in E; [injection E as <-; assumption|].
  destruct (mstep nf sr m t) as [m1|] eqn:E1; [|discriminate]. eapply IH; [|exact E]. eapply ready_step, E1.
Qed.

Lemma ready_moves nf sr m : ready m -> ~ (st m = [] /\ bf m = []) -> exists t, mallowed nf sr m t = true.
Proof.
  intros H HN. destruct m as [r s b l]. unfold ready, mallowed in *. simpl in *.
  destruct b as [|b1 b]; [|exists Shift; reflexivity].
  destruct s as [|[o1 s1] s]; [exfalso; auto|].
  destruct l as [[|l0|l0|l0|l0|]|]; try (exfalso; congruence); subst o1.
  1, 2: destruct s as [|[[] s2] s]; [exists (RightArc 0)|exists (BubbleAttach 0)|exists (RightArc 0)];
    simpl; rewrite ?implb_true_r; reflexivity.
  all: exists BubbleClose; simpl; now rewrite implb_true_r.
Qed.

(** ** Single root *)

Definition late_root (m : machine) : Prop :=
  rt m = [] \/ (length (rt m) <= 1 /\ st m = [] /\ bf m = []).

Lemma late_step nf m t m' : late_root m -> mstep nf true m t = Some m' -> late_root m'.
Proof.
  unfold mstep, mallowed, late_root. destruct m as [r s b l]. simpl. intros H.
  destruct H as [->|[H [-> ->]]]; [|destruct t; discriminate].
  destruct t, s as [|[o1 s1] [|[o2 s2] s]], b as [|b1 b]; simpl; try discriminate;
    try (destruct (_ : bool); intros E; try discriminate E; injection E as <-; simpl; auto; fail);
    rewrite ?andb_false_r; try discriminate.
Qed.

Lemma late_run nf ts : forall m m', late_root m -> mrun nf true m ts = Some m' -> late_root m'.
Proof.
  induction ts as [|t ts IH]; intros m m' H E; simpl in E; [injection E as <-; assumption|].
  destruct (mstep nf true m t) as [m1|] eqn:E1; [|discriminate]. eapply IH; [|exact E]. eapply late_step; eassumption.
Qed.

Lemma run_one_child nf ws ts ks l : mrun nf true (start ws) ts = Some (Machine ks [] [] l) -> length ks <= 1.
Proof.
  intros H. apply late_run in H; [|now left]. destruct H as [H|[H _]]; simpl in H; [rewrite H; simpl; lia|assumption].
Qed.

(** ** The bubbles of a structure are those of its tree *)

Local Transparent nb nbs.

Lemma nb_erase t : nb (erase t) = nb t.
Proof.
  unfold nb, count. rewrite subs_erase. induction (subs t) as [|u us IH]; simpl; [reflexivity|].
  assert (E : is_bubble (erase u) = is_bubble u) by (destruct u as [b w L [|k P] R]; reflexivity).
  rewrite E. destruct (is_bubble u); simpl; now rewrite IH.
Qed.

Lemma nbs_erase ks : nbs (map erase_kid ks) = nbs ks.
Proof. induction ks as [|k ks IH]; [reflexivity|]. simpl map. rewrite !nbs_cons, IH. simpl. now rewrite nb_erase. Qed.

Definition big (X : list nat) : bool := 2 <=? length (nodup Nat.eq_dec X).

Lemma big_same X Y : same X Y -> big X = big Y.
Proof.
  intros [H H']. unfold big. f_equal. apply Nat.le_antisymm; apply NoDup_incl_length; try apply NoDup_nodup;
    intros x Hx; apply nodup_In; apply nodup_In in Hx; auto.
Qed.

Lemma big_content n S t u : whole n S t -> In u (subs t) -> big (content u) = is_bubble u.
Proof.
  intros W Hu. assert (HS := whole_shaped _ _ _ W u Hu). assert (HI := interval_content u (interval_sub t u (whole_interval n S t W) Hu)).
  apply interval_NoDup in HI. unfold big. rewrite nodup_fixed_point by assumption.
  destruct u as [b w L [|[l1 p1] [|[l2 p2] P]] R]; [reflexivity|simpl in HS; lia|]. simpl. unfold yields. simpl.
  rewrite !app_length. assert (N1 := yield_nonempty p1). assert (N2 := yield_nonempty p2).
  destruct (yield p1); [contradiction|]. destruct (yield p2); [contradiction|]. simpl. rewrite Nat.add_succ_r. reflexivity.
Qed.

Lemma filter_length_perm {A} (f : A -> bool) l l' : Permutation l l' -> length (filter f l) = length (filter f l').
Proof.
  induction 1 as [|x l l' _ IH|x y l|l l' l'' _ IH1 _ IH2]; simpl; [reflexivity| | |congruence].
  - destruct (f x); simpl; now rewrite IH.
  - destruct (f x), (f y); reflexivity.
Qed.

Lemma filter_length_map {A B} (f : B -> bool) (g : A -> B) l : length (filter f (map g l)) = length (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (f (g x)); simpl; now rewrite IH. Qed.

Lemma contents_phi S : contents S = map (phi S) (seq 0 (length (contents S))).
Proof.
  unfold phi. generalize (contents S). intros l. induction l as [|x l IH]; simpl; [reflexivity|]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma bubbles_nb n S t : whole n S t -> bubbles S = nb t.
Proof.
  intros W. unfold bubbles. rewrite contents_phi, filter_length_map.
  assert (EF : fsubs [t] = subs t) by (unfold fsubs; simpl; apply app_nil_r).
  assert (P : Permutation (seq 0 (length (contents S))) (map tid (subs t))).
  { apply NoDup_Permutation; [apply seq_NoDup| |].
    - rewrite <- EF. apply (rep_ids _ _ (whole_rep _ _ _ W)).
    - intros b. rewrite <- EF, (rep_all _ _ (whole_rep _ _ _ W)). unfold bubble. rewrite in_seq. lia. }
  rewrite (filter_length_perm _ _ _ P), filter_length_map. unfold nb, count. f_equal. apply filter_ext_in. intros u Hu.
  rewrite <- (big_content n S t u W Hu). apply big_same. now apply (node_phi n S t W).
Qed.
