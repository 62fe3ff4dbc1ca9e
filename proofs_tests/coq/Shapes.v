(** * Structures without their labels, and how many there are *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Definitions Oracle Statements Checker Trees Machine Represent Refine Sound Complete Unique Count Counting.
Import ListNotations.

(** ** Labels play no part in the conditions *)

Lemma in_shape S b l d : In (b, l, d) (arcs (shape S)) <-> l = conj /\ exists l', In (b, l', d) (arcs S).
Proof.
  simpl. rewrite in_map_iff. split.
  - intros [[[b' l'] d'] [E Ha]]. unfold head, dependent in E. simpl in E. injection E as <- <- <-. eauto.
  - intros [-> [l' Ha]]. exists (b, l', d). auto.
Qed.

Lemma shape_arc S a : In a (arcs S) -> In (head a, conj, dependent a) (arcs (shape S)).
Proof. intros Ha. apply in_shape. split; [reflexivity|]. destruct a as [[b l] d]. now exists l. Qed.

Lemma shape_back S a : In a (arcs (shape S)) -> exists a', In a' (arcs S) /\ head a' = head a /\ dependent a' = dependent a.
Proof.
  destruct a as [[b l] d]. intros Ha. apply in_shape in Ha. destruct Ha as [_ [l' Ha]]. now exists (b, l', d).
Qed.

Lemma shape_children S b : children (shape S) b = children S b.
Proof.
  unfold children, shape. simpl. induction (arcs S) as [|a l IH]; [reflexivity|]. simpl.
  unfold head at 1. simpl. fold (head a). destruct (head a =? b); simpl; now rewrite IH.
Qed.

Lemma shape_descend S k : forall X, descend (shape S) k X = descend S k X.
Proof.
  induction k as [|k IH]; intros X; [reflexivity|]. simpl. rewrite IH. do 3 f_equal.
  apply flat_map_same. intros b _. apply shape_children.
Qed.

Lemma shape_descendants S b : descendants (shape S) b = descendants S b.
Proof. apply shape_descend. Qed.

Lemma shape_psi S b : psi (shape S) b = psi S b.
Proof. unfold psi. now rewrite shape_descendants. Qed.

Lemma shape_headless S b : headless (shape S) b <-> headless S b.
Proof.
  unfold headless. split; intros [Hb HA]; (split; [exact Hb|]); intros a Ha E.
  - exact (HA _ (shape_arc S a Ha) E).
  - destruct (shape_back S a Ha) as [a' [Ha' [_ E']]]. apply (HA a' Ha'). congruence.
Qed.

Lemma shape_projective S : projective S -> projective (shape S).
Proof.
  intros [[Q1 Q2] [[T1 [T2 T3]] [H2 [H3 [H4 [[R1 [R2 R3]] [H6 [H7 [H8 H9]]]]]]]]].
  assert (HB : forall a b, below (shape S) a b <-> below S a b) by (intros; unfold below; now rewrite shape_descendants).
  split; [split|split; [split; [|split]|]].
  - exact Q1.
  - intros a Ha. destruct (shape_back S a Ha) as [a' [Ha' [<- <-]]]. exact (Q2 a' Ha').
  - destruct T1 as [r [Hr HU]]. exists r. split; [now apply shape_headless|]. intros b Hb. apply HU. now apply shape_headless.
  - intros [[b l] d] [[b' l'] d'] Ha Ha' E. apply in_shape in Ha, Ha'. destruct Ha as [-> [l1 Ha]], Ha' as [-> [l2 Ha']].
    assert (E' := T2 _ _ Ha Ha' E). congruence.
  - intros b Hb. destruct (T3 b Hb) as [r [Hr Hrb]]. exists r. split; [now apply shape_headless|now apply HB].
  - split; [exact H2|]. split; [exact H3|]. split; [exact H4|]. split; [|split; [|split; [|split]]].
    + split; [exact R1|]. split; [exact R2|]. intros b Hb H0. destruct (R3 b Hb H0) as [E HL]. split; [exact E|].
      now apply shape_headless.
    + intros a1 a2 B1 B2 HP. apply HB. exact (H6 a1 a2 B1 B2 HP).
    + exact H7.
    + intros b Hb. rewrite shape_psi. exact (H8 b Hb).
    + intros a1 a2 B1 Hb Hne. rewrite shape_psi. apply (H9 a1 a2 B1); [now apply HB|assumption].
Qed.

Lemma shape_conj S a : In a (arcs (shape S)) -> snd (fst a) = conj.
Proof. destruct a as [[b l] d]. intros Ha. now apply in_shape in Ha. Qed.

Lemma shape_first_parts S : first_parts_are_conj (shape S).
Proof. intros b l d v Ha _ _ _. now apply in_shape in Ha. Qed.

Lemma shape_same S : (forall a, In a (arcs S) -> snd (fst a) = conj) -> shape S = S.
Proof.
  destruct S as [n C A]. simpl. intros H. unfold shape. simpl. f_equal. rewrite <- (map_id A) at 2. apply map_ext_in.
  intros [[b l] d] Ha. assert (E := H _ Ha). simpl in E. now subst l.
Qed.

(** ** RT's children *)

Lemma one_child n S b ks : whole n S (Node b 0 [] [] ks) -> (one_root_child S <-> length ks = 1).
Proof.
  intros W. set (t := Node b 0 [] [] ks) in *.
  assert (Ht : forall k, In k ks -> In (tid t, fst k, tid (snd k)) (arcs S)).
  { intros k Hk. apply (node_arc n S t W). exists t, k. split; [apply subs_self|]. auto. }
  assert (H0 : In ROOT (phi S (tid t))).
  { apply (node_phi n S t W t (subs_self _)). rewrite (root_content n S t W). now left. }
  assert (Hb : forall a, In a (arcs S) -> In ROOT (phi S (head a)) -> exists k, In k ks /\ a = (tid t, fst k, tid (snd k))).
  { intros a Ha Hr. apply (node_arc n S t W) in Ha. destruct Ha as [u [k [Hu [Hk ->]]]].
    apply (node_phi n S t W u Hu) in Hr. apply (root_holds n S t W u Hu) in Hr. subst u. exists k. auto. }
  split.
  - intros [a [Ha [Hr U]]]. destruct (Hb a Ha Hr) as [k [Hk E]].
    destruct ks as [|k1 [|k2 ks]]; [contradiction|reflexivity|exfalso].
    assert (Same : forall k, In k (kids t) -> (tid t, fst k, tid (snd k)) = a) by (intros k' Hk'; apply U; [now apply Ht|exact H0]).
    assert (K1 : In k1 (kids t)) by (simpl; auto). assert (K2 : In k2 (kids t)) by (simpl; auto).
    assert (Et : snd k1 = snd k2).
    { apply (node_same n S t W); [apply (subs_kid t t); [apply subs_self|assumption]|apply (subs_kid t t); [apply subs_self|assumption]|].
      assert (E1 := Same k1 K1). assert (E2 := Same k2 K2). rewrite <- E2 in E1. now injection E1. }
    assert (HN := whole_NoDup n S t W). apply NoDup_kids in HN. simpl in HN. apply NoDup_split in HN.
    destruct HN as [_ [_ HN]]. destruct (exists_in _ (yield_nonempty (snd k1))) as [x Hx].
    apply (HN x Hx). apply in_app_iff. left. now rewrite <- Et.
  - intros E. destruct ks as [|k [|k' ks]]; try discriminate. exists (tid t, fst k, tid (snd k)).
    split; [apply Ht; now left|]. split; [exact H0|]. intros a Ha Hr. destruct (Hb a Ha Hr) as [k' [[<-|[]] ->]]. reflexivity.
Qed.

Lemma same_children n S T b ks b' ks' : whole n S (Node b 0 [] [] ks) -> whole n T (Node b' 0 [] [] ks') ->
  same_tree S T -> length ks = length ks'.
Proof.
  intros WS WT E. assert (EE := same_erase n S T _ _ WS WT E). injection EE as EE.
  apply (f_equal (@length _)) in EE. now rewrite !map_length in EE.
Qed.

Lemma root_child_same n S T s t : whole n S s -> whole n T t -> same_tree S T -> one_root_child S -> one_root_child T.
Proof.
  intros WS WT E HS. destruct (whole_root _ _ _ WS) as [b [ks ->]]. destruct (whole_root _ _ _ WT) as [b' [ks' ->]].
  apply (one_child n T b' ks' WT). rewrite <- (same_children n S T b ks b' ks' WS WT E). now apply (one_child n S b ks WS).
Qed.

Lemma shape_one_child S : one_root_child S -> one_root_child (shape S).
Proof.
  intros [a [Ha [Hr U]]]. exists (head a, conj, dependent a). split; [now apply shape_arc|]. split; [exact Hr|].
  intros [[b l] d] Ha' Hr'. apply in_shape in Ha'. destruct Ha' as [-> [l' Ha']]. assert (E := U _ Ha' Hr'). now subst a.
Qed.

(** ** Lists of all *)

(** What plain forests derive. *)
Definition derived_from (n : nat) (Fs : list (list (label * tree))) : list structure :=
  flat_map (fun ks => match derive true false n (attach ks) with Some T => [T] | None => [] end) Fs.

Section Derived.
Variables (n : nat) (Fs : list (list (label * tree))).
Hypothesis HN : NoDup Fs.
Hypothesis HF : forall ks, In ks Fs -> plains ks /\ wcs ks = n.

Lemma in_derived S : In S (derived_from n Fs) <-> exists ks, In ks Fs /\ derives true false n (attach ks) S.
Proof.
  unfold derived_from. rewrite in_flat_map. split; intros [ks [Hks H]]; exists ks; (split; [assumption|]).
  - destruct (derive true false n (attach ks)) as [T|] eqn:E; [|contradiction]. destruct H as [<-|[]]. now apply derive_ok.
  - apply derive_ok in H. rewrite H. now left.
Qed.

Lemma derived_conj ks S : In ks Fs -> derives true false n (attach ks) S -> forall a, In a (arcs S) -> snd (fst a) = conj.
Proof.
  intros Hks HD. destruct (HF ks Hks) as [Hp En]. destruct (forest_derived ks n Hp En) as [T [m [HT [_ [_ HL]]]]].
  apply derive_ok in HD, HT. rewrite HD in HT. now injection HT as ->.
Qed.

Lemma derived_length : length (derived_from n Fs) = length Fs.
Proof.
  clear HN. unfold derived_from. induction Fs as [|ks l IH]; [reflexivity|]. simpl. rewrite app_length, IH by (intros; apply HF; now right).
  destruct (HF ks (or_introl eq_refl)) as [Hp En]. destruct (forest_derived ks n Hp En) as [S [_ [HD _]]].
  apply derive_ok in HD. now rewrite HD.
Qed.
End Derived.

Lemma derived_apart n Fs : NoDup Fs -> (forall ks, In ks Fs -> plains ks /\ wcs ks = n) ->
  ForallOrdPairs (fun S T => ~ same_tree (shape S) (shape T)) (derived_from n Fs).
Proof.
  intros HN HF. induction HN as [|ks l Hks HN IH]; [constructor|].
  assert (IH' := IH (fun x Hx => HF x (or_intror Hx))). unfold derived_from in *. simpl.
  destruct (derive true false n (attach ks)) as [S|] eqn:E; [|exact IH']. simpl. constructor; [|exact IH'].
  apply Forall_forall. intros T HT ES. apply (in_derived n l) in HT. destruct HT as [ks' [Hks' HD']].
  assert (HD : derives true false n (attach ks) S) by now apply derive_ok.
  rewrite (shape_same S) in ES by (intros a; apply (derived_conj n (ks :: l) HF ks S (or_introl eq_refl) HD)).
  rewrite (shape_same T) in ES by (intros a; apply (derived_conj n (ks :: l) HF ks' T (or_intror Hks') HD')).
  destruct (derives_whole _ _ _ _ _ HD) as [m [x [W [_ R]]]]. destruct (derives_whole _ _ _ _ _ HD') as [m' [x' [W' [_ R']]]].
  assert (EE := same_erase n S T _ _ W W' ES). apply Hks. replace ks with ks'; [assumption|]. symmetry.
  destruct (HF ks (or_introl eq_refl)) as [Hp En]. destruct (HF ks' (or_intror Hks')) as [Hp' En'].
  apply (attach_forests n ks ks' Hp En Hp' En').
  rewrite (normal_run_is_oracle _ _ _ _ _ R), (normal_run_is_oracle _ _ _ _ _ R'). f_equal.
  unfold root in EE. simpl in EE. now injection EE.
Qed.
