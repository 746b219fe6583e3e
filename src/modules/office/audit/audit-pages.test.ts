import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOfSubject } from '#modules/catalog/changes/audit-differences.service.ts';
import { auditPage } from './audit-pages.ts';
import type { AuditRow } from './audit.contract.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const sources = globSync('src/{modules,server,platform}/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .filter((source) => /\bwriteAudit|\bAuditEntry|\baudit\b/.test(source));

/** `subject: 'clock'`, and a function or constant whose name says that it is a subject: `order:${id}`. */
const SUBJECT = /\b\w*[sS]ubject(?:Of)?(?::| =)[^`'\n;]{0,60}[`']([a-z_]+)(?=[`':])/g;

/** Kinds of approvals and names of fields, which stand beside a subject. */
const NO_SUBJECTS = new Set(['aid_end', 'refund_request', 'kind', 'user_id']);

const declared = [
  ...new Set(sources.flatMap((source) => [...source.matchAll(SUBJECT)].map(([, kind]) => kind!))),
].filter((kind) => !NO_SUBJECTS.has(kind));

const row = (changes: Partial<AuditRow>): AuditRow => ({
  id: 1,
  at: '2027-03-04T19:10:00.000Z',
  actor: null,
  on_behalf_of: null,
  action: 'order.read',
  subject: 'order:8',
  name: null,
  page: null,
  before: null,
  after: null,
  detail: {},
  texts: {},
  ...changes,
});

const addresses = [...read('src/app/routes.ts').matchAll(/route\('([^']+)'/g)].map(([, path]) => path!);
const isAddress = (page: string) =>
  addresses.some((path) => `/admin/${path}` === page || `/admin/${path}`.replace(/:\w+/, '8') === page);

/** @shows HE2.3 */
describe('a subject of the audit log', () => {
  it('leads to its own page: an order, a family, a student, a colleague, an object of a season', () => {
    const page = (kind: NonNullable<AuditRow['page']>['kind'], object: string | null = null) =>
      auditPage(row({ page: { kind, id: 8, object } }));
    expect([
      page('order'),
      page('parent'),
      page('student'),
      page('season', 'route:12'),
      page('staff'),
    ]).toEqual([
      '/admin/orders/8',
      '/admin/users/parents/8',
      '/admin/students/8',
      '/admin/seasons/8?object=route:12',
      '/admin/staff',
    ]);
  });

  it('of every kind that the portal writes leads to a page that exists, also when it is gone', () => {
    expect(declared.length).toBeGreaterThan(25);
    expect(declared).toEqual(
      expect.arrayContaining(['award', 'dispute', 'rehearsal', 'refund', 'amendment']),
    );
    const pages = declared
      .filter((kind) => !['list', 'view'].includes(kind))
      .map((kind) => {
        const action = kindOfSubject(kind) ? 'catalog.remove' : 'order.read';
        return { kind, page: auditPage(row({ subject: `${kind}:8`, action })) };
      });
    expect(pages.filter(({ page }) => page === undefined || !isAddress(page))).toEqual([]);
  });

  it('that is a list, a report or a view leads to the page of the list', () => {
    const lists = globSync('src/modules/**/*.contract.ts', { cwd: ROOT })
      .map(read)
      .flatMap((source) =>
        [...source.matchAll(/listEndpoint\(\{\s+name: '(\w+)'/g)].map(([, name]) => name!),
      );
    expect(lists.length).toBeGreaterThan(20);
    for (const name of [...lists, 'season-report', 'ledger-report', 'month-report']) {
      const page = auditPage(row({ action: 'list.export', subject: `list:${name}` }));
      expect([name, page !== undefined && isAddress(page)]).toEqual([name, true]);
    }
    const view = row({ action: 'view.add', subject: 'view:8', detail: { list: 'listOrderRows' } });
    expect(auditPage(view)).toBe('/admin/orders');
  });

  it('that only the processor knows leads to the matters of money', () => {
    expect(auditPage(row({ action: 'billing.foreign_object', subject: 'charge:ch_1' }))).toBe('/admin/money');
  });
});
