import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { checksInShort, ShownChecks } from './season-checks.tsx';

const aCheck = (changes: Partial<CheckAnswer>): CheckAnswer => ({
  code: 'no_term',
  severity: 'stop',
  text: 'Round trip: nothing can be chosen.',
  subject: { kind: 'route', id: 7, name: 'Round trip', version: 3 },
  field: null,
  mend_path: '/admin/seasons/2?object=payment_term:new&parent=7&field=name',
  put_aside: null,
  ...changes,
});

const STOP = aCheck({});
const LOOK = aCheck({ code: 'full', severity: 'look', text: 'Late bus: full, 3 children wait.' });
const ASIDE = aCheck({
  code: 'addon_free',
  severity: 'look',
  text: 'Late bus: costs nothing.',
  put_aside: { note: 'A gift.', by: 'Dana Cole', at: '2027-03-04T15:00:00.000Z' },
});

const drawn = (checks: readonly CheckAnswer[], mayWrite = true) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <ShownChecks season_id="2" checks={checks} mayWrite={mayWrite} />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

const headings = (html: string) =>
  [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text!.replaceAll(/<[^>]*>/g, ''));
const labels = (html: string) => [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, text]) => text);

/** @shows SE6.1 SE6.2 SE6.3 */
it('the checks stand by severity, each with the way to its mend, and below what was put aside', () => {
  const html = drawn([LOOK, ASIDE, STOP]);
  expect(headings(html)).toEqual(['Mend before families see it', 'Worth a look', 'Put aside']);
  expect(html).toContain('href="/admin/seasons/2?object=payment_term:new&amp;parent=7&amp;field=name"');
  expect(html).toContain('Dana Cole, 03/04/2027 10:00 AM: A gift.');
});

/** @shows SE6.3 */
it('a check that must be mended is not put aside, and one that was put aside is taken back', () => {
  expect(labels(drawn([STOP, LOOK, ASIDE]))).toEqual([
    'Mend: Round trip: nothing can be chosen.',
    'Mend: Late bus: full, 3 children wait.',
    'Put aside: Late bus: full, 3 children wait.',
    'Mend: Late bus: costs nothing.',
    'Take back: Late bus: costs nothing.',
  ]);
});

/** @shows SE6.1 */
it('staff who only read see no act; without a check the list says so', () => {
  expect(labels(drawn([STOP, LOOK, ASIDE], false)).filter((text) => !text!.startsWith('Mend: '))).toEqual([]);
  expect(drawn([])).toContain('Nothing to mend');
});

/** @shows SE6.1 */
it('the checks that stand are counted by severity', () => {
  expect(checksInShort([LOOK, ASIDE, STOP, LOOK])).toBe('Mend before families see it: 1, Worth a look: 2');
  expect(checksInShort([ASIDE])).toBe('Nothing to mend');
});
