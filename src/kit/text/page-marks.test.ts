import { expect, it } from 'vitest';
import { fillPage, PAGE_MARKS } from './page-marks.ts';

it('a page says the company’s name as text, wherever the build left it open', () => {
  const html =
    `<title>${PAGE_MARKS.company_name} – Login</title>` +
    `<b>${PAGE_MARKS.company_name}</b><meta content="${PAGE_MARKS.frameOrigins}">`;
  expect(
    fillPage(html, {
      company_name: 'Bell & <b>Sons</b> $& "Buses"',
      frameOrigins: 'https://a.example',
      sandbox: 'no',
      banner: '',
      pays: '',
    }),
  ).toBe(
    '<title>Bell &amp; &lt;b&gt;Sons&lt;/b&gt; $&amp; &quot;Buses&quot; – Login</title>' +
      '<b>Bell &amp; &lt;b&gt;Sons&lt;/b&gt; $&amp; &quot;Buses&quot;</b><meta content="https://a.example">',
  );
});
