import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aDraftSeason, staffApi } from '#tests/support/browser/a-draft-season.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const FAILED = { status: 500, json: { success: false, errors: ['The server is busy.'] } };
const answerOf = (items: unknown[]) => ({ json: { success: true, errors: [], items } });

type Answer = Parameters<Parameters<Parameters<Page['route']>[1]>[0]['fulfill']>[0];

/** Answers the reads of an address in place of the server, until the next page. */
async function answerReads(page: Page, address: string, answer: Answer): Promise<() => Promise<void>> {
  const url = new RegExp(`/api${address}(\\?|$)`);
  await page.route(url, (route) =>
    route.request().method() === 'GET' ? route.fulfill(answer) : route.fallback(),
  );
  return () => page.unroute(url);
}

/** A page in a state that an answer brings about. */
type State = { where: string; path: string; reads: string };

async function expectStates(page: Page, states: readonly State[], answer: Answer, shows: RegExp) {
  for (const { where, path, reads } of states) {
    const end = await answerReads(page, reads, answer);
    await page.goto(path);
    await expect(page.getByText(shows).first(), where).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page, where);
    await end();
  }
}

const aName = () => `Draft ${Date.now().toString(36)}`;

/** @shows OF0.7 */
test('what cannot be read is said without a finding', { tag: '@long' }, async ({ page, request }) => {
  test.setTimeout(240_000);
  const { read } = await staffApi(request, 'states');
  const [season] = await read('/admin/seasons');
  const [school] = await read('/admin/catalog/program_group');
  const [text] = await read(`/admin/seasons/${season!.id}/texts`);
  const [changes] = await read('/admin/catalog/changes');
  const [board, at] = [`/admin/seasons/${season!.id}/board`, `/admin/seasons/${season!.id}`];
  await openBackOffice(page, request, '/admin/security');
  const owner = `${text!.kind}:${text!.id}`;
  const change = changes!.rows[0].id;
  await expectStates(
    page,
    [
      { where: 'the list of seasons, failed', path: '/admin/seasons', reads: '/admin/seasons' },
      { where: 'the board, failed', path: at, reads: board },
      { where: 'the texts of a season, failed', path: `${at}/texts`, reads: `${at}/texts` },
      {
        where: 'a text, failed',
        path: `/admin/texts/${text!.field}/${owner}`,
        reads: `/admin/texts/${text!.field}/${text!.kind}/${text!.id}`,
      },
      { where: 'the checks, failed', path: `${at}/checks`, reads: `${at}/checks` },
      { where: 'change many, failed', path: `${at}/many`, reads: board },
      { where: 'the roll-over, failed', path: `${at}/roll-over`, reads: `${at}/rollover` },
      { where: 'the schools, failed', path: '/admin/schools', reads: '/admin/catalog/program_group' },
      {
        where: 'a school, failed',
        path: `/admin/schools/${school!.id}`,
        reads: '/admin/catalog/program_group',
      },
      {
        where: 'the form of an object, failed',
        path: `${at}?object=period:${season!.id}`,
        reads: `/admin/catalog/period/${season!.id}`,
      },
      { where: 'the changes, failed', path: '/admin/changes', reads: '/admin/catalog/changes' },
      {
        where: 'a change, failed',
        path: `/admin/changes/${change}`,
        reads: `/admin/catalog/changes/${change}`,
      },
      { where: 'texts of landing pages, failed', path: '/admin/content', reads: '/admin/landing-messages' },
    ],
    FAILED,
    /^This could not be loaded\.$/,
  );
});

/** @shows OF0.7 */
test('what is empty is said without a finding', { tag: '@long' }, async ({ page, request }) => {
  test.setTimeout(120_000);
  const season = await aDraftSeason(request, aName());
  const at = `/admin/seasons/${season}`;
  await openBackOffice(page, request, '/admin/security');
  const states: [State, RegExp][] = [
    [
      { where: 'no season', path: '/admin/seasons', reads: '/admin/seasons' },
      /^There is no school year yet|No school year/i,
    ],
    [{ where: 'no text', path: `${at}/texts`, reads: `${at}/texts` }, /no text/i],
    [{ where: 'no check', path: `${at}/checks`, reads: `${at}/checks` }, /nothing|no check/i],
    [
      { where: 'no landing page', path: '/admin/content', reads: '/admin/landing-messages' },
      /^There is no school year yet\.$/,
    ],
    [
      { where: 'no school', path: '/admin/schools', reads: '/admin/catalog/program_group' },
      /nothing here yet|no school/i,
    ],
  ];
  for (const [state, shows] of states) await expectStates(page, [state], answerOf([]), shows);

  await page.goto('/admin/changes?day=2001-01-01');
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await expectAccessible(page, 'changes filtered to nothing');
  await page.goto(`${at}/roll-over`);
  await expect(page.getByRole('button', { name: 'Start the roll-over' })).toBeVisible();
  await expectAccessible(page, 'a season without a roll-over');
  await page.goto(`${at}?search=nothing`);
  await expectAccessible(page, 'a board filtered to nothing');
  await page.goto(`${at}/many?search=nothing`);
  await expectAccessible(page, 'change many filtered to nothing');
});

