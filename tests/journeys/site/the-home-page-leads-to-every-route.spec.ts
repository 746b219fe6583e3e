import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const KEYS = [
  'ecfs_ms_us_combined',
  'ecfs_ms_split',
  'ecfs_us_split',
  'ecfs_late_bus',
  'hm_single',
  'rcs_am_pm',
  'rcs_late_bus',
];

const TITLES = [
  'Eastcliff, Middle and Upper combined',
  'Eastcliff, Middle School split',
  'Eastcliff, Upper School split',
  'Eastcliff, late bus',
  'Hillmark, all routes',
  'Ridgeway, AM and PM',
  'Ridgeway, late bus',
];

const TEAMS = ['ecfs-routes', 'hm-routes', 'rcs-routes', 'nga-routes'].map(
  (name) => `${name}@harborline.example`,
);

const maps = (page: Page) => page.getByRole('main').getByRole('figure');

/** Content blocks that the season does not have: the page must show them all the same. */
async function serveBlocks(
  page: Page,
  blocks: { key: string; content: string; is_active?: boolean; program_group?: null }[],
): Promise<void> {
  const items = blocks.map((block, i) => ({
    id: i + 1,
    category: 'route-map',
    helper_text: `Map of ${block.key}`,
    is_active: true,
    program_group: block.key.split('_')[0]!,
    short_name: null,
    ...block,
  }));
  await page.route('**/api/content-block', (route) => route.fulfill({ json: { success: true, items } }));
}

/** 0 until the browser has the picture. */
const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);

/** @shows A-012 A-013 A-014 A-023 */
test('the contact box has the phone, dispatch and each routes team', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('region', { name: 'Contact' });
  await expect(box.getByRole('link', { name: '718-555-0100' })).toHaveAttribute(
    'href',
    'tel:+1-718-555-0100',
  );
  await expect(box.getByRole('link', { name: 'dispatch@harborline.example' })).toHaveAttribute(
    'href',
    'mailto:dispatch@harborline.example',
  );
  for (const team of TEAMS)
    await expect(box.getByRole('link', { name: team })).toHaveAttribute('href', `mailto:${team}`);
});

/** @shows A-015 A-016 A-023 */
test(
  'the home page opens with its picture and lists every school’s routes with their mailbox',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const picture = page.getByRole('img', { name: /yellow school bus/ });
    await expect(picture).toBeVisible();
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(0);
    await expect(
      page.getByRole('list', { name: 'Eastcliff Fieldschool routes' }).getByRole('link'),
    ).toHaveCount(4);
    await expect(
      page.getByRole('list', { name: 'Ridgeway Country School routes' }).getByRole('link'),
    ).toHaveText(['AM and PM', 'Late bus']);
    for (const team of TEAMS)
      await expect(page.getByRole('listitem').getByRole('link', { name: team }).first()).toHaveAttribute(
        'href',
        `mailto:${team}`,
      );
    await page
      .getByRole('region', { name: 'Contact' })
      .getByRole('link', { name: 'View all routes' })
      .click();
    await expect(page.getByRole('heading', { level: 2, name: 'Route maps' })).toBeInViewport();
  },
);

/** @shows A-017 A-023 A-161 A-162 */
test('each route has its map, in order, with its stops in words', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(maps(page)).toHaveCount(KEYS.length);
  for (const [i, key] of KEYS.entries()) {
    const map = maps(page).nth(i);
    await map.scrollIntoViewIfNeeded();
    await expect(map).toContainText(TITLES[i] ?? '');
    await expect(map.getByRole('link', { name: `Open the map ${TITLES[i]}` })).toHaveAttribute(
      'href',
      `/route-map/${key}`,
    );
    await expect(map.getByText('List of stops')).toBeVisible();
    const picture = map.getByRole('img', { name: `Route map: ${TITLES[i]}. The stops are listed below.` });
    await expect(picture).toHaveAttribute('src', `/storage/content/${key}.svg`);
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(0);
  }
  await maps(page).first().getByText('List of stops').click();
  await expect(maps(page).first().getByRole('list', { name: 'East side' }).getByRole('listitem')).toHaveText([
    'E 63rd St',
    'E 79th St',
    'E 91st St',
    'Harbor Bridge',
    'Eastcliff',
  ]);
  await expectAccessible(page, 'home with every map');
});

/** @shows MA10.15 */
test(
  'a map has a page with its title, its stops, Print and the way back',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await page.goto('/');
    await maps(page).first().getByRole('link', { name: 'Open the map' }).click();
    await expect(page).toHaveURL(`/route-map/${KEYS[0]}`);
    await expect(page.getByRole('heading', { level: 1, name: TITLES[0] })).toBeVisible();
    const picture = page.getByRole('img', { name: `Route map: ${TITLES[0]}` });
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(0);
    await expect(page.getByRole('list', { name: 'East side' }).getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page, 'a route map');
    await page.getByRole('button', { name: 'Print the map' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.getByRole('link', { name: 'All route maps' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Route maps' })).toBeInViewport();
    await page.goto('/route-map/none');
    await expect(page.getByRole('heading', { level: 1, name: 'We can’t find this map' })).toBeVisible();
  },
);

// An address that says more than the path is the application's, which asks for the maps by a call.
const WITH_A_CALL = '/?utm_source=letter';

/** @shows A-161 A-162 A-163 */
test(
  'a map may be another file or another site’s; other blocks and inactive ones stay out',
  { tag: '@long' },
  async ({ page }) => {
    await serveBlocks(page, [
      { key: 'ecfs_late_bus', content: 'content/ecfs_late_bus.svg' },
      { key: 'hm_single', content: 'maps/a.pdf' },
      { key: 'rcs_late_bus', content: 'https://example.org/a.pdf' },
      { key: 'rcs_am_pm', content: 'content/rcs_am_pm.svg', is_active: false },
      { key: 'something_else', content: 'content/hm_single.svg', program_group: null },
    ]);
    await page.goto(WITH_A_CALL);
    await expect(maps(page)).toHaveText([/Map of ecfs_late_bus/, /Map of hm_single/, /Map of rcs_late_bus/]);
    await expect(maps(page).nth(1).getByRole('link')).toHaveAttribute('href', '/storage/maps/a.pdf');
    await expect(maps(page).nth(2).getByRole('link')).toHaveAttribute('href', 'https://example.org/a.pdf');
    await expectAccessible(page, 'home with files of other kinds');
  },
);

test('without its maps the home page still serves', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/content-block', (route) =>
    route.fulfill({ status: 500, json: { success: false, errors: ['Oh no.'] } }),
  );
  await page.goto(WITH_A_CALL);
  await expect(
    page.getByText('We couldn’t load the route maps. Everything else on this page works.'),
  ).toBeVisible();
  await expectAccessible(page, 'home without maps');
});
