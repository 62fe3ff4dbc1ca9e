(** * No two derivations of an entry say the same *)

From Coq Require Import List Arith Bool Lia.
From Bubble Require Import Program Definitions Oracle Trees Machine Represent Refine Sound Items Derivations.
Import ListNotations.

Local Arguments yields : simpl never.
Local Arguments content : simpl never.
Local Arguments arc_labels : simpl never.

Lemma spec_at O e d : valid O d -> entry_of d = e -> spec O e (says d).
Proof. intros H <-. now apply says_spec. Qed.

(** Items of two roles of parts have two labels. *)
Lemma same_role O r r' l : In r (part_roles O) -> In r' (part_roles O) ->
  In l (arc_labels O [r]) -> In l (arc_labels O [r']) -> r = r'.
Proof.
  intros Hr Hr' H H'. apply label_out in H, H'.
  destruct H as [x [o [[<-|[]] [Ho E]]]], H' as [y [o' [[<-|[]] [Ho' E']]]].
  apply (role_once O r r' o o'); congruence.
Qed.

Lemma yields_same_end a b c x y : a <= b -> a <= c -> yields x = range a b -> yields y = range a c -> x = y -> b = c.
Proof. intros Hb Hc Hx Hy ->. apply (range_end a); congruence. Qed.

(** The parts of the derivation [ds], by number. *)
Ltac one ds d E :=
  match goal with H : [_] = map entry_of ds |- _ => apply map_one in H; destruct H as [d [-> E]] end.
Ltac two ds d1 d2 E1 E2 :=
  match goal with H : [_; _] = map entry_of ds |- _ => apply map_two in H; destruct H as [d1 [d2 [-> [E1 E2]]]] end.
Ltac look SV d E S W a b :=
  assert (S := SV d ltac:(simpl; auto)); rewrite E in S; destruct (says d) as [a b] eqn:W; simpl in S.
Ltac all_two ds ds' SV SV' Ew :=
  let d1 := fresh "d1" in let E1 := fresh "E1" in let S1 := fresh "S1" in let W1 := fresh "W1" in
  let a1 := fresh "a1" in let b1 := fresh "b1" in let d2 := fresh "d2" in let E2 := fresh "E2" in
  let S2 := fresh "S2" in let W2 := fresh "W2" in let a2 := fresh "a2" in let b2 := fresh "b2" in
  let d1' := fresh "d1'" in let E1' := fresh "E1'" in let S1' := fresh "S1'" in let W1' := fresh "W1'" in
  let a1' := fresh "a1'" in let b1' := fresh "b1'" in let d2' := fresh "d2'" in let E2' := fresh "E2'" in
  let S2' := fresh "S2'" in let W2' := fresh "W2'" in let a2' := fresh "a2'" in let b2' := fresh "b2'" in
  two ds d1 d2 E1 E2; two ds' d1' d2' E1' E2';
  simpl in Ew;
  look SV d1 E1 S1 W1 a1 b1; look SV d2 E2 S2 W2 a2 b2; look SV' d1' E1' S1' W1' a1' b1';
    look SV' d2' E2' S2' W2' a2' b2';
  simpl in Ew; clear SV SV'.
Ltac all_one ds ds' SV SV' Ew :=
  let d1 := fresh "d1" in let E1 := fresh "E1" in let S1 := fresh "S1" in let W1 := fresh "W1" in
  let a1 := fresh "a1" in let b1 := fresh "b1" in let d1' := fresh "d1'" in let E1' := fresh "E1'" in
  let S1' := fresh "S1'" in let W1' := fresh "W1'" in let a1' := fresh "a1'" in let b1' := fresh "b1'" in
  one ds d1 E1; one ds' d1' E1';
  simpl in Ew;
  look SV d1 E1 S1 W1 a1 b1; look SV' d1' E1' S1' W1' a1' b1';
  simpl in Ew; clear SV SV'.
Ltac alike Same := apply Same; [congruence|repeat constructor; congruence].