/** @shows SE9.1 SE9.7 OF0.20 */
test(
  'a roll-over with a broken value, and one that a colleague edits meanwhile',
  {
    tag: '@long',
  },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    // A year in the name, which the roll-over raises.
    const name = `${aName()} 2028`;
    const season = await aDraftSeason(request, name);
    const { read, send } = await staffApi(request, `${name} roll-over`);
    const address = `/admin/seasons/${season}/rollover`;
    const saveAsColleague = async (change: (settings: object) => object) => {
      const [{ settings, version } = {}] = (await read(address)) as [any?];
      const saved = await send('PUT', address, { settings: change(settings), version });
      expect(saved).toMatchObject({ success: true });
    };
    await openBackOffice(page, request, `/admin/seasons/${season}/roll-over`);
    await page.getByRole('button', { name: 'Start the roll-over' }).click();
    await page.getByText(/^All shown \(\d+\)$/).click();
    await page.getByRole('tab', { name: /^Values/ }).click();
    const deposit = page.getByRole('textbox', { name: /^New Deposit of/ }).first();
    await deposit.fill('a lot');
    await deposit.press('Tab');
    await expect(page.getByText(/^1 value can’t be saved to a school year$/)).toBeVisible();
    await expect(deposit).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a roll-over with a broken value');
    await page.getByRole('button', { name: 'Use the rule again' }).first().click();
    await expect(deposit).not.toHaveAttribute('aria-invalid', 'true');

    const next = `Next of ${name}`;
    await saveAsColleague((settings) => ({ ...settings, name: next, text: next }));
    await deposit.fill('4000');
    await deposit.press('Tab');
    await expect(page.getByRole('alert').first()).toContainText('changed this');
    await expectAccessible(page, 'a roll-over that a colleague has edited');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(next);

    await page.getByRole('tab', { name: /^Texts/ }).click();
    await expectAccessible(page, 'the texts of a roll-over');
    await page.getByRole('button', { name: 'Create the draft school year' }).click();
    const question = page.getByRole('dialog', { name: 'Create the draft?' });
    await expectAccessible(page, 'the question before a season is made');
    await saveAsColleague((settings) => ({ ...settings, text: `${next} again` }));
    await question.getByRole('button', { name: 'Create the draft' }).click();
    await expect(question.getByText(/is no longer what you were shown/)).toBeVisible();
    await expectAccessible(page, 'the question before another season is made');
    await question.getByRole('button', { name: 'Create the draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${next} again` })).toBeVisible();
    await page.goto(`/admin/seasons/${season}/roll-over`);
    await expect(page.getByText(/has already been rolled over/)).toBeVisible();
    await expectAccessible(page, 'a season that has been rolled over');
  },
);

/** @shows SE4.5 OF0.21 SE5.1 */
test(
  'a text that a colleague drafts meanwhile, and effects that are others by now',
  {
    tag: '@long',
  },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    const name = aName();
    const season = await aDraftSeason(request, name);
    const { read, send } = await staffApi(request, `${name} texts`);
    const texts = await read(`/admin/seasons/${season}/texts`);
    const { kind, id } = texts.find(({ field }) => field === 'contract_text')!;
    await openBackOffice(page, request, `/admin/texts/contract_text/${kind}:${id}`);
    const text = page.getByRole('textbox', { name: 'Contract' });
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Of mine. ');
    const html = '<p>Of theirs.</p>';
    expect(
      await send('PUT', `/admin/texts/contract_text/${kind}/${id}/draft`, { html, version: 0 }),
    ).toMatchObject({ success: true });
    await page.getByRole('button', { name: 'Save draft' }).click();
    const conflict = page.getByRole('dialog', { name: 'This was changed in the meantime' });
    await expect(conflict).toContainText('Of theirs.');
    await expectAccessible(page, 'the conflict of a text');
    await conflict.getByRole('button', { name: 'Save my choices' }).click();
    await expectAccessible(page, 'the conflict of a text without a choice');
    await conflict.getByRole('radio').first().check({ force: true });
    await conflict.getByRole('button', { name: 'Save my choices' }).click();
    await expect(conflict).toHaveCount(0);

    await page.route('**/api/admin/catalog/preview', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { items: object[] };
      const items = body.items.map((one) => ({ ...one, hash: '0'.repeat(64) }));
      await route.fulfill({ response: answer, json: { ...body, items } });
    });
    await page.getByRole('button', { name: 'Put in force' }).click();
    const question = page.getByRole('dialog', { name: 'Put the text in force?' });
    await expect(question.getByRole('button', { name: 'Put in force' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    );
    await question.getByRole('button', { name: 'Put in force' }).click();
    await expect(question.getByText(/is no longer what you were shown/)).toBeVisible();
    await expectAccessible(page, 'a text with other effects by now');
  },
);

/** @shows SE12.2 */
test('many changes with a value that breaks a rule', { tag: '@long' }, async ({ page, request }) => {
  const season = await aDraftSeason(request, aName());
  await openBackOffice(page, request, `/admin/seasons/${season}/many`);
  await page.getByText(/^All shown \(\d+\)$/).click();
  await page.getByRole('textbox', { name: 'Percentage or amount' }).fill('much');
  await page.getByRole('button', { name: 'Show values' }).click();
  await expect(page.getByRole('textbox', { name: 'Percentage or amount' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectAccessible(page, 'a change of many that cannot be read');
  await page.getByRole('textbox', { name: 'Percentage or amount' }).fill('4');
  await page.getByRole('button', { name: 'Show values' }).click();
  await page.getByRole('textbox', { name: /^New / }).first().fill('a lot');
  await page.getByRole('button', { name: 'Review effects' }).click();
  await expect(page.getByText(/^1 values? can’t be saved/)).toBeVisible();
  await expectAccessible(page, 'many changes with a broken value');
});
