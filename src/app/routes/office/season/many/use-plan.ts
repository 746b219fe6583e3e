import { useState } from 'react';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { planMany, type ManyAnswer, type SentAct } from '#modules/catalog/planning/many.contract.ts';
import type { ManyKind } from '#modules/catalog/planning/many-changes.ts';
import { callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import type { Typed } from '#app/routes/office/season/objects/typed-fields.ts';
import { previewOf } from '#app/routes/office/season/save-changes.ts';
import { editedPlan, NO_EDITS, problemsByRow, rowKey, type PlanRow } from './plan-edits.ts';

export type Wanted = { kind: ManyKind; ids: number[]; acts: SentAct[] };

/** A plan of many changes: asked of the server, edited, checked, and given to the last question. */
export function usePlan(season_id: number) {
  const [plan, setPlan] = useState<ManyAnswer>();
  const [edits, setEdits] = useState(NO_EDITS);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [ready, setReady] = useState<SentChange[]>();
  const { isBusy, problem, act } = useAct();
  const show = (body: Wanted) =>
    act(async () => {
      setEdits(NO_EDITS);
      setProblems({});
      setPlan(await callForOne(planMany, { params: { id: season_id }, body }));
    });
  const type = (row: PlanRow, value: Typed) =>
    setEdits((now) => ({ ...now, typed: { ...now.typed, [rowKey(row)]: value } }));
  const takeOut = (id: number) =>
    setEdits((now) => {
      const out = new Set(now.out);
      if (!out.delete(id)) out.add(id);
      return { ...now, out };
    });
  const review = () =>
    act(async () => {
      if (!plan) return;
      const { changes, places } = editedPlan(plan, edits);
      const preview = await previewOf(changes);
      setProblems(problemsByRow(preview.problems, plan, places));
      if (preview.problems.length === 0) setReady(changes);
    });
  return {
    plan,
    edits,
    problems,
    ready,
    isBusy,
    problem,
    show,
    type,
    takeOut,
    review,
    toChoice: () => setPlan(undefined),
    toTable: () => setReady(undefined),
    changed: plan ? editedPlan(plan, edits).changes : [],
  };
}

export type Plan = ReturnType<typeof usePlan>;
