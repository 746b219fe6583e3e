import { randomUUID } from 'node:crypto';
import type { offersOf } from './offers.ts';
import { send, type Answer, type Person } from './people.ts';
import type { Buyer, Offer, SeasonApp } from './season-app.ts';
import { sendFile } from './upload-photo.ts';

/** A PDF of some pages, as a scanner writes it. */
export const aPdf = (pages = 2): Buffer =>
  Buffer.from(
    `%PDF-1.4\n% ${randomUUID()}\n1 0 obj<</Type/Pages/Count ${pages}>>endobj\n${Array.from(
      { length: pages },
      (_, at) => `${at + 2} 0 obj<</Type /Page /Parent 1 0 R>>endobj\n`,
    ).join('')}%%EOF\n`,
  );

type Sale = { buyer: Buyer; offers: ReturnType<typeof offersOf>; route: Offer };

/** The calls of staff about contracts signed on paper. */
export const paperOf = (shop: SeasonApp, staff: () => Person) => ({
  upload: (content: Buffer = aPdf(), who: Person = staff()) =>
    sendFile(shop.app, '/admin/scans', { who, content, name: 'scan.pdf', type: 'application/pdf' }),
  async aScan(pages?: number): Promise<{ id: number; sha256: string; pages: number }> {
    return (await this.upload(aPdf(pages))).items[0];
  },
  /** The body of a sale, with a scan of its own and a check for what is due. */
  async saleTo({ buyer, offers, route }: Sale, changes: object = {}): Promise<any> {
    const request: any = await offers.requestOf(buyer, { pay_by: 'check' });
    const { items } = await staff().call('POST', '/admin/offers/preview', request);
    const due = items[0].quote.by_payment_type.paymentTypeCheck.due_today_cents;
    return {
      ...request,
      scan_id: (await this.aScan()).id,
      signed_on: '2026-04-08',
      surge_page: route.texts.surge ? 2 : null,
      received: { reference: '1042', received_on: '2026-04-10', amount_cents: due },
      ...changes,
    };
  },
  post: (url: string, payload: object, key: string = randomUUID(), who: Person = staff()): Promise<Answer> =>
    send(shop.app, {
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${who.tokens.access_token}`, 'idempotency-key': key },
    }),
});
