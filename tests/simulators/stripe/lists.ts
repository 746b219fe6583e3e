import { mayExpand, type Operation } from './description.ts';
import type { Stored } from './store.ts';
import { invalid, missing } from './stripe-error.ts';
import type { World } from './world.ts';

type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

export type Page = { object: 'list'; data: Stored[]; has_more: boolean; url: string };

/** A page of a list, the newest first, as `limit`, the cursors and `created` ask for it. */
export function pageOf(all: readonly Stored[], url: string, params: Record<string, unknown>): Page {
  const { limit = 10, starting_after, ending_before, created } = params;
  if (Number(limit) < 1 || Number(limit) > 100)
    throw invalid({ param: 'limit', message: 'limit must be between 1 and 100.' });
  const inRange = all.filter((one) => isWithin(one.created ?? 0, created as Range | number | undefined));
  const count = Number(limit);
  if (ending_before) {
    const end = placeOf(inRange, ending_before, 'ending_before');
    const data = inRange.slice(Math.max(0, end - count), end);
    return { object: 'list', data, has_more: end > count, url };
  }
  const start = starting_after ? placeOf(inRange, starting_after, 'starting_after') + 1 : 0;
  const data = inRange.slice(start, start + count);
  return { object: 'list', data, has_more: inRange.length > start + count, url };
}

function placeOf(all: readonly Stored[], id: unknown, param: string): number {
  const place = all.findIndex((one) => one.id === id);
  if (place === -1) throw missing('object', String(id), param);
  return place;
}

function isWithin(at: number, range: Range | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}

/** Puts objects where an answer has their ids, as `expand` asks. */
export function expanded(
  world: World,
  operation: Operation,
  answer: object,
  paths: readonly string[],
): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    if (!mayExpand(operation, path))
      throw invalid({ param: 'expand', message: `This property cannot be expanded (${path}).` });
    expandIn(world, copy, path.split('.'));
  }
  return copy;
}

function expandIn(world: World, holder: unknown, [field = '', ...rest]: readonly string[]): void {
  if (Array.isArray(holder)) {
    for (const one of holder) expandIn(world, one, [field, ...rest]);
    return;
  }
  if (typeof holder !== 'object' || holder === null) return;
  const fields = holder as Record<string, unknown>;
  const found = world.store.find(fields[field]);
  if (found) fields[field] = structuredClone(found);
  if (field === 'refunds') fields.refunds = refundsOf(world, fields.id);
  if (rest.length > 0) expandIn(world, fields[field], rest);
}

function refundsOf(world: World, charge: unknown): Page {
  const all = world.store.list('refund').filter((one) => one.charge === charge);
  return structuredClone(pageOf(all, `/v1/charges/${String(charge)}/refunds`, {}));
}
