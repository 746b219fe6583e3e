import { aCard, aContract, checkOut } from '#tests/support/app/season-app.ts';
import type { Players, PlayerFamily } from './players.ts';
import { NOBODYS, type CallSample } from './sample.ts';

/** An order of the family with aid that the office has to confirm. */
async function aClaim(family: PlayerFamily, { offer, shop }: Players): Promise<{ id: number }> {
  const { items } = await checkOut(shop.app, family, {
    contract: aContract({ student_id: await family.aStudent() }, offer, 'HML-RT-S2'),
    payment: aCard(),
    financial_aid: { code: 'HM-AID-27', amount: 1000 },
  });
  return { id: items[0]?.id ?? NOBODYS };
}

/** The calls about financial aid that staff decide, and about its codes. */
export const aidSamples: Record<string, CallSample> = {
  listAidClaims: { send: () => ({}), impersonator: 403 },
  confirmAid: {
    send: async (family, cast) => ({ params: await aClaim(family, cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  declineAid: {
    send: async (family, cast) => ({
      params: await aClaim(family, cast),
      body: { reason: 'The school has not awarded this.', consequence: 'difference' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  listAidPrograms: { send: () => ({}), impersonator: 403 },
  listAidCodes: {
    send: (_, { offer }) => ({ params: { period_program_id: offer.period_program_id } }),
    ids: { 'params.period_program_id': 'everyone' },
    impersonator: 403,
  },
  createAidCode: {
    send: (_, { offer }) => ({ body: { period_program_id: offer.period_program_id, max_uses: 3 } }),
    ids: { 'body.period_program_id': 'everyone', 'body.student_id': 'staff' },
    impersonator: 403,
  },
};
