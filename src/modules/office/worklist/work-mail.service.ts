import { z } from 'zod';
import { rightsOf } from '#modules/accounts/rights.ts';
import {
  findWorkMailReader,
  listWorkMailReaders,
  type WorkMailReader,
} from '#modules/accounts/staff/work-mail.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import { enqueue, type Renderers } from '#platform/outbox/outbox.ts';
import { workFacts } from './work-kinds.ts';
import { redWork, type RedKind } from './worklist.service.ts';
import type { WorkClock } from './work-sources.service.ts';
import { redWorkEmail } from './work.emails.ts';

type Deps = { db: Database; clock: WorkClock; config: Config };

const redOf = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id, role }: WorkMailReader): Promise<RedKind[]> =>
  redWork({ db, clock }, { user_id: id, rights: rightsOf([role]) });

/** One email a day to each who wants it and has red entries (OF9.5). */
export async function mailRedWork({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const day = clock.today();
  for (const reader of await listWorkMailReaders(db)) {
    if ((await redOf({ db, clock }, reader)).length === 0) continue;
    const { id: user_id } = reader;
    const mail = { kind: 'office.red_work', ref: `red-work-${user_id}-${day}`, payload: { user_id, day } };
    await db.transaction((tx) => enqueue(tx, clock.now(), mail));
  }
}

const aboutReader = z.object({ user_id: z.number(), day: z.string() });

/** Sends nothing to who switched the email off or has worked everything off meanwhile. */
export const workEmails = ({ db, clock, config }: Deps): Renderers => ({
  'office.red_work': async (payload) => {
    const reader = await findWorkMailReader(db, aboutReader.parse(payload).user_id);
    const kinds = reader ? await redOf({ db, clock }, reader) : [];
    if (!reader || kinds.length === 0) return undefined;
    const { name: company } = await getCompany(db);
    const content = redWorkEmail({
      company,
      first_name: reader.first_name,
      kinds: kinds.map(({ kind, n, days }) => ({ name: workFacts(kind).name(), n, days })),
      link: `${config.publicUrl}/admin/worklist?owner=mine`,
    });
    return { to: [reader.email], ...renderEmail(content) };
  },
});
