import { sql } from 'drizzle-orm';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
  type SeasonApp,
} from './season-app.ts';
import type { Answer, Person } from './people.ts';

/** A code of the demo season without an awarded amount. */
export const AID_CODE = 'HM-AID-27';

export const theLowerSchool = ({ app }: SeasonApp): Promise<Offer> =>
  anOffer(app, 'hm', 'hm-lower', 'Round trip');

type Wanted = {
  amount: number;
  identifier?: string;
  payment?: object;
  /** a family that has one already */
  buyer?: Buyer;
  code?: string;
};

export type AidedFamily = Buyer & { order_id: number; answer: Answer };

/** A family that has checked out with aid; `answer` is what it was told. */
export async function checkOutWithAid(
  shop: SeasonApp,
  { amount, identifier = 'HML-RT-FE', payment = aCard(), buyer, code = AID_CODE }: Wanted,
): Promise<AidedFamily> {
  const family = buyer ?? (await aBuyer(shop.app, { guardian_2_email: 'second@okafor.example' }));
  const answer = await checkOut(shop.app, family, {
    contract: aContract(family, await theLowerSchool(shop), identifier),
    payment,
    // The payer's word, which a bank account wants (O5).
    user: { email: family.email, password: family.password },
    financial_aid: { code, amount },
  });
  return { ...family, answer, order_id: answer.items[0]?.id };
}

/** The code of the demo makes orders wait, or carries a floor. */
export async function changeAidCode(
  { context }: SeasonApp,
  changes: { needs_confirmation?: boolean; least_amount_cents?: number | null; max_uses?: number | null },
): Promise<void> {
  for (const [column, value] of Object.entries(changes))
    await context.db.execute(
      sql`update financial_aid_codes set ${sql.identifier(column)} = ${value} where code = ${AID_CODE}`,
    );
}

export async function usesOfAidCode({ context }: SeasonApp): Promise<number> {
  const { rows } = await context.db.execute<{ uses: number }>(
    sql`select c.uses::int from financial_aid_codes c
      join period_programs pp on pp.id = c.period_program_id join programs p on p.id = pp.program_id
      where c.code = ${AID_CODE} and p.name = 'hm-lower'`,
  );
  return rows[0]!.uses;
}

/** The row of an order's aid in the list of staff. */
export async function claimOf(staff: Person, order_id: number, show: 'open' | 'decided' = 'open') {
  const state = show === 'open' ? 'to_confirm' : 'confirmed,declined';
  const [{ rows }] = (await staff.call('GET', `/admin/aid?state=${state}&sort=newest`)).items;
  return rows.find((row: any) => row.order_id === order_id);
}

export const confirmAid = (staff: Person, order_id: number): Promise<Answer> =>
  staff.call('POST', `/admin/order/${order_id}/aid/confirm`);

export const declineAid = (staff: Person, order_id: number, body: object): Promise<Answer> =>
  staff.call('POST', `/admin/order/${order_id}/aid/decline`, body);
