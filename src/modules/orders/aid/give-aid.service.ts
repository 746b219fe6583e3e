import { m } from '#i18n/messages.js';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { formatMoney, ZERO, type Cents } from '#kit/money.ts';
import {
  giversOf,
  recordConcession,
  refuseAboveSum,
} from '#modules/billing/second-person/concessions.service.ts';
import { refundsSubject } from '#modules/billing/second-person/second-person.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AidClaimRecord } from './aid-claims.queries.ts';
import { aidDifference } from '#modules/orders/contracts/aid-difference.ts';

type Giving = { staff: Viewer; claim: AidClaimRecord; approval?: { asked_by_id: number } };

/**
 * Aid awarded by the season is no concession. The giver of a staff code is the maker of the code, so another
 * person's confirmation is the second. @returns the concession in cents (MH2)
 * @throws a refusal that `orAskSecondPerson` turns into a request
 */
export async function giveAid(tx: Tx, now: Date, { staff, claim, approval }: Giving): Promise<Cents> {
  const { aid, code, order } = claim;
  const isAwarded = code.awarded_amount_cents !== null;
  const { difference_cents } = aidDifference({ ...claim, amount_cents: aid.amount_cents });
  if (difference_cents === 0 || (isAwarded && code.made_by_id === null)) return ZERO;
  const maker = isAwarded && code.made_by_id !== staff.user_id ? code.made_by_id : null;
  const agreed = maker === null ? approval : { asked_by_id: maker };
  const reason = m.server_aid_concession({ amount: formatMoney(aid.amount_cents) });
  await recordConcession(tx, {
    order_id: order.id,
    kind: isAwarded ? 'award' : 'aid',
    amount_cents: difference_cents,
    reason,
    ...giversOf(staff, agreed),
    given_at: now,
  });
  if (agreed) return difference_cents;
  await refuseAboveSum(tx, {
    order_id: order.id,
    subject: refundsSubject(order.id),
    kind: 'aid_confirm',
    command: { amount_cents: aid.amount_cents },
    amount_cents: difference_cents,
    reason,
  });
  return difference_cents;
}
