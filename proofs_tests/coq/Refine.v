(** * The configurations of the paper and the machine on trees go in step *)

From Coq Require Import List Arith Bool Lia Permutation.
From Bubble Require Import Definitions Oracle Trees Machine Represent.
Import ListNotations.

(** ** How representation changes when a tree takes another as its child *)

Lemma fsubs_perm ts ts' : Permutation ts ts' -> Permutation (fsubs ts) (fsubs ts').
Proof. apply Permutation_flat_map. Qed.

Lemma represents_perm S ts ts' : Permutation ts ts' -> represents S ts -> represents S ts'.
Proof.
  intros HP [A B C D E]. assert (HF := fsubs_perm _ _ HP).
  assert (HI : forall u, In u (fsubs ts') <-> In u (fsubs ts)).
  { intros u. split; apply Permutation_in; [now apply Permutation_sym|assumption]. }
  split.
  - eapply Permutation_NoDup; [apply Permutation_map; exact HF|assumption].
  - intros b. rewrite <- B, !in_map_iff. split; intros [u [Eu Hu]]; exists u; split; auto; now apply HI.
  - intros a. rewrite C, !in_flat_map. split; intros [u [Hu Ha]]; exists u; split; auto; now apply HI.
  - intros u Hu. apply D. now apply HI.
  - intros t v Ht. apply E. eapply Permutation_in; [apply Permutation_sym; exact HP|assumption].
Qed.

Lemma fsubs_cons t ts : fsubs (t :: ts) = t :: allsubs (kids t) ++ fsubs ts.
Proof. unfold fsubs. simpl. now rewrite subs_eq. Qed.

Lemma fsubs_adopt l s t t' rest : Permutation (kids t') ((l, s) :: kids t) ->
  Permutation (fsubs (t' :: rest)) (t' :: allsubs (kids t) ++ subs s ++ fsubs rest).
Proof.
  intros HK. rewrite fsubs_cons. constructor.
  assert (H : Permutation (allsubs (kids t')) (subs s ++ allsubs (kids t))).
  { apply (Permutation_flat_map (fun k : label * tree => subs (snd k))) in HK. exact HK. }
  rewrite H. rewrite <- app_assoc. rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
Qed.

Lemma fsubs_two t s rest : fsubs (t :: s :: rest) = t :: allsubs (kids t) ++ subs s ++ fsubs rest.
Proof. rewrite fsubs_cons. reflexivity. Qed.

Lemma adopt S S' l s t t' rest :
  represents S (t :: s :: rest) ->
  tid t' = tid t -> Permutation (kids t') ((l, s) :: kids t) ->
  incl (content t') (content t ++ yield s) ->
  size S' = size S -> (forall b, bubble S' b <-> bubble S b) ->
  (forall a, In a (arcs S') <-> a = (tid t, l, tid s) \/ In a (arcs S)) ->
  (forall b, b <> tid t -> phi S' b = phi S b) -> same (phi S' (tid t)) (content t') ->
  represents S' (t' :: rest).
Proof.
  intros [A B C D E] Et HK HC Hn HB HA Hphi Hphit.
  assert (HF := fsubs_adopt l s t t' rest HK). rewrite fsubs_two in A, B, C, D.
  assert (HI : forall u, In u (fsubs (t' :: rest)) <-> u = t' \/ In u (allsubs (kids t) ++ subs s ++ fsubs rest)).
  { intros u. split; intros H.
    - apply (Permutation_in _ HF) in H. destruct H; auto.
    - apply (Permutation_in _ (Permutation_sym HF)). destruct H; [left|right]; auto. }
  assert (EM : Permutation (map tid (fsubs (t' :: rest)))
                 (map tid (t :: allsubs (kids t) ++ subs s ++ fsubs rest))).
  { rewrite HF. simpl. rewrite Et. reflexivity. }
  split.
  - eapply Permutation_NoDup; [apply Permutation_sym; exact EM|assumption].
  - intros b. rewrite HB, <- B. split; apply Permutation_in; [|apply Permutation_sym]; exact EM.
  - intros a. rewrite HA, C. simpl. rewrite !in_app_iff.
    assert (HT : In a (arcs_at t') <-> a = (tid t, l, tid s) \/ In a (arcs_at t)).
    { unfold arcs_at. rewrite Et. split; intros H; [|destruct H as [->|H]].
      - apply in_map_iff in H. destruct H as [k [<- H]]. apply (Permutation_in _ HK) in H.
        destruct H as [<-|H]; [now left|right]. apply in_map_iff. eauto.
      - apply in_map_iff. exists (l, s). split; [reflexivity|].
        apply (Permutation_in _ (Permutation_sym HK)). now left.
      - apply in_map_iff in H. destruct H as [k [<- H]]. apply in_map_iff. exists k. split; [reflexivity|].
        apply (Permutation_in _ (Permutation_sym HK)). now right. }
    transitivity (In a (arcs_at t') \/ In a (flat_map arcs_at (allsubs (kids t) ++ subs s ++ fsubs rest))).
    + rewrite HT. tauto.
    + rewrite !in_flat_map. split.
      * intros [H|[u [Hu H]]]; [exists t'|exists u]; (split; [apply HI|]; auto).
      * intros [u [Hu H]]. apply HI in Hu. destruct Hu as [->|Hu]; eauto.
  - intros u Hu. apply HI in Hu. destruct Hu as [->|Hu]; [now rewrite Et|].
    assert (tid u <> tid t).
    { intros Eu. simpl in A. inversion A as [|x xs Hx _]; subst. apply Hx. rewrite <- Eu. now apply in_map. }
    rewrite Hphi by assumption. apply D. now right.
  - intros u v [<-|Hu] Hv; rewrite Hn.
    + apply in_yield_kids in Hv. destruct Hv as [Hv|[k [Hk Hv]]].
      * apply HC, in_app_iff in Hv. destruct Hv as [Hv|Hv].
        { apply (E t); [now left|]. now apply content_in_yield. }
        { apply (E s); [simpl; auto|assumption]. }
      * apply (Permutation_in _ HK) in Hk. destruct Hk as [<-|Hk].
        { apply (E s); [simpl; auto|assumption]. }
        { apply (E t); [now left|]. apply in_yield_kids. right. eauto. }
    + apply (E u); [simpl; auto|assumption].
Qed.

Lemma set_nth {A} (d X : A) : forall l b i, b < length l ->
  nth i (firstn b l ++ X :: skipn (b + 1) l) d = if i =? b then X else nth i l d.
Proof.
  induction l as [|x l IH]; intros b i H; simpl in H; [lia|].
  destruct b as [|b]; destruct i as [|i]; simpl; try reflexivity. apply IH. lia.
Qed.

Lemma set_length {A} (X : A) : forall l b, b < length l -> length (firstn b l ++ X :: skipn (b + 1) l) = length l.
Proof.
  induction l as [|x l IH]; intros b H; simpl in H; [lia|].
  destruct b as [|b]; simpl; [reflexivity|]. f_equal. apply IH. lia.
Qed.

Lemma fsubs_pair b w l1 l2 s2 s1 rest u :
  In u (fsubs (Node b w [] [(l1, s2); (l2, s1)] [] :: rest)) ->
  u = Node b w [] [(l1, s2); (l2, s1)] [] \/ In u (fsubs (s2 :: s1 :: rest)).
Proof. unfold fsubs. simpl. rewrite !in_app_iff. simpl. rewrite ?in_app_iff. simpl. intuition. Qed.

Local Opaque fsubs.

(** ** The simulation *)

Definition root (m : machine) : tree := Node 0 0 [] [] (rt m).
Definition mtrees (m : machine) : list tree := root m :: rev (map snd (st m)) ++ bf m.

(** What every node of every tree satisfies: words are numbered as tokens, bubbles come after them. *)
Definition fine (n : nat) (u : tree) : Prop :=
  length (parts u) <> 1 /\
  match parts u with [] => tid u <= n | k :: _ => fst k = conj /\ n < tid u end.

Record simulates (n : nat) (c : configuration) (m : machine) : Prop := {
  sim_stack : stack c = map tid (map snd (st m)) ++ [0];
  sim_buffer : buffer c = map tid (bf m);
  sim_open : open c = map tid (map snd (filter fst (st m)));
  sim_last : last c = lst m;
  sim_size : size (so_far c) = n;
  sim_rep : represents (so_far c) (mtrees m);
  sim_yield : flat_map yield (mtrees m) = seq 0 (Datatypes.S n);
  sim_fine : forall u, In u (fsubs (mtrees m)) -> fine n u;
  sim_items : forall t, In (true, t) (st m) -> parts t <> [] /\ no_right t;
  sim_many : n < length (contents (so_far c))
}.

Lemma NoDup_tids ts : NoDup (map tid (fsubs ts)) -> NoDup (map tid ts).
Proof.
  induction ts as [|t ts IH]; [auto|]. rewrite fsubs_cons. simpl. rewrite map_app.
  intros H. inversion H as [|x xs Hx HN]; subst. constructor.
  - intros HI. apply Hx. rewrite in_app_iff. right. apply in_map_iff in HI. destruct HI as [u [E Hu]].
    apply in_map_iff. exists u. split; [assumption|]. apply in_fsubs. exists u. split; [assumption|apply subs_self].
  - apply IH. apply NoDup_split in HN. apply HN.
Qed.

Section Simulation.
Variables (n : nat) (c : configuration) (m : machine).
Hypothesis H : simulates n c m.

Lemma sim_tids : NoDup (0 :: map tid (map snd (st m)) ++ map tid (bf m)).
Proof.
  assert (A := NoDup_tids _ (rep_ids _ _ (sim_rep _ _ _ H))). unfold mtrees in A. simpl in A.
  eapply Permutation_NoDup; [|exact A]. constructor. rewrite map_app. apply Permutation_app_tail.
  apply Permutation_map, Permutation_sym, Permutation_rev.
Qed.

Lemma in_open b : In b (open c) <-> exists t, In (true, t) (st m) /\ tid t = b.
Proof.
  rewrite (sim_open _ _ _ H), in_map_iff. split.
  - intros [t [E Ht]]. apply in_map_iff in Ht. destruct Ht as [[o t'] [E' Ht]]. simpl in E'. subst t'.
    apply filter_In in Ht. destruct Ht as [Ht E']. simpl in E'. subst o. eauto.
  - intros [t [Ht E]]. exists t. split; [assumption|]. apply in_map_iff. exists (true, t). split; [reflexivity|].
    apply filter_In. auto.
Qed.

Lemma is_open_in b : is_open c b = true <-> In b (open c).
Proof.
  unfold is_open. rewrite existsb_exists. split.
  - intros [x [Hx E]]. apply Nat.eqb_eq in E. now subst.
  - intros Hb. exists b. split; [assumption|apply Nat.eqb_refl].
Qed.

Lemma open_item o t : In (o, t) (st m) -> is_open c (tid t) = o.
Proof.
  intros Ht. assert (A := sim_tids). inversion A as [|x xs _ B]; subst. apply NoDup_split in B. destruct B as [B _].
  rewrite map_map in B.
  destruct o; [apply is_open_in, in_open; eauto|].
  destruct (is_open c (tid t)) eqn:E; [|reflexivity]. exfalso.
  apply is_open_in, in_open in E. destruct E as [t' [Ht' E]].
  assert (F : (true, t') = (false, t)) by (apply (NoDup_map_inj _ _ _ _ B Ht' Ht); exact E). discriminate F.
Qed.

Lemma open_other b : ~ In b (map tid (map snd (st m))) -> is_open c b = false.
Proof.
  intros Hb. destruct (is_open c b) eqn:E; [|reflexivity]. exfalso. apply Hb.
  apply is_open_in, in_open in E. destruct E as [t [Ht <-]]. apply in_map, in_map_iff. now exists (true, t).
Qed.

Lemma open_root : is_open c 0 = false.
Proof.
  apply open_other. intros Hb. assert (A := sim_tids). inversion A as [|x xs Hx _]; subst. apply Hx.
  rewrite in_app_iff. auto.
Qed.

Lemma open_buffer t : In t (bf m) -> is_open c (tid t) = false.
Proof.
  intros Ht. apply open_other. intros Hb. assert (A := sim_tids). inversion A as [|x xs _ B]; subst.
  apply (in_map tid) in Ht. revert Hb Ht. generalize (tid t). clear -B. intros b Hb Ht.
  induction (map tid (map snd (st m))) as [|x l IH]; [contradiction|]. simpl in B. inversion B; subst.
  destruct Hb as [->|Hb]; [apply H1; rewrite in_app_iff; auto|auto].
Qed.

Lemma item_not_root o t : In (o, t) (st m) -> not_root (tid t) = true.
Proof.
  intros Ht. unfold not_root, ROOT. destruct (tid t =? 0) eqn:E; [|reflexivity]. exfalso.
  apply Nat.eqb_eq in E. assert (A := sim_tids). inversion A as [|x xs Hx _]; subst. apply Hx.
  rewrite in_app_iff. left. rewrite <- E. apply in_map, in_map_iff. now exists (o, t).
Qed.

Lemma same_allowed nf sr t : allowed nf sr c t = mallowed nf sr m t.
Proof.
  unfold allowed, mallowed, root_comes_last. rewrite (sim_stack _ _ _ H), (sim_buffer _ _ _ H), (sim_last _ _ _ H).
  assert (HO := open_item). assert (HR := item_not_root). assert (HB := open_buffer). assert (H0 := open_root).
  unfold not_open.
  destruct (st m) as [|[o1 s1] s] eqn:Es.
  - simpl. destruct t, (bf m) as [|b1 beta]; simpl; rewrite ?H0; try reflexivity.
    simpl. now rewrite andb_false_r.
  - assert (H1 := HO o1 s1 (or_introl eq_refl)). assert (R1 := HR o1 s1 (or_introl eq_refl)).
    destruct s as [|[o2 s2] s].
    + destruct t, (bf m) as [|b1 beta] eqn:Eb; simpl; rewrite ?H0, ?H1, ?R1; try reflexivity;
        rewrite ?(HB b1 (or_introl eq_refl)); try reflexivity; simpl;
        rewrite ?andb_true_r, ?andb_false_r; reflexivity.
    + assert (H2 := HO o2 s2 (or_intror (or_introl eq_refl))). assert (R2 := HR o2 s2 (or_intror (or_introl eq_refl))).
      destruct t, (bf m) as [|b1 beta] eqn:Eb; simpl; rewrite ?H0, ?H1, ?H2, ?R1, ?R2; try reflexivity;
        rewrite ?(HB b1 (or_introl eq_refl)); simpl; rewrite ?implb_true_r, ?andb_true_r; reflexivity.
Qed.
End Simulation.

Lemma yield_add_left l s t : yield (add_left l s t) = yield s ++ yield t.
Proof. destruct t as [b w L P R]. simpl. now rewrite <- app_assoc. Qed.

Lemma yield_add_right l s t : yield (add_right l s t) = yield t ++ yield s.
Proof.
  destruct t as [b w L P R]. unfold add_right. rewrite !yield_eq, yields_app. simpl content.
  rewrite <- !app_assoc. unfold yields at 3. simpl. now rewrite app_nil_r.
Qed.

Lemma content_add_part l s t : parts t <> [] -> content (add_part l s t) = content t ++ yield s.
Proof.
  destruct t as [b w L [|k P] R]; simpl; [contradiction|]. intros _. unfold yields. simpl.
  rewrite flat_map_app, <- app_assoc. simpl. now rewrite app_nil_r.
Qed.

Lemma yield_add_part l s t : parts t <> [] -> no_right t -> yield (add_part l s t) = yield t ++ yield s.
Proof.
  intros HP HR. assert (E := content_add_part l s t HP). destruct t as [b w L P R]. simpl in HR. subst R.
  change (add_part l s (Node b w L P [])) with (Node b w L (P ++ [(l, s)]) []) in *.
  rewrite !yield_eq, E. unfold yields. simpl. now rewrite !app_nil_r, <- app_assoc.
Qed.

Lemma fine_perm n ts ts' : Permutation ts ts' -> (forall u, In u (fsubs ts) -> fine n u) ->
  forall u, In u (fsubs ts') -> fine n u.
Proof. intros HP H u Hu. apply H. eapply Permutation_in; [apply Permutation_sym, fsubs_perm, HP|assumption]. Qed.

Lemma adopt_fine n l s t t' rest : Permutation (kids t') ((l, s) :: kids t) ->
  (forall u, In u (fsubs (t :: s :: rest)) -> fine n u) -> fine n t' ->
  forall u, In u (fsubs (t' :: rest)) -> fine n u.
Proof.
  intros HK H Ht u Hu. apply (Permutation_in _ (fsubs_adopt l s t t' rest HK)) in Hu.
  destruct Hu as [<-|Hu]; [assumption|]. apply H. rewrite fsubs_two. now right.
Qed.

Lemma nth_snoc (C : list (list nat)) X i : nth i (C ++ [X]) [] = if i =? length C then X else nth i C [].
Proof.
  destruct (i =? length C) eqn:E.
  - apply Nat.eqb_eq in E. subst. now rewrite app_nth2, Nat.sub_diag by lia.
  - apply Nat.eqb_neq in E. destruct (Nat.lt_ge_cases i (length C)).
    + now rewrite app_nth1.
    + rewrite !nth_overflow; [reflexivity|lia|]. rewrite app_length. simpl. lia.
Qed.

Lemma rep_new S ts : represents S ts ->
  represents (add_bubble S [0]) (Node (length (contents S)) 0 [] [] [] :: ts).
Proof.
  intros HR. assert (HR' := HR). destruct HR' as [A B C D E]. set (alpha := length (contents S)).
  assert (Halpha : ~ In alpha (map tid (fsubs ts))).
  { intros HI. apply B in HI. unfold bubble in HI. fold alpha in HI. lia. }
  rewrite <- (app_nil_l (fsubs ts)) in *.
  split; rewrite ?fsubs_cons; simpl.
  - constructor; assumption.
  - intros b. simpl in B. rewrite B. unfold bubble, add_bubble. simpl. rewrite app_length. simpl. fold alpha. lia.
  - exact C.
  - intros u [<-|Hu].
    + unfold phi, add_bubble. simpl. rewrite nth_snoc. fold alpha. rewrite Nat.eqb_refl. split; apply incl_refl.
    + unfold phi, add_bubble. simpl. rewrite nth_snoc. fold alpha.
      destruct (tid u =? alpha) eqn:Eu; [|now apply D].
      apply Nat.eqb_eq in Eu. exfalso. apply Halpha. rewrite <- Eu. now apply in_map.
  - intros t v [<-|Ht] Hv; [|now apply (E t)]. simpl in Hv. lia.
Qed.

Lemma same_refl {A} (X : list A) : same X X.
Proof. split; apply incl_refl. Qed.
Lemma same_sym {A} (X Y : list A) : same X Y -> same Y X.
Proof. intros [? ?]. now split. Qed.
Lemma same_trans {A} (X Y Z : list A) : same X Y -> same Y Z -> same X Z.
Proof. intros [? ?] [? ?]. split; eapply incl_tran; eauto. Qed.

Lemma union_same X X' Y Y' : same X X' -> same Y Y' -> same (union X Y) (X' ++ Y').
Proof.
  intros [H1 H2] [H3 H4]. unfold union. split; intros v Hv.
  - apply nodup_In, in_app_iff in Hv. apply in_app_iff. destruct Hv; auto.
  - apply nodup_In, in_app_iff. apply in_app_iff in Hv. destruct Hv; auto.
Qed.

Lemma arc_added S a : forall x, In x (arcs (add_arc S a)) <-> x = a \/ In x (arcs S).
Proof. intros x. simpl. split; intros [->|?]; auto. Qed.

Lemma perm_end {A} (x y z : A) l : Permutation (x :: (l ++ [y]) ++ z :: []) (y :: z :: x :: l).
Proof.
  transitivity (x :: y :: z :: l).
  - constructor. rewrite <- app_assoc. simpl. transitivity ([y; z] ++ l); [apply Permutation_app_comm|reflexivity].
  - transitivity (y :: x :: z :: l); [apply perm_swap|]. constructor. apply perm_swap.
Qed.

Lemma items_perm (x s2 s1 : tree) s b :
  Permutation (x :: ((rev s ++ [s2]) ++ [s1]) ++ b) (s2 :: s1 :: x :: rev s ++ b).
Proof.
  change (x :: ((rev s ++ [s2]) ++ [s1]) ++ b) with ((x :: ((rev s ++ [s2]) ++ [s1])) ++ b).
  rewrite (perm_end x s2 s1 (rev s)). reflexivity.
Qed.

Lemma item_perm (x s1 : tree) s b : Permutation (x :: (rev s ++ [s1]) ++ b) (s1 :: x :: rev s ++ b).
Proof.
  rewrite <- app_assoc. simpl. symmetry. exact (Permutation_middle (x :: rev s) b s1).
Qed.

Lemma sim_step n c m nf sr t : simulates n c m -> mallowed nf sr m t = true ->
  simulates n (effect c t) (meffect (length (contents (so_far c))) m t).
Proof.
  intros H A. assert (Hopen := sim_tids n c m H).
  destruct c as [sg bt S op la]. destruct m as [r s b l].
  destruct H as [H1 H2 H3 H4 H5 H6 H7 H8 H9 H10]. unfold mtrees, root in *. simpl in *. subst sg bt op la.
  destruct t as [|l0|l0|l0|l0|].
  - (* Shift *)
    destruct b as [|b1 b]; [discriminate|]. clear A. unfold effect, meffect. simpl in *.
    assert (P : Permutation (Node 0 0 [] [] r :: rev (map snd s) ++ b1 :: b)
      (Node 0 0 [] [] r :: (rev (map snd s) ++ [b1]) ++ b)) by now rewrite <- app_assoc.
    split; unfold mtrees, root; simpl; try assumption; try reflexivity.
    + now apply (represents_perm _ _ _ P).
    + rewrite <- app_assoc. exact H7.
    + now apply (fine_perm _ _ _ P).
    + intros t [Ht|Ht]; [discriminate|auto].
  - (* LeftArc *)
    destruct s as [|[o1 s1] s]; [discriminate|]. destruct b as [|b1 b]; [discriminate|].
    destruct o1; [discriminate|]. clear A. unfold effect, meffect. simpl in *.
    set (rest := Node 0 0 [] [] r :: rev (map snd s) ++ b).
    assert (P : Permutation (Node 0 0 [] [] r :: (rev (map snd s) ++ [s1]) ++ b1 :: b) (b1 :: s1 :: rest)).
    { rewrite item_perm. transitivity (s1 :: b1 :: rest); [constructor|apply perm_swap].
      symmetry. exact (Permutation_middle (Node 0 0 [] [] r :: rev (map snd s)) b b1). }
    assert (P' : Permutation (add_left l0 s1 b1 :: rest) (Node 0 0 [] [] r :: rev (map snd s) ++ add_left l0 s1 b1 :: b)).
    { exact (Permutation_middle (Node 0 0 [] [] r :: rev (map snd s)) b (add_left l0 s1 b1)). }
    assert (K : Permutation (kids (add_left l0 s1 b1)) ((l0, s1) :: kids b1)) by now destruct b1.
    assert (Etid : tid (add_left l0 s1 b1) = tid b1) by now destruct b1.
    assert (Ec : content (add_left l0 s1 b1) = content b1) by now destruct b1.
    split; unfold mtrees, root; simpl; try assumption; try reflexivity.
    + now rewrite Etid.
    + apply (represents_perm _ _ _ P').
      apply (represents_perm _ _ _ P) in H6.
      eapply adopt with (S := S); eauto; simpl; try reflexivity.
      * rewrite Ec. apply incl_appl, incl_refl.
      * apply arc_added.
      * rewrite Ec. apply (rep_phi _ _ H6). rewrite fsubs_cons. now left.
    + rewrite <- app_assoc in H7. rewrite <- H7. simpl. rewrite !flat_map_app. simpl. rewrite yield_add_left.
      now rewrite <- !app_assoc.
    + apply (fine_perm _ _ _ P'). apply (adopt_fine n l0 s1 b1); [assumption| |].
      * now apply (fine_perm _ _ _ P).
      * assert (F : fine n b1) by (apply H8, (Permutation_in _ (Permutation_sym (fsubs_perm _ _ P))); rewrite fsubs_cons; now left).
        now destruct b1.
    + intros t Ht. auto.
  - (* RightArc *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; [discriminate| |].
    + destruct o1; [discriminate|]. clear A. unfold effect, meffect. simpl in *.
      split; unfold mtrees, root; simpl; try assumption; try reflexivity.
      * assert (K : Permutation (kids (Node 0 0 [] [] (r ++ [(l0, s1)]))) ((l0, s1) :: kids (Node 0 0 [] [] r)))
          by (simpl; symmetry; apply Permutation_cons_append).
        eapply adopt with (S := S); eauto; simpl; try reflexivity; try apply arc_added.
        { intros v [<-|[]]. now left. }
        { refine (rep_phi _ _ H6 (Node 0 0 [] [] r) _). rewrite fsubs_cons. now left. }
      * rewrite <- H7. simpl. rewrite flat_map_app. simpl. now rewrite app_nil_r, <- app_assoc.
      * apply (adopt_fine n l0 s1 (Node 0 0 [] [] r)); [|assumption|].
        { simpl. symmetry. apply Permutation_cons_append. }
        { split; simpl; lia. }
      * contradiction.
    + destruct o1, o2; try discriminate. clear A. unfold effect, meffect. simpl in *.
      assert (P := items_perm (Node 0 0 [] [] r) s2 s1 (map snd s) b).
      assert (P' := Permutation_sym (item_perm (Node 0 0 [] [] r) (add_right l0 s1 s2) (map snd s) b)).
      assert (K : Permutation (kids (add_right l0 s1 s2)) ((l0, s1) :: kids s2)).
      { destruct s2 as [b0 w L Q R]. simpl. rewrite !app_assoc. symmetry. apply Permutation_cons_append. }
      assert (Etid : tid (add_right l0 s1 s2) = tid s2) by now destruct s2.
      assert (Ec : content (add_right l0 s1 s2) = content s2) by now destruct s2.
      split; unfold mtrees, root; simpl; try assumption; try reflexivity.
      * now rewrite Etid.
      * apply (represents_perm _ _ _ P').
        apply (represents_perm _ _ _ P) in H6.
        eapply adopt with (S := S); eauto; simpl; try reflexivity.
        { rewrite Ec. apply incl_appl, incl_refl. }
        { apply arc_added. }
        { rewrite Ec. apply (rep_phi _ _ H6). rewrite fsubs_cons. now left. }
      * rewrite <- H7. simpl. rewrite !flat_map_app. simpl. rewrite yield_add_right.
        rewrite ?app_nil_r, <- ?app_assoc. reflexivity.
      * apply (fine_perm _ _ _ P'). apply (adopt_fine n l0 s1 s2); [assumption| |].
        { now apply (fine_perm _ _ _ P). }
        { assert (F : fine n s2) by (apply H8, (Permutation_in _ (Permutation_sym (fsubs_perm _ _ P))); rewrite fsubs_cons; now left).
          now destruct s2. }
      * intros t [Ht|Ht]; [discriminate|auto].
  - (* BubbleOpen *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; try discriminate.
    destruct o1, o2; try discriminate. clear A. unfold effect, meffect. simpl in *.
    set (alpha := length (contents S)) in *.
    assert (P := items_perm (Node 0 0 [] [] r) s2 s1 (map snd s) b).
    set (t' := Node alpha 0 [] [(conj, s2); (l0, s1)] []).
    assert (P' := Permutation_sym (item_perm (Node 0 0 [] [] r) t' (map snd s) b)).
    set (rest := Node 0 0 [] [] r :: rev (map snd s) ++ b) in *.
    assert (H6' := represents_perm _ _ _ P H6).
    assert (Y2 : same (psi S (tid s2)) (yield s2)).
    { apply (rep_psi S (s2 :: s1 :: rest)); [assumption|]. rewrite fsubs_cons. now left. }
    assert (Y1 : same (psi S (tid s1)) (yield s1)).
    { apply (rep_psi S (s2 :: s1 :: rest)); [assumption|]. 
      apply in_fsubs. exists s1. split; [simpl; auto|apply subs_self]. }
    split; unfold mtrees, root; simpl; try assumption; try reflexivity.
    + apply (represents_perm _ _ _ P').
      assert (R0 := rep_new S _ H6'). fold alpha in R0.
      set (S1 := add_arc (add_bubble S (yield s2)) (alpha, conj, tid s2)).
      assert (R1 : represents S1 (Node alpha 0 [] [(conj, s2)] [] :: s1 :: rest)).
      { eapply adopt with (S := add_bubble S [0]) (s := s2) (l := conj); [exact R0|reflexivity|reflexivity| | | | | |].
        - simpl. unfold yields. simpl. rewrite app_nil_r. apply incl_tl, incl_refl.
        - reflexivity.
        - intros x. unfold bubble, S1. simpl. rewrite !app_length. reflexivity.
        - simpl. apply arc_added.
        - intros x Hx. unfold phi, S1. simpl in *. rewrite !nth_snoc. fold alpha.
          apply Nat.eqb_neq in Hx. now rewrite Hx.
        - unfold phi, S1. simpl. rewrite nth_snoc. fold alpha. rewrite Nat.eqb_refl.
          unfold yields. simpl. rewrite app_nil_r. apply same_refl. }
      eapply adopt with (S := S1) (s := s1) (l := l0); [exact R1|reflexivity| | | | | | |].
      * simpl. apply perm_swap.
      * simpl. unfold yields. simpl. rewrite !app_nil_r. apply incl_refl.
      * reflexivity.
      * intros x. unfold bubble, S1. simpl. rewrite !app_length. reflexivity.
      * intros x. simpl. split; intros [<-|?]; auto.
      * intros x Hx. unfold phi, S1. simpl in *. rewrite !nth_snoc. fold alpha.
        apply Nat.eqb_neq in Hx. now rewrite Hx.
      * unfold phi. simpl. rewrite nth_snoc. fold alpha. rewrite Nat.eqb_refl.
        unfold yields. simpl. rewrite app_nil_r. now apply union_same.
    + rewrite <- H7. simpl. rewrite !flat_map_app. simpl.
      rewrite ?app_nil_r, <- ?app_assoc. reflexivity.
    + apply (fine_perm _ _ _ P'). intros u Hu. apply fsubs_pair in Hu. destruct Hu as [->|Hu].
      * split; simpl; [lia|auto].
      * apply H8. eapply Permutation_in; [apply Permutation_sym, fsubs_perm, P|assumption].
    + intros t [Ht|Ht]; [injection Ht as <-; split; [discriminate|reflexivity]|auto].
    + rewrite app_length. simpl. lia.
  - (* BubbleAttach *)
    destruct s as [|[o1 s1] [|[o2 s2] s]]; try discriminate.
    destruct o1, o2; try discriminate. clear A. unfold effect, meffect. simpl in *.
    assert (P := items_perm (Node 0 0 [] [] r) s2 s1 (map snd s) b).
    assert (P' := Permutation_sym (item_perm (Node 0 0 [] [] r) (add_part l0 s1 s2) (map snd s) b)).
    set (rest := Node 0 0 [] [] r :: rev (map snd s) ++ b) in *.
    assert (H6' := represents_perm _ _ _ P H6).
    assert (K : Permutation (kids (add_part l0 s1 s2)) ((l0, s1) :: kids s2)).
    { destruct s2 as [b0 w L Q R]. simpl. rewrite <- !app_assoc. simpl. rewrite !app_assoc.
      symmetry. apply Permutation_middle. }
    assert (Etid : tid (add_part l0 s1 s2) = tid s2) by now destruct s2.
    destruct (H9 s2 (or_intror (or_introl eq_refl))) as [HP HNR].
    assert (I2 : In s2 (fsubs (s2 :: s1 :: rest))) by (rewrite fsubs_cons; now left).
    assert (B2 : tid s2 < length (contents S)) by exact (rep_bubble _ _ H6' _ I2).
    assert (Y1 : same (psi S (tid s1)) (yield s1)).
    { apply (rep_psi S (s2 :: s1 :: rest)); [assumption|].
      apply in_fsubs. exists s1. split; [simpl; auto|apply subs_self]. }
    split; unfold mtrees, root; simpl; try assumption; try reflexivity.
    + now rewrite Etid.
    + now rewrite Etid.
    + apply (represents_perm _ _ _ P').
      eapply adopt with (S := S); eauto.
      * rewrite content_add_part by assumption. apply incl_refl.
      * intros x. unfold bubble. simpl. now rewrite set_length.
      * intros x. simpl. split; intros [<-|?]; auto.
      * intros x Hx. unfold phi. simpl. rewrite set_nth by assumption. apply Nat.eqb_neq in Hx. now rewrite Hx.
      * unfold phi at 1. simpl. rewrite set_nth by assumption. rewrite Nat.eqb_refl.
        rewrite content_add_part by assumption. apply union_same; [|assumption]. now apply (rep_phi _ _ H6').
    + rewrite <- H7. simpl. rewrite !flat_map_app. simpl. rewrite yield_add_part by assumption.
      rewrite ?app_nil_r, <- ?app_assoc. reflexivity.
    + apply (fine_perm _ _ _ P'). apply (adopt_fine n l0 s1 s2); [assumption| |].
      * now apply (fine_perm _ _ _ P).
      * assert (F : fine n s2) by (apply H8, (Permutation_in _ (Permutation_sym (fsubs_perm _ _ P))); assumption).
        destruct s2 as [b0 w L [|k Q] R]; [contradiction|]. destruct F as [F1 F2]. split; [|exact F2].
        simpl in *. rewrite app_length. simpl. lia.
    + intros t [Ht|Ht]; [|auto]. injection Ht as <-.
      destruct s2 as [b0 w L [|k Q] R]; [contradiction|]. split; [discriminate|exact HNR].
    + now rewrite set_length.
  - (* BubbleClose *)
    destruct s as [|[o1 s1] s]; [discriminate|].
    destruct o1; [|discriminate]. clear A. unfold effect, meffect. simpl in *.
    assert (P : Permutation (Node 0 0 [] [] r :: (rev (map snd s) ++ [s1]) ++ b)
      (Node 0 0 [] [] r :: rev (map snd s) ++ s1 :: b)) by now rewrite <- app_assoc.
    split; unfold mtrees, root; simpl; try assumption; try reflexivity.
    + destruct (Nat.eq_dec (tid s1) (tid s1)) as [_|]; [|contradiction]. apply notin_remove.
      intros HI. inversion Hopen as [|x xs _ HN]; subst. inversion HN as [|x xs Hx _]; subst. apply Hx.
      rewrite in_app_iff. left. apply in_map_iff in HI. destruct HI as [t [E Ht]]. rewrite <- E. apply in_map.
      apply in_map_iff in Ht. destruct Ht as [y [E' Hy]]. apply filter_In in Hy. apply in_map_iff. exists y. tauto.
    + now apply (represents_perm _ _ _ P).
    + rewrite <- app_assoc in H7. exact H7.
    + now apply (fine_perm _ _ _ P).
    + intros t Ht. auto.
Qed.

(** ** Whole runs *)

Lemma sim_open_bubbles n c m : simulates n c m -> open_are_bubbles m.
Proof. intros H t Ht. now apply (sim_items _ _ _ H). Qed.

Lemma sim_run n nf sr ts : forall c m c', simulates n c m -> run nf sr c ts = Some c' ->
  exists m', simulates n c' m' /\ mrun nf sr (merase m) ts = Some (merase m').
Proof.
  induction ts as [|t ts IH]; intros c m c' H E; simpl in E; [injection E as <-; exists m; auto|].
  unfold step in E. rewrite (same_allowed n c m H) in E.
  destruct (mallowed nf sr m t) eqn:A; [|discriminate].
  assert (H' := sim_step _ _ _ _ _ _ H A). destruct (IH _ _ _ H' E) as [m' [Hm' Em']].
  exists m'. split; [assumption|]. simpl. unfold mstep. rewrite mallowed_erase, A.
  now rewrite <- (meffect_erase (length (contents (so_far c))) nf sr m t (sim_open_bubbles _ _ _ H) A).
Qed.

Lemma sim_run_back n nf sr ts : forall c m e, simulates n c m -> mrun nf sr (merase m) ts = Some e ->
  exists c' m', run nf sr c ts = Some c' /\ simulates n c' m' /\ merase m' = e.
Proof.
  induction ts as [|t ts IH]; intros c m e H E; simpl in E; [injection E as <-; exists c, m; auto|].
  unfold mstep in E. rewrite mallowed_erase in E. destruct (mallowed nf sr m t) eqn:A; [|discriminate].
  rewrite <- (meffect_erase (length (contents (so_far c))) nf sr m t (sim_open_bubbles _ _ _ H) A) in E.
  destruct (IH _ _ _ (sim_step _ _ _ _ _ _ H A) E) as [c' [m' [R [S' E']]]].
  exists c', m'. simpl. unfold step. rewrite (same_allowed n c m H), A. auto.
Qed.

Definition first_machine (n : nat) : machine :=
  Machine [] [] (map (fun v => Node v v [] [] []) (seq 1 n)) None.

Lemma first_erase n : merase (first_machine n) = start (seq 1 n).
Proof. unfold merase, first_machine, start, leaves. simpl. rewrite map_map. reflexivity. Qed.

Lemma fsubs_words l : fsubs (map (fun v => Node v v [] [] []) l) = map (fun v => Node v v [] [] []) l.
Proof. Local Transparent fsubs. unfold fsubs. induction l as [|v l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma nth_singletons : forall (l : list nat) i, i < length l -> nth i (map (fun v => [v]) l) [] = [nth i l 0].
Proof. induction l as [|v l IH]; intros [|i] H; simpl in *; try lia; [reflexivity|]. apply IH. lia. Qed.

Lemma sim_initial n : simulates n (initial n) (first_machine n).
Proof.
  assert (EM : mtrees (first_machine n) = map (fun v => Node v v [] [] []) (seq 0 (Datatypes.S n))) by reflexivity.
  assert (EI : map tid (fsubs (map (fun v => Node v v [] [] []) (seq 0 (Datatypes.S n)))) = seq 0 (Datatypes.S n)).
  { rewrite fsubs_words, map_map. apply map_id. }
  split; rewrite ?EM.
  - reflexivity.
  - unfold initial, first_machine. simpl. rewrite map_map. symmetry. apply map_id.
  - reflexivity.
  - reflexivity.
  - reflexivity.
  - split.
    + rewrite EI. apply seq_NoDup.
    + intros b. rewrite EI, in_seq. unfold bubble, initial. simpl. rewrite map_length, seq_length. lia.
    + intros a. rewrite fsubs_words. simpl. rewrite flat_map_map. split; [contradiction|].
      intros H. apply in_flat_map in H. destruct H as [x [_ []]].
    + intros u Hu. rewrite fsubs_words in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]].
      unfold phi, initial, so_far, contents. apply in_seq in Hv.
      rewrite nth_singletons by (rewrite seq_length; simpl in *; lia). rewrite seq_nth by (simpl in *; lia).
      apply same_refl.
    + intros t v Ht Hv. apply in_map_iff in Ht. destruct Ht as [x [<- Hx]]. simpl in Hv. destruct Hv as [<-|[]].
      apply in_seq in Hx. simpl. lia.
  - rewrite flat_map_map. simpl. generalize (seq 1 n). intros l. f_equal.
    induction l as [|v l IH]; simpl; [reflexivity|now rewrite IH].
  - intros u Hu. rewrite fsubs_words in Hu. apply in_map_iff in Hu. destruct Hu as [v [<- Hv]].
    apply in_seq in Hv. split; simpl; lia.
  - contradiction.
  - simpl. rewrite map_length, seq_length. lia.
Qed.

(** What a complete derivation yields, as a tree. *)
Record whole (n : nat) (S : structure) (t : tree) : Prop := {
  whole_size : size S = n;
  whole_rep : represents S [t];
  whole_yield : yield t = seq 0 (Datatypes.S n);
  whole_root : exists b ks, t = Node b 0 [] [] ks;
  whole_shaped : shaped t
}.

Lemma sim_terminal n c m : simulates n c m -> terminal c -> st m = [] /\ bf m = [].
Proof.
  intros H [T1 T2]. rewrite (sim_stack _ _ _ H) in T1. rewrite (sim_buffer _ _ _ H) in T2.
  destruct (bf m); [|discriminate]. split; [|reflexivity].
  destruct (st m) as [|x s]; [reflexivity|]. simpl in T1. injection T1 as _ T1. now destruct (map tid (map snd s)).
Qed.

Lemma terminal_whole n c m : simulates n c m -> terminal c ->
  whole n (so_far c) (root m) /\ forall u, In u (subs (root m)) -> fine n u.
Proof.
  intros H T. destruct (sim_terminal _ _ _ H T) as [Es Eb]. destruct H as [H1 H2 H3 H4 H5 H6 H7 H8 H9 H10].
  assert (E : mtrees m = [root m]) by (unfold mtrees; now rewrite Es, Eb).
  rewrite E in *. assert (EF : fsubs [root m] = subs (root m)) by (unfold fsubs; simpl; now rewrite app_nil_r).
  rewrite EF in H8. split; [|assumption]. split; try assumption.
  - simpl in H7. simpl. now rewrite app_nil_r in H7.
  - now exists 0, (rt m).
  - intros u Hu. now apply H8.
Qed.

Lemma derives_whole nf sr n ts S : derives nf sr n ts S ->
  exists m l, whole n S (root m) /\ (forall u, In u (subs (root m)) -> fine n u) /\
  mrun nf sr (start (seq 1 n)) ts = Some (Machine (map erase_kid (rt m)) [] [] l).
Proof.
  intros [c [R [T <-]]]. destruct (sim_run n nf sr ts _ _ _ (sim_initial n) R) as [m [Hm Em]].
  rewrite first_erase in Em. destruct (sim_terminal _ _ _ Hm T) as [Es Eb].
  destruct (terminal_whole _ _ _ Hm T) as [W F]. exists m, (lst m). split; [exact W|split; [exact F|]].
  rewrite Em. unfold merase. now rewrite Es, Eb.
Qed.

Lemma whole_derives nf sr n ts ks l : mrun nf sr (start (seq 1 n)) ts = Some (Machine ks [] [] l) ->
  exists S m, derives nf sr n ts S /\ whole n S (root m) /\ map erase_kid (rt m) = ks.
Proof.
  intros E. rewrite <- first_erase in E.
  destruct (sim_run_back n nf sr ts _ _ _ (sim_initial n) E) as [c [m [R [H Em]]]].
  unfold merase in Em. injection Em as E1 E2 E3 _.
  apply map_eq_nil in E2, E3.
  assert (T : terminal c).
  { split; [rewrite (sim_stack _ _ _ H), E2; reflexivity|rewrite (sim_buffer _ _ _ H), E3; reflexivity]. }
  exists (so_far c), m. split; [exists c; auto|]. split; [apply (terminal_whole n c m H T)|assumption].
Qed.
