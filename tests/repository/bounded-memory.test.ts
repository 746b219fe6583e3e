import { describe, expect, it } from 'vitest';
import { FLOODS } from '#tests/support/sweep/floods.ts';
import { collectionsOf, keptCollections } from '#tests/support/sweep/kept-collections.ts';

/** Filled by nothing that lasts longer than the call, the job or the import that begins it. */
const OF_ONE_RUN = 'one run';

/** The bound of what a stranger can fill; each has its flood in tests/support/sweep/floods.ts. */
const BOUNDS: Readonly<Record<string, string>> = {
  'kit/plain-date.ts offsets': 'OFFSETS_KEPT',
  'modules/catalog/current-catalog.service.ts answers': 'ANSWERS_KEPT, BYTES_KEPT',
  'platform/admission/fair-count.ts #counts': 'what is counted: visitors inside, or calls under way',
  'platform/admission/line.ts #line': 'PLACES',
  'platform/admission/line.ts #inLine': 'PLACES',
  'platform/admission/line.ts #behind': 'PLACES',
  'platform/admission/line.ts #places': 'PLACES',
  'platform/admission/waiting-room.ts #inside': 'the visitors that are served at a time',
  'platform/admission/waiting-room.ts #called': 'the visitors that are served at a time',
  'platform/admission/waiting-room.ts #calledIn': 'those called in within a minute',
  'platform/passwords/concurrency-limit.ts queue': 'waiting',
  'platform/payments/sandbox/fresh-methods.ts methods': 'AT_MOST',
  'platform/pdf/overpass.ts words': 'WORDS_KEPT',
  'platform/throttle/counted-lines.ts counts': 'THINGS_COUNTED',
  'platform/throttle/request-rate.ts counts': 'SUBJECTS_KEPT',
  'server/http/proxy-watch.ts last': 'REMEMBERED',
  'server/http/proxy-watch.ts logged': 'the kinds of findings',
  'server/http/repeated-answers.ts sent': 'ANSWERS_KEPT, BYTES_KEPT',
};

