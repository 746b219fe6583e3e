import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDateTime } from '#kit/plain-date.ts';
import { isolated } from '#kit/text/isolated.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { RECEIVED_LATER } from '#modules/orders/sale-offer.states.ts';
import { readOffer } from '#modules/orders/offers/read-offers.service.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  checkLateEmail,
  offerEmail,
  offerEndsEmail,
  offerWithdrawnEmail,
  type MailedOffer,
} from './offers.emails.ts';

type Deps = { db: Database; clock: Clock; config: Config; vault: Vault };

const aboutOffer = z.object({ offer_id: z.number() });

/** An offer that is over sends no email but its own withdrawal, and the reminder of its check. */
export const offerEmails = (deps: Deps): Renderers => ({
  'orders.offer_made': about(deps, 'open', offerEmail),
  'orders.offer_ends': about(deps, 'open', offerEndsEmail),
  'orders.offer_withdrawn': about(deps, 'withdrawn', offerWithdrawnEmail),
  'orders.check_late': about(deps, 'accepted', checkLateEmail),
});

function about(
  deps: Deps,
  state: OfferResponse['state'],
  write: (offer: MailedOffer) => EmailContent,
): Renderers[string] {
  const { db, clock, config } = deps;
  return async (payload) => {
    const offer = await readOffer(deps, { id: aboutOffer.parse(payload).offer_id });
    if (offer.state !== state || (state === 'accepted' && !offer.is_check_awaited)) return undefined;
    const account = await getUser(db, offer.family.id);
    if (account.disabled_at) return undefined;
    const { name: company, dispatch_phone: phone } = await getCompany(db);
    const shared = {
      company,
      phone,
      route: offer.line.name,
      school: `${offer.school.text}, ${offer.program.text}`,
      made_by: offer.made_by,
      until: formatDateTime(clock.time_zone, new Date(offer.ends_at)),
      due_today_cents: dueToday(offer),
      isByCash: offer.pay_by === 'cash',
      link: `${config.publicUrl}/dashboard/offers/${offer.id}`,
    };
    const words = state === 'withdrawn' ? offer.decline_reason : offer.note;
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(
        write({
          ...shared,
          first_name: isNamed ? account.first_name : null,
          student: isNamed ? isolated(offer.student.first_name) : m.mail_your_child(),
          words: isNamed ? words : null,
        }),
      ),
    );
  };
}

/** By the payment method of the offer; the family may choose another one, with another fee. */
function dueToday({ quote: { by_payment_type }, pay_by }: OfferResponse) {
  const { paymentTypeNone, paymentTypeAch, ...office } = by_payment_type;
  const received = pay_by in RECEIVED_LATER && RECEIVED_LATER[pay_by as keyof typeof RECEIVED_LATER];
  return ((received && office[received]) || paymentTypeAch || paymentTypeNone)!.due_today_cents;
}
