import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, request as apis, test, type Locator, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { loginForm, passwordIn } from '#tests/support/browser/login-box.ts';
import { chooseNewPassword } from '#tests/support/browser/password-reset.ts';
import { startDemoPortal, type DemoPortal } from '#tests/support/portal/demo-portal.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const run = promisify(execFile);
const PAGE = '/admin/seasons/import';
const OWNER = 'owner@office.example';
const STRONG = 'violet otter lamp forty';

let demo: DemoPortal;
let empty: PortalProcess;
let folder: string;
/** the first account's way to a password */
let link: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  demo = await startDemoPortal();
  // A portal that has an account before its first start gets no demo.
  folder = await mkdtemp(join(tmpdir(), 'schoolrun-empty-'));
  const { stdout } = await run(process.execPath, ['schoolrun.js', 'staff', 'add', OWNER, '--super'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: folder },
  });
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(stdout)![0]);
  link = pathname + search;
  empty = await startPortalProcess(folder, { script: 'scripts/start.js', env: { NODE_ENV: 'test' } });
});
test.afterAll(async () => {
  await demo?.stop();
  await empty?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function beginAsOwner(page: Page): Promise<void> {
  await page.goto(link);
  await chooseNewPassword(page, STRONG);
  await page.waitForURL('**/login**');
  const form = loginForm(page);
  await form.getByLabel('Email').fill(OWNER);
  await passwordIn(form).fill(STRONG);
  await form.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Drops a file of this machine as the browser does, which a made-up event of a page cannot. */
async function drop(page: Page, target: Locator, file: string): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!;
  const place = { x: x + width / 2, y: y + height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const chromium = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await chromium.send('Input.dispatchDragEvent', { type, ...place, data });
}

async function exportTo(page: Page, path: string): Promise<Record<string, Uint8Array>> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all school years' }).click();
  await (await download).saveAs(path);
  return unzipSync(await readFile(path));
}

/** @shows AC10 SE10.1 SE10.2 */
test(
  'the season moves to an empty portal by drag and drop, and comes back with the same bytes',
  { tag: ['@long', '@once'] },
  async ({ browser }, testInfo) => {
    test.setTimeout(240_000);
    const [here, there] = (await Promise.all(
      [demo.address, empty.url].map(async (baseURL) => (await browser.newContext({ baseURL })).newPage()),
    )) as [Page, Page];
    const api = await apis.newContext({ baseURL: demo.address });
    await openBackOffice(here, api, PAGE, 'superAdmin');
    const moved = testInfo.outputPath('season.zip');
    const files = await exportTo(here, moved);

    await beginAsOwner(there);
    await there.goto(PAGE);
    const field = there.getByLabel('Season file, .zip or .json');
    await expect(field).toBeVisible();
    await drop(there, field, moved);
    await expect(there.getByRole('row', { name: /^routes \d/ })).toBeVisible({ timeout: 60_000 });
    await there.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = there.getByRole('dialog', { name: 'Import this season file?' });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await there.waitForURL('**/admin/changes/*', { timeout: 60_000 });

    await there.goto(PAGE);
    const back = await exportTo(there, testInfo.outputPath('back.zip'));
    expect(Object.keys(back)).toEqual(Object.keys(files));
    for (const [name, content] of Object.entries(files))
      expect([name, Buffer.compare(content, back[name]!)]).toEqual([name, 0]);
    await api.dispose();
  },
);
