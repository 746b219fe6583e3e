import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createVault, KEY_BYTES, type Vault } from '#platform/vault/vault.ts';
import { startMailServer, TEST_CERTIFICATE } from '#tests/support/http/mail-server.ts';
import { startPortalProcess, type PortalProcess } from './portal-process.ts';

/** The brand folder of a company with two schools, its season beside it. */
export const SECOND_COMPANY = join(import.meta.dirname, '../second-company');

const run = promisify(execFile);

type SecondCompany = PortalProcess & { dataDir: string; mails: string[]; vault: Vault };

/**
 * A portal as a second company installs it: its brand, its season, and nothing of the demo, which a
 * production start leaves out. The first start builds its pages beside those of the demo's brand.
 */
export async function startSecondCompany(): Promise<SecondCompany> {
  const mailServer = await startMailServer({ isEncrypted: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-second-company-'));
  const key = randomBytes(KEY_BYTES);
  const env = {
    NODE_ENV: 'production',
    BRAND: SECOND_COMPANY,
    ALLOW_SANDBOX: '1',
    VAULT_KEYS: key.toString('base64'),
    PUBLIC_URL: 'https://cedarvalley.example',
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: TEST_CERTIFICATE,
    LOG_FORMAT: 'plain',
  };
  await run(process.execPath, ['schoolrun.js', 'season', 'import', join(SECOND_COMPANY, 'season.json')], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  });
  const portal = await startPortalProcess(dataDir, { script: 'scripts/start.js', env });
  const stop = async () => {
    const ended = await portal.stop();
    mailServer.close();
    await rm(dataDir, { recursive: true, force: true });
    return ended;
  };
  return { ...portal, dataDir, mails: mailServer.messages, vault: createVault([key]), stop };
}
