import { useState } from 'react';
import { useItems } from '#app/api/use-items.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import {
  findProgramGroupByPath,
  listPeriodProgramGroups,
  readServerInfo,
  type PeriodProgramGroup,
  type ProgramGroup,
  type ServerInfo,
} from '#modules/catalog/catalog.contract.ts';
import { shownPeriodOf } from '#modules/catalog/opening.ts';

export type Landing = {
  group: ProgramGroup;
  current?: PeriodProgramGroup;
  isOpen: boolean;
  /** of the company; undefined until the server has named the zone */
  time_zone?: string;
};

const SECOND_MS = 1000;
/** Parents who wait for the same hour ask within half a second, not all at once. */
const SPREAD_MS = 500;
/** A timer of no time at all would ask without a pause. */
const LEAST_MS = 50;

type Asked = {
  /** by the clock of the phone, which may be wrong; 0: only a page of before has the server's time */
  askedAt: number;
  now: number;
  spreadMs: number;
};

/**
 * When the page of a school asks again: at its next hour by the clock of the server, and at least once a
 * minute. Only the time passed is taken from the phone (SE8.3).
 * @param hour  the next opening or closing; null: none is set
 */
export function asksAgainAfterMs(
  info: Pick<ServerInfo, 'now' | 'is_sandbox'> | undefined,
  hour: string | null,
  { askedAt, now, spreadMs }: Asked,
): number {
  if (!info || hour === null || askedAt === 0) return MINUTE_MS;
  // Staff may move the clock of a sandbox.
  const most = info.is_sandbox ? SECOND_MS : MINUTE_MS;
  const left = Date.parse(hour) - Date.parse(info.now) - (now - askedAt);
  return Math.min(most, left > 0 ? Math.max(LEAST_MS, left + spreadMs) : SECOND_MS);
}

const asksAgainNowMs = (info: ServerInfo | undefined, hour: string | null, asked: Omit<Asked, 'now'>) =>
  asksAgainAfterMs(info, hour, { ...asked, now: Date.now() });

/** By the same reads as the wizard; shows an opening or closing as its hour strikes, without a reload. */
export function useLanding(path: string): { landing?: Landing; error?: unknown } {
  const [spreadMs] = useState(() => Math.random() * SPREAD_MS);
  // Each read asks for its interval at once, before the reads below have answered.
  let told: { info?: ServerInfo; hour: string | null; askedAt: number } = { hour: null, askedAt: 0 };
  const again = {
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: (): number => asksAgainNowMs(told.info, told.hour, { askedAt: told.askedAt, spreadMs }),
  };
  const info = useItems(readServerInfo, {}, again);
  const groups = useItems(findProgramGroupByPath, { params: { path } }, again);
  const group = groups.data?.[0];
  const period_id = (group && shownPeriodOf(group)) ?? undefined;
  const current = useItems(
    listPeriodProgramGroups,
    { params: { period_id, program_group_id: group?.id } },
    { ...again, enabled: group !== undefined && period_id !== undefined },
  );
  const found = current.data?.[0];
  const isOpen = group?.is_active === true && found?.is_active === true;
  const hour = (isOpen ? found.closes_at : group?.coming?.opens_at) ?? null;
  told = { hour, askedAt: info.dataUpdatedAt, ...(info.data?.[0] && { info: info.data[0] }) };
  const failed = [groups, current].find((read) => read.isError && read.data === undefined);
  if (failed) return { error: failed.error };
  if (!group || (period_id !== undefined && !current.data)) return {};
  const time_zone = info.data?.[0]?.date_time.timezone;
  return { landing: { group, isOpen, ...(found && { current: found }), ...(time_zone && { time_zone }) } };
}
