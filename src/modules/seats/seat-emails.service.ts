import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { brand } from '#brand/selected-brand.ts';
import { formatDateTime } from '#kit/plain-date.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { isOnSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findLostHold } from './lost-holds.queries.ts';
import { holdLostEmail, seatOfferEmail } from './seats.emails.ts';
import { findCompanyName, findOffered } from './waiting-list.queries.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const aboutHold = z.object({ student_id: z.number(), user_id: z.number(), route_id: z.number() });
const aboutWait = z.object({ waiting_id: z.number() });

/** An expired or taken offer sends no mail. */
export function seatEmails({ db, clock, config }: Deps): Renderers {
  return {
    'seats.seat_offered': async (payload) => {
      const entry = await findOffered(db, clock.now(), aboutWait.parse(payload).waiting_id);
      if (!entry?.offered_until) return undefined;
      if (!(await isOnSaleNow(db, clock.now(), entry.route_id))) return undefined;
      const account = await getUser(db, entry.user_id);
      const offered = {
        company: (await findCompanyName(db)) ?? brand.name,
        route: entry.route_name,
        school: `${entry.program_group_text}, ${entry.program_text}`,
        until: formatDateTime(clock.time_zone, entry.offered_until),
        link: `${config.publicUrl}/contract?school=${encodeURIComponent(entry.program_group_path)}`,
      };
      return toReaders(payload, [account.email], account, (isNamed) => {
        const first_name = isNamed ? account.first_name : null;
        const student = isNamed ? entry.student_first_name : m.mail_your_child();
        return renderEmail(seatOfferEmail({ ...offered, first_name, student }));
      });
    },
    'seats.hold_lost': async (payload) => {
      const place = aboutHold.parse(payload);
      const lost = await findLostHold(db, clock.now(), place);
      if (!lost) return undefined;
      const account = await getUser(db, place.user_id);
      const about = {
        company: (await findCompanyName(db)) ?? brand.name,
        route: lost.route_name,
        school: `${lost.program_group_text}, ${lost.program_text}`,
        link: `${config.publicUrl}/contract?school=${encodeURIComponent(lost.program_group_path)}`,
      };
      return toReaders(payload, [account.email], account, (isNamed) => {
        const first_name = isNamed ? account.first_name : null;
        const student = isNamed ? lost.student_first_name : m.mail_your_child();
        return renderEmail(holdLostEmail({ ...about, first_name, student }));
      });
    },
  };
}
