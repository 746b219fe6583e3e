import type { Span } from './sale-spans.ts';

/** A sale that begins or ends. */
export type SaleChange = {
  kind: 'opens' | 'closes';
  /** null: as soon as the change set is saved */
  at: Date | null;
  /** the hour of before, at which nothing happens any more */
  isCalledOff: boolean;
};

type Turn = { nth: number; kind: SaleChange['kind'] };

const turnsOf = (sells: readonly boolean[]): Turn[] =>
  sells.flatMap((is, nth) =>
    nth > 0 && is !== sells[nth - 1] ? [{ nth, kind: is ? ('opens' as const) : ('closes' as const) }] : [],
  );

/**
 * How the times change in which something is sold; empty if they stay.
 * @param was  by span, as `is`
 */
export function saleChanges(
  spans: readonly Span[],
  was: readonly boolean[],
  is: readonly boolean[],
): SaleChange[] {
  const [before, after] = [turnsOf(was), turnsOf(is)];
  const isIn = (turns: readonly Turn[], { nth, kind }: Turn) =>
    turns.some((one) => one.nth === nth && one.kind === kind);
  const atOnce: SaleChange[] =
    was[0] === is[0] ? [] : [{ kind: is[0] ? 'opens' : 'closes', at: null, isCalledOff: false }];
  const later = after
    .filter((turn) => !isIn(before, turn))
    .map(({ nth, kind }): SaleChange => ({ kind, at: spans[nth]!.at, isCalledOff: false }));
  const told = [...atOnce, ...later];
  // An hour that another one takes the place of is not told, nor one at which the same happens anyway.
  const isCalledOff = ({ nth, kind }: Turn) =>
    is[nth] === (kind === 'closes') && !told.some((one) => one.kind === kind);
  const calledOff = before
    .filter(isCalledOff)
    .map(({ nth, kind }): SaleChange => ({ kind, at: spans[nth]!.at, isCalledOff: true }));
  return [...told, ...calledOff];
}