Lemma says_once O d : forall d', valid O d -> valid O d' -> entry_of d = entry_of d' -> says d = says d' -> d = d'.
Proof.
  induction d as [e s ds IH] using derivation_induction. intros [e' s' ds'] V V' E Ew. simpl in E. subst e'.
  apply valid_made in V, V'. destruct V as [M V], V' as [M' V'].
  assert (Same : s = s' -> Forall2 (fun d d' => entry_of d = entry_of d' /\ says d = says d') ds ds' ->
    Derive e s ds = Derive e s' ds').
  { intros -> H. f_equal. clear Ew M M'. induction H as [|d d' ds ds' [HE HW] _ IHds]; [reflexivity|]. f_equal.
    - apply IH; auto; [now left|apply V; now left|apply V'; now left].
    - apply IHds; [intros x Hx; apply IH; now right|intros x Hx; apply V; now right|intros x Hx; apply V'; now right]. }
  clear IH. assert (SV : forall d, In d ds -> spec O (entry_of d) (says d)) by (intros d Hd; apply says_spec, V, Hd).
  assert (SV' : forall d, In d ds' -> spec O (entry_of d) (says d)) by (intros d Hd; apply says_spec, V', Hd).
  clear V V'. remember (map entry_of ds) as es eqn:Es. remember (map entry_of ds') as es' eqn:Es'.
  destruct M; inversion M'; clear M'; repeat match goal with H : _ = es' |- _ => rewrite <- H in Es'; clear H end;
    subst;
    try lia.
  - symmetry in Es, Es'. apply map_eq_nil in Es, Es'. subst. alike Same.
  - all_one ds ds' SV SV' Ew. destruct S1 as [_ [-> _]], S1' as [_ [-> _]]. injection Ew as Ew. alike Same.
  - symmetry in Es, Es'. apply map_eq_nil in Es, Es'. subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [-> [_ [Y _]]], S2 as [l [w [P [R [rest [-> [-> _]]]]]]].
    destruct S1' as [-> [_ [Y' _]]], S2' as [l' [w' [P' [R' [rest' [-> [-> _]]]]]]]. simpl in Ew.
    injection Ew as -> -> -> -> -> ->.
    assert (p = p0) by (apply (yields_same_end k _ _ a1' a1'); auto; lia). subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [w [P [-> [-> [_ [C _]]]]]], S1' as [w' [P' [-> [-> [_ [C' _]]]]]].
    simpl in Ew.
    injection Ew as El -> -> -> ->. apply (named_once O) in El; try assumption.
    assert (q + 1 = q0 + 1) by (apply (range_end p); [lia|lia|congruence]). assert (q = q0) by lia. subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [-> [_ [Y _]]], S2 as [-> _], S1' as [-> [_ [Y' _]]], S2' as [-> _].
    injection Ew as -> ->.
    assert (m + 1 = m0 + 1) by (apply (yields_same_end (q + 1) _ _ a1' a1'); auto; lia). assert (m = m0) by lia. subst.
    alike Same.
  - symmetry in Es, Es'. apply map_eq_nil in Es, Es'. subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [ks [l1 [w [L [P [-> [-> [_ [Y _]]]]]]]]], S2 as [-> _].
    destruct S1' as [ks' [l1' [w' [L' [P' [-> [-> [_ [Y' _]]]]]]]]], S2' as [-> _]. rewrite !close_snoc in Ew.
    injection Ew as Ew.
    apply app_inj_tail in Ew. destruct Ew as [-> Ew]. injection Ew as -> -> -> -> ->.
    assert (q + 1 = q0 + 1) by (eapply (yields_same_end (j + 1)); [lia|lia|exact Y|exact Y'|reflexivity]).
    assert (q = q0) by lia. subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [-> [_ [Y _]]], S2 as [-> _], S1' as [-> [_ [Y' _]]], S2' as [-> _].
    injection Ew as -> ->.
    assert (m + 1 = m0 + 1) by (apply (yields_same_end (j + 1) _ _ a1' a1'); auto; lia). assert (m = m0) by lia. subst.
    alike Same.
  - all_two ds ds' SV SV' Ew. destruct S2 as [w [P [-> [-> [_ [C _]]]]]], S2' as [w' [P' [-> [-> [_ [C' _]]]]]].
    simpl in Ew.
    injection Ew as Ew. apply app_inj_tail in Ew. destruct Ew as [-> Ew]. injection Ew as El -> -> ->.
    apply (named_once O) in El; try assumption.
    destruct S1 as [_ [_ [Y [H5 _]]]], S1' as [_ [_ [Y' [H5' _]]]].
    assert (p = p0) by (apply (range_end (j + 1)); [lia|lia|congruence]). subst. alike Same.
  - all_one ds ds' SV SV' Ew. destruct S1 as [-> _], S1' as [-> _]. injection Ew as ->. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S2 as [w [P [-> [-> [_ [C _]]]]]], S2' as [w' [P' [-> [-> [_ [C' _]]]]]].
    destruct S1 as [-> [_ [Y _]]], S1' as [-> [_ [Y' _]]]. simpl in Ew. injection Ew as El -> -> ->.
    apply (named_once O) in El; try assumption.
    assert (p = p0) by (apply (range_end i); [lia|lia|congruence]). subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [l1 [w [L [P [-> [-> [_ [HL [Y _]]]]]]]]], S2 as [-> _].
    destruct S1' as [l1' [w' [L' [P' [-> [-> [_ [HL' [Y' _]]]]]]]]], S2' as [-> _]. simpl in Ew.
    injection Ew as -> -> -> -> ->.
    assert (r = r0) by (apply (same_role O r r0 l1'); auto using first_is_part). subst r0.
    assert (q + 1 = q0 + 1) by (apply (range_end i); [lia|lia|congruence]). assert (q = q0) by lia. subst. alike Same.
  - all_one ds ds' SV SV' Ew. destruct S1 as [l [t [-> [-> _]]]], S1' as [l' [t' [-> [-> _]]]]. injection Ew as -> ->.
    alike Same.
  - all_one ds ds' SV SV' Ew. destruct S1 as [l [t [-> [-> _]]]], S1' as [HL _]. injection Ew as <-. simpl in HL. lia.
  - all_one ds ds' SV SV' Ew. destruct S1' as [l [t [-> [-> _]]]], S1 as [HL _]. injection Ew as ->. simpl in HL. lia.
  - all_one ds ds' SV SV' Ew. destruct S1 as [_ [-> _]], S1' as [_ [-> _]]. injection Ew as ->. alike Same.
  - all_two ds ds' SV SV' Ew.
    destruct S1 as [_ [-> [_ [Y _]]]], S2 as [-> _], S1' as [_ [-> [_ [Y' _]]]], S2' as [-> _]. injection Ew as -> ->.
    assert (m + 1 = m0 + 1) by (apply (yields_same_end i _ _ a1' a1'); auto; lia). assert (m = m0) by lia. subst.
    alike Same.
  - all_two ds ds' SV SV' Ew. destruct S2 as [w [P [-> [-> [_ [C _]]]]]], S2' as [w' [P' [-> [-> [_ [C' _]]]]]].
    simpl in Ew.
    injection Ew as Ew. apply app_inj_tail in Ew. destruct Ew as [-> Ew]. injection Ew as El -> -> ->.
    apply (named_once O) in El; try assumption.
    destruct S1 as [_ [_ [_ [Y H5]]]], S1' as [_ [_ [_ [Y' H5']]]].
    assert (p = p0) by (apply (range_end i); [lia|lia|congruence]). subst. alike Same.
  - all_two ds ds' SV SV' Ew. destruct S1 as [ks [l1 [w [L [P [-> [-> [_ [_ [_ [HL [Y _]]]]]]]]]]]], S2 as [-> _].
    destruct S1' as [ks' [l1' [w' [L' [P' [-> [-> [_ [_ [_ [HL' [Y' _]]]]]]]]]]]], S2' as [-> _].
    rewrite !close_snoc in Ew. injection Ew as Ew.
    apply app_inj_tail in Ew. destruct Ew as [-> Ew]. injection Ew as -> -> -> -> ->.
    assert (r = r0) by (apply (same_role O r r0 l1'); auto). subst r0.
    assert (q + 1 = q0 + 1) by (apply (range_end i); [lia|lia|congruence]). assert (q = q0) by lia. subst. alike Same.
Qed.
