import { randomUUID } from 'node:crypto';
import { aPdf } from '#tests/support/app/paper.ts';
import { OFFER_SELECTION_IDS, offerRequestFor } from './offer-samples.ts';
import type { PlayerFamily, Players } from './players.ts';
import type { CallSample, Sent } from './sample.ts';
import { samples } from './samples.ts';
import { signedPaper } from './signed-paper.ts';

/** A contract that the family has printed. */
async function aDraft(family: PlayerFamily, cast: Players): Promise<{ code: string; due_cents: number }> {
  const sent = await samples.printContract!.send(family, cast);
  const { items } = await family.call('POST', '/printed-contract', sent.body);
  return items[0] ?? { code: '7KQ4-M2XD-9RTV', due_cents: 1 };
}

async function papersOf(family: PlayerFamily, cast: Players): Promise<Sent> {
  const { code, due_cents } = await aDraft(family, cast);
  return {
    headers: { 'idempotency-key': randomUUID() },
    body: { code, reference: '1042', amount_cents: due_cents, ...(await signedPaper(cast)) },
  };
}

/** The calls about contracts signed on paper. */
export const paperSamples: Record<string, CallSample> = {
  uploadScan: { impersonator: 403, send: () => ({ file: aPdf() }) },
  sellOnPaper: {
    impersonator: 403,
    send: async (family, cast) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        ...(await offerRequestFor(family, cast)),
        ...(await signedPaper(cast)),
        pay_by: 'check',
        received: null,
      },
    }),
    ids: { ...OFFER_SELECTION_IDS, 'body.scan_id': 'everyone' },
  },
  listPapers: { impersonator: 403, send: () => ({}) },
  findPrintedContract: {
    impersonator: 403,
    send: async (family, cast) => ({ body: { code: (await aDraft(family, cast)).code } }),
    ids: { 'body.staff_discount_id': 'everyone' },
  },
  orderPrintedContract: {
    impersonator: 403,
    send: papersOf,
    ids: { 'body.staff_discount_id': 'everyone', 'body.scan_id': 'everyone' },
  },
  putPrintedAside: {
    impersonator: 403,
    send: async (family, cast) => {
      const { code, due_cents } = await aDraft(family, cast);
      const received_on = cast.shop.context.clock.today();
      return { body: { code, received_on, amount_cents: due_cents, note: 'To call the family' } };
    },
  },
};
