import type { Right } from '#kit/endpoint/right.ts';
import { m } from '#i18n/messages.js';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';

/** The choice for all rows. */
export type BulkInput = { readonly day: string };

/** An act on many rows of a list: the call of the single act, row by row (OF1.11). */
export type BulkAct<Row> = {
  readonly key: string;
  readonly right: Right;
  readonly label: () => string;
  /** what happens to each row */
  readonly about: () => string;
  /** the label of a day to choose */
  readonly day?: () => string;
  /** why a row is left out, as far as the list knows */
  readonly leftOut: (row: Row) => string | undefined;
  readonly act: (row: Row, input: BulkInput) => Promise<unknown>;
};

/** Rows that are left out for the same reason. */
export type LeftOut<Row> = { readonly reason: string; readonly rows: readonly Row[] };

function grouped<Row>(left: readonly (readonly [reason: string, row: Row])[]): LeftOut<Row>[] {
  const reasons = [...new Set(left.map(([reason]) => reason))];
  return reasons.map((reason) => ({
    reason,
    rows: left.filter(([own]) => own === reason).map(([, row]) => row),
  }));
}

export function planOf<Row>(rows: readonly Row[], { leftOut }: Pick<BulkAct<Row>, 'leftOut'>) {
  const left = rows.flatMap((row) => {
    const reason = leftOut(row);
    return reason === undefined ? [] : [[reason, row] as const];
  });
  return { wanted: rows.filter((row) => leftOut(row) === undefined), left: grouped(left) };
}

/** Every other row would fail alike: without an answer, without a login, or without the proof. */
function isAboutAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 401 || error.data.errors.includes(m.portal_proof_required());
}

export type BulkResult<Row> = { readonly done: readonly Row[]; readonly left: readonly LeftOut<Row>[] };

/**
 * Acts on one row after the other; a refused row stops no other.
 * @param onStep  with the number of rows that are behind
 */
export async function actOnRows<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onStep: (behind: number) => void,
): Promise<BulkResult<Row>> {
  const done: Row[] = [];
  const left: [string, Row][] = [];
  for (const [at, row] of rows.entries()) {
    onStep(at);
    try {
      await act(row);
      done.push(row);
    } catch (error) {
      const reason = sentencesOf(error).join(' ');
      const without = isAboutAll(error) ? rows.slice(at) : [row];
      left.push(...without.map((one): [string, Row] => [reason, one]));
      if (without.length > 1) break;
    }
  }
  return { done, left: grouped(left) };
}

export const countOf = (left: readonly LeftOut<unknown>[]): number =>
  left.reduce((sum, { rows }) => sum + rows.length, 0);
