import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** One heading of the first level, and none that skips a level. */
async function expectInOrder(page: Page): Promise<void> {
  const levels = await page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map((one) => Number(one.tagName.slice(1))));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, i) => level - (levels[i - 1] ?? 0) > 1)).toEqual([]);
}

async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const section = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title }).locator('..');

/** @shows A-005 */
test('a visitor reads every public page without logging in', { tag: '@long' }, async ({ page }) => {
  const pages = [
    ['/', 'Your child’s seat, to school and back'],
    ['/about-us', 'About us'],
    ['/technology', 'Technology'],
    ['/employment', 'Careers'],
    ['/news', 'News'],
    ['/contact-us', 'Contact us'],
    ['/privacy-policy', 'Privacy policy'],
  ] as const;
  for (const [path, title] of pages) {
    await openPage(page, path, title);
    expect(new URL(page.url()).pathname).toBe(path);
    await expectInOrder(page);
    await expectAccessible(page, path);
  }
});

/** @shows A-005 */
test(
  'a public page is finished before any script runs, and says what it is about',
  { tag: '@once' },
  async ({ request }) => {
    const titles = new Set<string>();
    for (const path of [
      '/',
      '/about-us',
      '/technology',
      '/employment',
      '/news',
      '/contact-us',
      '/privacy-policy',
    ]) {
      const html = await (await request.get(path)).text();
      expect(html).toContain('<h1');
      const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(description.length, path).toBeGreaterThan(60);
      expect(description.length, path).toBeLessThanOrEqual(160);
      titles.add(/<meta property="og:title" content="([^"]+)"/.exec(html)?.[1] ?? '');
    }
    expect(titles.size).toBe(7);
  },
);

/** @shows A-025 */
test(
  'about us tells the history, the fleet, the facilities and the reasons to choose us',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page, '/about-us', 'About us');
    await expect(section(page, 'Our history').getByRole('listitem')).toHaveCount(5);
    await expect(section(page, 'Our fleet')).toContainText('lap and shoulder belts');
    await expect(section(page, 'Our facilities')).toContainText('1250 Harbor Yard Road');
    await expect(section(page, 'Why families choose us')).toContainText('Drivers who stay.');
  },
);

/** @shows A-027 A-359 */
test(
  'technology explains notification and tracking, and asks for up to 24 hours',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page, '/technology', 'Technology');
    await expect(section(page, 'Bus notification')).toContainText('We send no text messages');
    await expect(section(page, 'Bus tracking')).toContainText('may take up to 24 hours to appear');
  },
);

/** @shows A-034 */
test(
  'news lists press releases, the one of October 1, 2019 with its article',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page, '/news', 'News');
    await expect(page.getByRole('article').getByRole('time')).toHaveText([
      'September 15, 2026',
      'March 12, 2024',
      'October 1, 2019',
    ]);
    const release = page
      .getByRole('article')
      .filter({ has: page.getByText('October 1, 2019') })
      .last();
    const article = release.getByRole('link', { name: /Read the article/ });
    await expect(article).toHaveAttribute('href', /^https:\/\//);
    await expect(article).toHaveAttribute('rel', /noopener/);
  },
);

/** @shows A-036 A-037 */
test('contact lists the mailboxes and asks for a trusted contact', { tag: '@long' }, async ({ page }) => {
  await openPage(page, '/contact-us', 'Contact us');
  const boxes = section(page, 'Our email addresses').getByRole('listitem');
  const wanted = [
    ['Absences and dispatch', 'dispatch@harborline.example'],
    ['Eastcliff Fieldschool', 'ecfs-routes@harborline.example'],
    ['Hillmark School', 'hm-routes@harborline.example'],
    ['Ridgeway Country School', 'rcs-routes@harborline.example'],
    ['Northgate Academy', 'nga-routes@harborline.example'],
    ['General customer service', 'service@harborline.example'],
  ] as const;
  await expect(boxes.getByRole('heading')).toHaveText(wanted.map(([title]) => title));
  for (const [i, [, email]] of wanted.entries()) {
    await expect(boxes.nth(i).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  }
  await expect(page.getByRole('main').getByRole('link', { name: '718-555-0100' })).toHaveAttribute(
    'href',
    'tel:+1-718-555-0100',
  );
  await expect(page.getByText('Please add harborline.example to your trusted contacts.')).toBeVisible();
});

/** @shows A-039 A-358 */
test(
  'the privacy policy says what is kept of whom, and what the browser stores for how long',
  { tag: '@long' },
  async ({ page }) => {
    await openPage(page, '/privacy-policy', 'Privacy policy');
    await expect(section(page, 'What we keep, and why')).toContainText('Your children');
    await expect(section(page, 'How long we keep it')).toContainText('seven years');
    await expect(section(page, 'Your rights').getByRole('link')).toHaveAttribute(
      'href',
      'mailto:service@harborline.example',
    );
    const storage = section(page, 'Cookies and browser storage');
    await expect(storage).toContainText('Login cookies last two days');
    await expect(storage).toContainText('screen option cookies last one year');
    await expect(storage).toContainText('If you select “Remember Me”, your login lasts two weeks');
    await expect(storage).toContainText('this site uses your browser’s own storage');
  },
);

test(
  'the policy is true: the site sets no cookie and asks no other site for anything',
  { tag: ['@once', '@long'] },
  async ({ page, context, baseURL }) => {
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url()))
        strangers.push(request.url());
    });
    for (const path of ['/', '/privacy-policy', '/login', '/hm']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(strangers).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  },
);

/** @shows MA10.16 */
test(
  'a wide window has contacts and related pages beside the text',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of ['/about-us', '/technology', '/news', '/employment']) {
      await page.goto(path);
      const related = page.getByRole('navigation', { name: 'Learn more' });
      await expect(related.getByRole('link'), path).toHaveCount(4);
      const box = await related.boundingBox();
      expect(box!.x, path).toBeGreaterThan(640);
      await page.setViewportSize({ width: 390, height: 844 });
      expect((await related.boundingBox())!.x, path).toBeLessThan(60);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await page.getByRole('link', { name: 'Bus Driver' }).first().click();
    await expect(page.getByRole('heading', { level: 3, name: 'Bus Driver' })).toBeInViewport();
  },
);
