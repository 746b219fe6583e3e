import { randomUUID } from 'node:crypto';
import { send, type Answer, type Person } from './people.ts';
import type { SeasonApp } from './season-app.ts';
import { sendFile } from './upload-photo.ts';

/** A PDF of some pages, as a scanner writes it. */
export const aPdf = (pages = 2): Buffer =>
  Buffer.from(
    `%PDF-1.4\n% ${randomUUID()}\n1 0 obj<</Type/Pages/Count ${pages}>>endobj\n${Array.from(
      { length: pages },
      (_, at) => `${at + 2} 0 obj<</Type /Page /Parent 1 0 R>>endobj\n`,
    ).join('')}%%EOF\n`,
  );

/** The calls of staff about contracts signed on paper. */
export const paperOf = (shop: SeasonApp, staff: () => Person) => ({
  upload: (content: Buffer = aPdf(), who: Person = staff()) =>
    sendFile(shop.app, '/admin/scans', { who, content, name: 'scan.pdf', type: 'application/pdf' }),
  async aScan(pages?: number): Promise<{ id: number; sha256: string; pages: number }> {
    return (await this.upload(aPdf(pages))).items[0];
  },
  post: (url: string, payload: object, key: string = randomUUID(), who: Person = staff()): Promise<Answer> =>
    send(shop.app, {
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${who.tokens.access_token}`, 'idempotency-key': key },
    }),
});
