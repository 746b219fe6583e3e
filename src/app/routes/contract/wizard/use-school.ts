import { useItems } from '#app/api/use-items.ts';
import {
  findProgramGroupByPath,
  listPeriodProgramGroups,
  listPrograms,
  readServerInfo,
  type PeriodProgramGroup,
  type Program,
  type ProgramGroup,
  type ServerInfo,
} from '#modules/catalog/catalog.contract.ts';
import { MINUTE_MS } from '#kit/durations.ts';

export type School = {
  readonly group: ProgramGroup;
  readonly periodGroup: PeriodProgramGroup;
  readonly programs: readonly Program[];
  readonly info: ServerInfo;
};

export type SchoolState =
  | { readonly is: 'loading' }
  | { readonly is: 'broken'; readonly error: unknown; readonly retry: () => void }
  | { readonly is: 'closed' }
  | { readonly is: 'open'; readonly school: School };

// Staff may move the clock of a sandbox; elsewhere a day ends only at midnight.
const SANDBOX_ASKS_AFTER_MS = 2000;
const SECOND_MS = 1000;

type Day = Pick<ServerInfo, 'is_sandbox' | 'seconds_left_today'>;

export function asksAgainAfterMs(
  info: Day | undefined,
  { askedAt, now }: { askedAt: number; now: number },
): number {
  if (!info) return MINUTE_MS;
  const midnight = askedAt + info.seconds_left_today * SECOND_MS;
  const most = info.is_sandbox ? SANDBOX_ASKS_AFTER_MS : MINUTE_MS;
  return Math.min(most, Math.max(SECOND_MS, midnight - now));
}

function useServerInfo() {
  return useItems(
    readServerInfo,
    {},
    {
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) =>
        asksAgainAfterMs(state.data?.[0], { askedAt: state.dataUpdatedAt, now: Date.now() }),
    },
  );
}

function useGroupReads(group: ProgramGroup | undefined) {
  const period_id = group?.current_period_id ?? undefined;
  const periodGroups = useItems(
    listPeriodProgramGroups,
    { params: { period_id, program_group_id: group?.id } },
    { enabled: group !== undefined && period_id !== undefined },
  );
  const programs = useItems(
    listPrograms,
    { params: { program_group_id: group?.id } },
    { enabled: group !== undefined },
  );
  return { period_id, periodGroups, programs };
}

/** Reads the school of the address; a school without contracts on sale is closed (contracts.md §2). */
export function useSchool(path: string): SchoolState {
  const info = useServerInfo();
  const groups = useItems(findProgramGroupByPath, { params: { path } }, { enabled: path !== '' });
  const group = groups.data?.[0];
  const { period_id, periodGroups, programs } = useGroupReads(group);

  const reads = [groups, programs, periodGroups, info];
  const failed = reads.find((read) => read.isError && read.data === undefined);
  if (path === '' || failed) {
    return {
      is: 'broken',
      error: failed?.error,
      retry: () => reads.forEach((read) => read.isError && void read.refetch()),
    };
  }
  if (group && (!group.is_active || period_id === undefined)) return { is: 'closed' };
  if (!group || !programs.data || !periodGroups.data || !info.data?.[0]) return { is: 'loading' };
  const periodGroup = periodGroups.data.find((each) => each.program_group_id === group.id);
  // A checkout that was open at the closing may be finished; the server refuses another one (SE8.5).
  if (!periodGroup?.is_active && !periodGroup?.is_closing) return { is: 'closed' };
  return {
    is: 'open',
    school: {
      group,
      periodGroup,
      programs: programs.data.filter((program) => program.is_active),
      info: info.data[0],
    },
  };
}
