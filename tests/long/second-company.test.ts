import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prerenderedPaths } from '#app/site-map.ts';
import { readBrand } from '#brand/selected-brand.ts';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { checkoutByCard, findForSale } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { SECOND_COMPANY, startSecondCompany } from '#tests/support/portal/second-company.ts';

/** Names, schools, phones, streets and mailboxes of the demo's company. */
const FIRST_COMPANY = new RegExp(
  [
    'harbor|hillmark|eastcliff|ridgeway|northgate|\\bbronx|718-555|10474',
    '\\b(ecfs|rcs|nga|hm)[-_](routes|lower|middle|ms|us)',
    '#(00697a|8a1538|2f55b5|a34700)',
  ].join('|'),
  'i',
);

const BUILT = join(import.meta.dirname, '../../build/second-company/client');

let portal: Awaited<ReturnType<typeof startSecondCompany>>;
let http: HttpClient;

beforeAll(async () => {
  portal = await startSecondCompany();
  http = httpClient(portal.url);
}, 400_000);
afterAll(async () => {
  http?.close();
  await portal?.stop();
});

const pageOf = async (path: string) => (await fetch(portal.url + path)).text();
/** What a text says of the first company, with what stands around it. */
const saysOf = (text: string) => {
  // The sentence of V45 names a color as an example, which is that of a school of the demo.
  const own = text.replaceAll('a color such as #8a1538', '');
  const found = FIRST_COMPANY.exec(own);
  return found ? own.slice(Math.max(0, found.index - 60), found.index + 80) : undefined;
};

async function boughtContract() {
  const { db, close } = openDatabase(databaseUrlOf(portal.dataDir), { log: silentLog(), maxConnections: 2 });
  try {
    const [family] = await prepareFamilies({ db, vault: portal.vault }, 1);
    const names = { group: 'lake', program: 'lake-all', route: 'Valley line', term: 'LAKE-F' };
    const body = checkoutByCard(await findForSale(http, names), family!.student_id, '4242424242424242');
    const { token } = family!;
    const order = await http.call({ method: 'POST', path: '/order', token, body });
    expect(order.errors).toEqual([]);
    const path = `/order/${order.items[0].id}/documents`;
    const { items } = await http.call({ method: 'GET', path, token });
    return { signed_copy: items[0].signed_copy.path as string };
  } finally {
    await close();
  }
}

/** A color as a PDF draws with it. */
const colorIn = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');

/** The colors that the pages of a PDF draw with, each rounded. */
function colorsOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)];
  return streams.flatMap(([, bytes]) => {
    try {
      const text = inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1');
      return [...text.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)$/gm)].map((found) =>
        found
          .slice(1)
          .map((part) => Number(part).toFixed(3))
          .join(' '),
      );
    } catch {
      return [];
    }
  });
}

describe('a second company with two schools', () => {
  it('has its own name, phone, address, schools and colors on every finished page', async () => {
    const { schools } = readBrand(SECOND_COMPANY);
    for (const path of prerenderedPaths) {
      const html = await pageOf(path);
      expect([path, saysOf(html)]).toEqual([path, undefined]);
      expect(html).toContain('Cedar Valley Coaches');
      expect(html).toContain('607-555-0142');
      expect(html).toContain('8 Mill Lane');
      expect(html).toContain('Our school partners: Lakeside School and Mill Road School.');
      for (const { path: school, color } of schools)
        expect(html).toContain(`[data-line='${school}']{--line:${color}}`);
      expect(html).not.toMatch(/%season|%company|~school\.|~route\.|~each-|~end-/);
    }
    const contact = await pageOf('/contact-us');
    expect(contact).toContain('mailto:lake-routes@cedarvalley.example');
    expect(await pageOf('/about-us')).toContain('Our yard is at 8 Mill Lane.');
  });

  it('has nothing of the first company in its built files and answers', async () => {
    for (const file of globSync('**/*.{js,css,html,svg}', { cwd: BUILT })) {
      const text = readFileSync(join(BUILT, file), 'utf8');
      // The list of common passwords has thousands of words, such as one that is a school of the demo.
      if (!text.includes('candyfinger')) expect([file, saysOf(text)]).toEqual([file, undefined]);
    }
    for (const path of ['/server/info', '/program_group/read/all', '/division/read/all', '/content-block'])
      expect([path, saysOf(await pageOf(`/api${path}`))]).toEqual([path, undefined]);
  });

  it('signs contracts in its name and its school’s color, and mails in its name', async () => {
    const { signed_copy } = await boughtContract();
    const answer = await fetch(portal.url + signed_copy);
    const pdf = Buffer.from(await answer.arrayBuffer());
    const { text } = await readPdf(new Uint8Array(pdf));
    expect(saysOf(text)).toBeUndefined();
    expect(text).toContain('Cedar Valley Coaches LLC');
    expect(colorsOf(pdf)).toContain(colorIn('#0b6e4f'));
    const mails = () => portal.mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
    await vi.waitFor(() => expect(mails().length).toBeGreaterThan(0), { timeout: 60_000, interval: 500 });
    for (const mail of mails()) {
      expect(mail).toMatch(/^From: "?Cedar Valley Coaches"? <portal@cedarvalley\.example>\r?$/m);
      expect(saysOf(mail)).toBeUndefined();
    }
  });
});
