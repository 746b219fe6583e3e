import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src');

/** What leaves the portal under a signature and comes back, by the words of docs/security.md. */
const TOKENS: Readonly<Record<string, string>> = {
  'modules/accounts/factors/challenges.service.ts': 'challenges of passkeys',
  'modules/accounts/profile/email-change-links.ts': 'links of a change of email address',
  'modules/accounts/sessions/links.service.ts': 'links of files',
  'platform/admission/known-browser.ts': 'mark of a known browser',
  'server/http/tickets.ts': 'tickets of the line',
};

/** What stays with the portal: a row, a file or a folder of a backup. */
const KEPT: readonly string[] = [
  'modules/accounts/throttle-rules.ts',
  'modules/careers/apply.service.ts',
  'modules/seats/seats.routes.ts',
  'platform/audit/audit-chain.ts',
  'platform/backup/backup.ts',
  'platform/vault/address-marks.ts',
  'platform/vault/phone-marks.ts',
];

const isSigning = (file: string): boolean =>
  /\bvault\.(sign|signatures)\(/.test(readFileSync(join(SOURCES, file), 'utf8'));

/** @shows MH24.1 */
describe('what the vault signs', () => {
  const signing = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && isSigning(file),
  );

  it('is a token that is listed, or stays with the portal', () => {
    expect(signing.toSorted()).toEqual([...Object.keys(TOKENS), ...KEPT].toSorted());
  });

  it('stands in docs/security.md where it is a token', () => {
    const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('\n');
    const row = rows.find((line) => line.startsWith('| V9 '));
    for (const words of Object.values(TOKENS)) expect(row).toContain(words);
  });
});