/** What no stranger can fill, with the reason; the size is that of what staff or the program have made. */
const NOT_BY_STRANGERS: Readonly<Record<string, string>> = {
  'kit/endpoint/right.ts rights': 'a constant without an entry',
  'modules/billing/bookkeeping/ledger-files.ts lines': OF_ONE_RUN,
  'modules/office/overview/cumulated-sales.ts byDay': OF_ONE_RUN,
  'modules/billing/charges/collect-due.service.ts failures': OF_ONE_RUN,
  'modules/billing/charges/collect-due.service.ts waiting': OF_ONE_RUN,
  'modules/billing/emails/later-changed-emails.service.ts found': OF_ONE_RUN,
  'modules/billing/processor-events/write-together.ts waiting': 'events with the signature of the processor',
  'modules/billing/second-person/agreed-refund.ts shownPlanShape': 'a default of a shape',
  'modules/billing/staff-edits/payment-version.service.ts locked': OF_ONE_RUN,
  'modules/catalog/changes/check-objects.service.ts touched': OF_ONE_RUN,
  'modules/catalog/changes/read-changes.service.ts texts': OF_ONE_RUN,
  'modules/catalog/changes/read-fields.ts known': OF_ONE_RUN,
  'modules/catalog/changes/stage-changes.service.ts byKey': OF_ONE_RUN,
  'modules/catalog/changes/stage-changes.service.ts drawn': OF_ONE_RUN,
  'modules/catalog/changes/stage-changes.service.ts idsOf': OF_ONE_RUN,
  'modules/catalog/changes/stage-changes.service.ts lastPlaces': OF_ONE_RUN,
  'modules/catalog/changes/undo-changes.service.ts added': OF_ONE_RUN,
  'modules/catalog/changes/undo-changes.service.ts used': OF_ONE_RUN,
  'modules/catalog/changes/working-objects.service.ts touched': OF_ONE_RUN,
  'modules/catalog/changes/write-objects.service.ts ids': OF_ONE_RUN,
  'modules/catalog/checks/found-checks.service.ts waiting': OF_ONE_RUN,
  'modules/catalog/checks/season-checks.ts drawn': OF_ONE_RUN,
  'modules/catalog/checks/season-checks.ts waiting': OF_ONE_RUN,
  'modules/catalog/checks/season-view.ts found': OF_ONE_RUN,
  'modules/catalog/checks/term-checks.ts before': OF_ONE_RUN,
  'modules/catalog/current-catalog.service.ts kept': 'VERSIONS_KEPT; versions of the season',
  'modules/catalog/periods/periods.service.ts offered': OF_ONE_RUN,
  'modules/catalog/planning/copy-into-season.service.ts contracts': OF_ONE_RUN,
  'modules/catalog/planning/rollover-plan.service.ts drawn': OF_ONE_RUN,
  'modules/catalog/planning/rollover-plan.service.ts missing_files': OF_ONE_RUN,
  'modules/catalog/planning/rollover-plan.service.ts waiting': OF_ONE_RUN,
  'modules/catalog/planning/rollover.ts changes': OF_ONE_RUN,
  'modules/catalog/planning/rollover.ts left': OF_ONE_RUN,
  'modules/catalog/season/season-import.service.ts paths': OF_ONE_RUN,
  'modules/catalog/season/season-import.service.ts stays': OF_ONE_RUN,
  'modules/catalog/season/season-plan.service.ts known': OF_ONE_RUN,
  'modules/catalog/season/season-plan.service.ts set': OF_ONE_RUN,
  'modules/catalog/season/season-references.ts first': OF_ONE_RUN,
  'modules/catalog/season/season-storage.service.ts compared': OF_ONE_RUN,
  'modules/catalog/season/season-storage.service.ts begun': OF_ONE_RUN,
  'modules/catalog/season/season-storage.service.ts left': OF_ONE_RUN,
  'modules/office/effects/route-effects.ts effects': OF_ONE_RUN,
  'modules/office/effects/selling-side.service.ts known': OF_ONE_RUN,
  'modules/office/effects/term-effects.ts effects': OF_ONE_RUN,
  'modules/office/effects/term-effects.ts said': OF_ONE_RUN,
  'modules/office/exports/exports.service.ts written': OF_ONE_RUN,
  'modules/orders/reading/list-names.service.ts known': OF_ONE_RUN,
  'modules/orders/printed/printed-contracts.routes.ts made': 'one paper for each program that is on sale',
  'platform/clock/clock-skew.ts aheadS': 'one for each source of time',
  'platform/clock/clock-skew.ts answeredAt': 'one for each source of time',
  'platform/clock/follow.ts listeners': 'one for each part of a portal that goes by the fact',
  'modules/rehearsals/play/after-sale.service.ts tasks': OF_ONE_RUN,
  'modules/rehearsals/play/play-rehearsal.service.ts obstacles': OF_ONE_RUN,
  'modules/rehearsals/play/play-rehearsal.service.ts payers': OF_ONE_RUN,
  'modules/rehearsals/report/rehearsal-report.service.ts waiting': OF_ONE_RUN,
  'modules/students/students.queries.ts isUnmarked': 'a part of a statement, of two conditions',
  'platform/db/prepared.ts statements': 'one for each set of slots that the sources name',
  'platform/db/prepared.ts kept': OF_ONE_RUN,
  'platform/html/sanitize.ts cleaned': 'KEPT; texts of staff and of a season',
  'platform/images/safe-svg.ts #open': OF_ONE_RUN,
  'platform/images/safe-svg.ts #parts': OF_ONE_RUN,
  'platform/log/source-frame.ts maps': 'one for each file of the build',
  'platform/outbox/outbox.ts ids': 'BATCH; mails that are being sent',
  'platform/outbox/pace.ts last': 'RUSH_ORDERS',
  'platform/payments/stripe/limiter.ts lines': 'one for each endpoint of the processor',
  'platform/payments/stripe/limiter.ts ended': 'the questions of a second, which are limited here',
  'platform/payments/stripe/movements.ts read': OF_ONE_RUN,
  'platform/pdf/encode-glyph.ts contours': OF_ONE_RUN,
  'platform/pdf/fallback-fonts.ts filesOfFamily': 'one for each font that is installed',
  'platform/pdf/fallback-fonts.ts fonts': 'KEPT; fonts that are installed',
  'platform/pdf/fallback-fonts.ts chosen': OF_ONE_RUN,
  'platform/pdf/html-blocks.ts kept': 'TEXTS_KEPT; texts of staff and of a season',
  'platform/pdf/html-blocks.ts found': OF_ONE_RUN,
  'platform/pdf/html-blocks.ts loose': OF_ONE_RUN,
  'platform/pdf/mixed-text.ts lines': OF_ONE_RUN,
  'platform/pdf/pdf-renderer.ts waiting': 'papers under way, each in a call that is counted by admission',
  'platform/sheets/workbook-worker.ts begun': 'the pages of one workbook; the thread ends with the workbook',
  'platform/sheets/workbook-worker.ts chunks': 'emptied with each answer of the thread',
  'platform/telemetry/metrics.ts gauges': 'one for each metric that the program names',
  'platform/vault/reseal.ts left': OF_ONE_RUN,
  'platform/vault/vault.ts bound': 'one for each sealed field',
  'platform/zip/zip-stream.ts chunks': OF_ONE_RUN,
  'server/background-worker.ts running': 'works that are under way, each asked for by a job of ours',
  'server/background.ts jobs': 'works that are under way, each asked for by a job of ours',
  'server/background.ts woken': 'one for each job',
  'server/faults.ts lately': 'MOST_A_MINUTE; more end the portal',
  'server/http/handle.ts byRights': 'one for each set of rights of a role',
  'server/http/pages/finished-pages.ts finished': 'one for each school; another spelling makes no page',
  'server/http/pages/finished-pages.ts reading': 'one for each school; another spelling makes no page',
  'server/http/pages/page-renderer.ts waiting': 'pages of schools that are being drawn',
  'server/rehearsal-process.ts running': 'one rehearsal plays at a time',
};

/** @shows MH6.3 */
describe('what the server keeps between requests', () => {
  it('has a bound, and a flood or a reason why no stranger fills it', () => {
    const known = [...Object.keys(BOUNDS), ...Object.keys(NOT_BY_STRANGERS)];
    expect(keptCollections().toSorted()).toEqual(known.toSorted());
    expect(Object.keys(FLOODS).toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
  });

  it.each([
    ['of a module', 'const seen = new Set<string>();', ['seen']],
    ['of an object', 'class Line { readonly #places = new Map(); }', ['#places']],
    [
      'of a function that gives out another',
      'const f = () => { const a = new Map(); return () => a; };',
      ['a'],
    ],
    ['inside an object', 'const f = () => ({ ids: new Set() });', ['ids']],
    ['a cache', 'const f = () => { const words = new LRUCache({ max: 1 }); return words; };', ['words']],
    ['a list', 'export const rows: string[] = [];', ['rows']],
    ['but not of one call', 'const f = () => { const a = new Map(); return a.size; };', []],
    ['and not a constant', "const WORDS = new Set(['a']);", []],
  ])('is found (%s)', (_, source, names) => {
    expect(collectionsOf(source)).toEqual(names);
  });
});
