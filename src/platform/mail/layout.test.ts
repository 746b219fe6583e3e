import { describe, expect, it } from 'vitest';
import { renderEmail, wordsOfHtml, type EmailContent } from './layout.ts';

const aMail = (changes: Partial<EmailContent> = {}): EmailContent => ({
  company: 'Harborline',
  subject: 'Receipt',
  preview: 'You paid $10.00',
  heading: 'Hello Adaeze',
  paragraphs: ['Thank you.'],
  footer: ['Questions?'],
  ...changes,
});

describe('a mail', () => {
  it('says the same as text, in paragraphs, with the address behind the button', () => {
    const { text } = renderEmail(
      aMail({
        facts: [{ label: 'Student', value: 'Chidi' }],
        button: { text: 'Open', href: 'https://portal.example/orders/7?a=1&b=2' },
      }),
    );
    expect(text).toBe(
      'Harborline\n\n\nHello Adaeze\n\nThank you.\n\nStudent: Chidi\n\n' +
        `Open https://portal.example/orders/7?a=1&b=2\n\n${'-'.repeat(40)}\n\nQuestions?`,
    );
  });

  /** @shows MD23.2 */
  it('has each fact in its own direction', () => {
    const { text, html } = renderEmail(aMail({ facts: [{ label: 'Student', value: 'דנה 7' }] }));
    for (const said of [text, html]) expect(said).toContain('Student: \u2068דנה 7\u2069');
  });

  it('takes no markup from a name or a link', () => {
    const nasty = `<img src=x onerror="alert('1')">&amp;`;
    const { html, text } = renderEmail(
      aMail({
        company: nasty,
        subject: nasty,
        preview: nasty,
        heading: nasty,
        paragraphs: [nasty],
        facts: [{ label: nasty, value: nasty }],
        button: { text: nasty, href: `https://portal.example/"><script>` },
        footer: [nasty],
      }),
    );
    expect(html).not.toMatch(/<img|<script|alert\('/);
    expect(html.split('&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;&amp;amp;')).toHaveLength(
      10,
    );
    expect(text).toContain(nasty);
  });

  it('keeps the lines of a paragraph where lines can be kept, and puts it on one line as text', () => {
    const { html, text } = renderEmail(aMail({ paragraphs: ['one\n two'] }));
    expect(html).toContain('>one\n two</p>');
    expect(text).toContain('\n\none two\n\n');
  });

  it('fills up the preview, which the mailbox would else take from the text', () => {
    const hidden = (preview: string) =>
      /max-width:0">(.*?)<\/div>/s.exec(renderEmail(aMail({ preview })).html)![1]!;
    expect(hidden('Paid')).toMatch(/^Paid<div>(?:&zwnj;&nbsp;){146}$/);
    expect(hidden('x'.repeat(300))).toBe('x'.repeat(150));
  });

  it('leaves out what it does not have', () => {
    const { html } = renderEmail(aMail({ facts: [], footer: [] }));
    expect(html).not.toMatch(/<a |href|undefined/);
  });
});

it('an accepted text is quoted in its words, its headings as they were written', async () => {
  expect(
    await wordsOfHtml('<h1>Terms</h1><p>We <b>may</b> debit &amp; credit.</p><ul><li>once</li></ul>'),
  ).toBe('Terms\n\nWe may debit & credit.\n\n * once');
});
