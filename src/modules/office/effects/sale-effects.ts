import { m } from '#i18n/messages.js';
import { timeWithZone, weekdayAndDay } from '#kit/local-time.ts';
import type { FoundEffect, Named } from './effect.ts';
import type { Level } from './route-effects.ts';
import type { SaleChange } from './sale-changes.ts';

/** Families with an open checkout of what closes. */
export type OpenCheckouts = {
  all: number;
  /** may finish in the minutes after the closing (SE8.5) */
  finishing: number;
};

/** A sale that begins or ends, with the open checkouts that an end at once concerns. */
export function saleEffect(
  named: Named & { level: Level; time_zone: string },
  change: SaleChange,
  open: OpenCheckouts,
): FoundEffect {
  const { place, subject } = named;
  const { kind, at, isCalledOff } = change;
  if (at) return { kind: told(kind, isCalledOff), subject, say: () => sayHour(named, { ...change, at }) };
  if (kind === 'opens') return { kind, subject, say: () => m.office_effect_opens({ place }) };
  const agreed = m.office_effect_closes({ place });
  const say = () => [agreed, ...sayOpen(open)].join(' ');
  return { kind, subject, say, n: open.all, agreed };
}

/** An opening that is called off is as grave as a closing. */
function told(kind: SaleChange['kind'], isCalledOff: boolean): SaleChange['kind'] {
  if (!isCalledOff) return kind;
  return kind === 'opens' ? 'closes' : 'opens';
}

function sayHour(
  { place, level, time_zone }: Named & { level: Level; time_zone: string },
  { kind, at, isCalledOff }: SaleChange & { at: Date },
): string {
  const of = { place, day: weekdayAndDay(time_zone, at), time: timeWithZone(time_zone, at) };
  if (isCalledOff) return kind === 'opens' ? m.office_effect_opens_off(of) : m.office_effect_closes_off(of);
  if (level === 'school')
    return kind === 'opens' ? m.office_effect_opens_at(of) : m.office_effect_closes_at(of);
  return kind === 'opens' ? m.office_effect_sold_from(of) : m.office_effect_sold_until(of);
}

function sayOpen({ all, finishing }: OpenCheckouts): string[] {
  const lost = all - finishing;
  return [
    ...(finishing === 0
      ? []
      : [
          finishing === 1
            ? m.office_effect_closes_finished_one()
            : m.office_effect_closes_finished({ n: finishing }),
        ]),
    ...(lost === 0
      ? []
      : [lost === 1 ? m.office_effect_closes_lost_one() : m.office_effect_closes_lost({ n: lost })]),
  ];
}
