import type { OverviewFacts } from './overview.contract.ts';

type OwedAge = Pick<OverviewFacts['owed'][number], 'from_days' | 'thru_days'>;

/** The filters of the list of what is owed that has exactly the payments of an age (RP1.5). */
export const owedQuery = ({ from_days, thru_days }: OwedAge, school: string): string =>
  `days_late=${from_days}..${thru_days ?? ''}${school && `&school=${school}`}`;
