import { sql } from 'drizzle-orm';
import { aidAwards } from '#db/tables/aid.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import type { Db } from '#platform/db/database.ts';
import { isAmong, isIn } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { hasWord } from '#platform/db/has-word.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { AwardState } from './award.states.ts';
import { listAwardsById, stateSql } from './awards.queries.ts';

type AwardFilters = {
  words: readonly SearchWord[];
  period_ids?: readonly number[] | undefined;
  group_ids: readonly number[];
  states?: readonly AwardState[] | undefined;
};

/** The state asks for the code of the award. */
const hasState = (states: readonly AwardState[] | undefined) =>
  states &&
  sql`exists (select 1 from (select ${aidAwards.financial_aid_code_id} as code_id) as award
    left join ${financialAidCodes} on ${financialAidCodes.id} = award.code_id
    where ${isAmong(stateSql, states)})`;

export const listedAwards = ({ words, period_ids, group_ids, states }: AwardFilters): Listed => ({
  table: aidAwards,
  id: aidAwards.id,
  where: [
    ...words.map((word) => hasWord([aidAwards.first_name, aidAwards.last_name], word)),
    isIn(aidAwards.period_id, period_ids),
    isIn(aidAwards.program_group_id, group_ids),
    hasState(states),
  ],
});

export const NEWEST_AWARDS: ListedSort = { by: [aidAwards.id], descends: true };

/** The awards of a page, in no order. */
export const listAwardDetails = async (db: Db, ids: readonly number[]) =>
  (await listAwardsById(db, ids)).map((record) => ({ ...record, id: record.award.id }));
