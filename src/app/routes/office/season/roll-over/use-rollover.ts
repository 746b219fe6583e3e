import { useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  discardRollover,
  editRolloverRows,
  listRolloverRows,
  MOST_ROWS,
  openRollover,
  readRollover,
  saveRollover,
  type RolloverAnswer,
  type RolloverEdit,
  type RolloverRow,
} from '#modules/catalog/planning/rollover.contract.ts';
import { sentencesByValue, valueKey } from '#modules/catalog/planning/sentences-by-value.ts';
import { callForOne, call } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';

export type Settings = RolloverAnswer['settings'];
type Part = 'values' | 'texts';

const atSeason = (season_id: number) => ({ params: { id: season_id } });

/** The plan of a season, and the ways to open and to discard it. */
export function useRollover(season_id: number) {
  const queries = useQueryClient();
  const { isBusy, problem, act } = useAct();
  const at = atSeason(season_id);
  const plan = useItems(readRollover, at, { retry: false });
  return {
    plan,
    isBusy,
    problem,
    open: () =>
      act(async () => {
        await callForOne(openRollover, at);
        await queries.invalidateQueries();
      }),
    discard: async () => {
      await call(discardRollover, at);
      await queries.invalidateQueries();
    },
  };
}

const rowsKey = (season_id: number, part: Part) => [listRolloverRows.name, season_id, part] as const;

/** All rows of a part, read page by page. */
export function useRows(season_id: number, part: Part) {
  return useQuery({
    queryKey: rowsKey(season_id, part),
    queryFn: async () => {
      const rows: RolloverRow[] = [];
      for (let after: number | null = 0; after !== null;) {
        const query: { part: Part; after: number; limit: number } = { part, after, limit: MOST_ROWS };
        const page: { rows: RolloverRow[]; next: number | null } = await callForOne(listRolloverRows, {
          ...atSeason(season_id),
          query,
        });
        rows.push(...page.rows);
        after = page.next;
      }
      return rows;
    },
  });
}

/**
 * Saves edits one after the other, each by the version that the one before has made. Rows on the page change
 * at once; their problems come with the answer (SE9.7).
 */
export function useEdits(season_id: number) {
  const queries = useQueryClient();
  const { problem, isBusy, act } = useAct();
  const queue = useRef(Promise.resolve());
  const planKey = itemsKey(readRollover, atSeason(season_id));
  const planNow = () => queries.getQueryData<RolloverAnswer[]>(planKey)?.[0];
  const keep = (answer: RolloverAnswer) => queries.setQueryData(planKey, [answer]);
  const patch = (part: Part, change: (row: RolloverRow) => RolloverRow) =>
    queries.setQueryData<RolloverRow[]>(rowsKey(season_id, part), (rows) => rows?.map(change));
  const withProblems = ({ problems, checks }: RolloverAnswer) => {
    const [broken, doubtful] = [sentencesByValue(problems), sentencesByValue(checks)];
    patch('values', (row) => ({
      ...row,
      problem: broken.get(valueKey(row)) ?? null,
      check: doubtful.get(valueKey(row)) ?? null,
    }));
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = queue.current.then(() => act(() => orReadAgain(work)));
    queue.current = next;
    return next;
  };
  // After a refusal the page shows what is saved, by a colleague too.
  const orReadAgain = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await queries.invalidateQueries();
      throw error;
    }
  };
  const versionNow = () => planNow()?.version ?? 1;
  return {
    problem,
    isBusy,
    /** resolves once all edits so far are answered */
    saved: () => queue.current,
    saveSettings: (settings: Settings) =>
      inTurn(async () => {
        const body = { settings, version: versionNow() };
        keep(await callForOne(saveRollover, { ...atSeason(season_id), body }));
        await queries.invalidateQueries({ queryKey: [listRolloverRows.name, season_id] });
      }),
    /** @param isOfRows  false for ticks of objects, which change what rows there are */
    edit: (part: Part, edits: RolloverEdit[], { isOfRows = true }: { isOfRows?: boolean } = {}) => {
      const byKey = new Map(edits.map((one) => [valueKey(one), one]));
      if (isOfRows) patch(part, (row) => edited(row, byKey.get(valueKey(row))));
      return inTurn(async () => {
        const body = { edits, version: versionNow() };
        const answer = await callForOne(editRolloverRows, { ...atSeason(season_id), body });
        keep(answer);
        if (isOfRows) withProblems(answer);
        else await queries.invalidateQueries({ queryKey: [listRolloverRows.name, season_id] });
      });
    },
  };
}

export type Edits = ReturnType<typeof useEdits>;

function edited(row: RolloverRow, edit: RolloverEdit | undefined): RolloverRow {
  if (!edit) return row;
  if (edit.included !== undefined) return { ...row, included: edit.included };
  const is_typed = edit.value !== null;
  return { ...row, is_typed, value: is_typed ? edit.value : row.proposed };
}
