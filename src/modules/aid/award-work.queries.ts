import { isNull, sql } from 'drizzle-orm';
import { aidAwards } from '#db/tables/aid.ts';
import { periods } from '#db/tables/catalog/catalog.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { workRows, type WorkRows } from '#platform/db/work-rows.ts';
import { isUnused } from './awards.queries.ts';

/** Awards of school years that have not ended, for children who were not found (OF7.3). */
export const openAwardWork = (today: PlainDate): WorkRows =>
  workRows(
    {
      subject: aidAwards.id,
      since: aidAwards.made_at,
      program_group_id: aidAwards.program_group_id,
      ref: aidAwards.period_id,
      title: sql`${aidAwards.first_name} || ' ' || ${aidAwards.last_name}`,
    },
    sql`${aidAwards} join ${periods} on ${periods.id} = ${aidAwards.period_id}
      left join ${financialAidCodes} on ${financialAidCodes.id} = ${aidAwards.financial_aid_code_id}
      where ${isNull(aidAwards.student_id)} and ${isUnused(today)} and ${periods.ends_on} >= ${today}`,
  );
