import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { brand } from '#brand/selected-brand.ts';
import { formatDateTime } from '#kit/plain-date.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { isOnSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { getUser, type UserRecord } from '#modules/accounts/profile/users.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findLostHold } from './lost-holds.queries.ts';
import {
  holdLostEmail,
  offerTakenBackEmail,
  routeEndedEmail,
  seatOfferEmail,
  waitingRemovedEmail,
  type LostHold,
} from './seats.emails.ts';
import { findCompany, findEnded, findOffered } from './waiting-list.queries.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const aboutHold = z.object({ student_id: z.number(), user_id: z.number(), route_id: z.number() });
const aboutWait = z.object({ waiting_id: z.number() });

/** An expired or taken offer sends no mail. */
export const seatEmails = (deps: Deps): Renderers => ({
  'seats.seat_offered': seatOffered(deps),
  'seats.hold_lost': lostSeat(deps, holdLostEmail),
  'seats.offer_taken_back': lostSeat(deps, offerTakenBackEmail),
  'seats.waiting_removed': lostSeat(deps, waitingRemovedEmail),
  'seats.route_ended': routeEnded(deps),
});

function seatOffered(deps: Deps): Renderers[string] {
  const { db, clock } = deps;
  return async (payload) => {
    const entry = await findOffered(db, clock.now(), aboutWait.parse(payload).waiting_id);
    if (!entry?.offered_until) return undefined;
    if (!(await isOnSaleNow(db, clock.now(), entry.route_id))) return undefined;
    const account = await getUser(db, entry.user_id);
    const until = formatDateTime(clock.time_zone, entry.offered_until);
    const offered = { ...(await placeOf(deps, entry)), until };
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(seatOfferEmail({ ...offered, ...namesOf(account, entry, isNamed) })),
    );
  };
}

/** Sends nothing once the student has a seat of the route again. */
function lostSeat(deps: Deps, email: (lost: LostHold) => EmailContent): Renderers[string] {
  const { db, clock } = deps;
  return async (payload) => {
    const place = aboutHold.parse(payload);
    const lost = await findLostHold(db, clock.now(), place);
    if (!lost) return undefined;
    const account = await getUser(db, place.user_id);
    const about = await placeOf(deps, lost);
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(email({ ...about, ...namesOf(account, lost, isNamed) })),
    );
  };
}

/** Sends nothing once the route has started again, or the child has left the list. */
function routeEnded(deps: Deps): Renderers[string] {
  const { db, clock } = deps;
  return async (payload) => {
    const entry = await findEnded(db, clock.now(), aboutWait.parse(payload).waiting_id);
    if (!entry) return undefined;
    const account = await getUser(db, entry.user_id);
    const about = await placeOf(deps, entry);
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(routeEndedEmail({ ...about, ...namesOf(account, entry, isNamed) })),
    );
  };
}

type RouteOfSchool = Record<
  'route_name' | 'program_group_text' | 'program_text' | 'program_group_path',
  string
>;

async function placeOf({ db, config }: Deps, route: RouteOfSchool) {
  const company = await findCompany(db);
  return {
    company: company?.name ?? brand.name,
    email: company?.customer_service_email ?? '',
    route: route.route_name,
    school: `${route.program_group_text}, ${route.program_text}`,
    link: `${config.publicUrl}/contract?school=${encodeURIComponent(route.program_group_path)}`,
  };
}

const namesOf = (account: UserRecord, seat: { student_first_name: string }, isNamed: boolean) => ({
  first_name: isNamed ? account.first_name : null,
  student: isNamed ? isolated(seat.student_first_name) : m.mail_your_child(),
});
