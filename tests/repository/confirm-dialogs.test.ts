import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const OFFICE = 'src/app/routes/office';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = new Map(
  globSync(`${OFFICE}/**/*.tsx`, { cwd: ROOT }).map((path) => [path.slice(OFFICE.length + 1), read(path)]),
);
const texts = JSON.parse(read('messages/en/office.json')) as Record<string, string>;

const ASKS = /<(ConfirmButton|ConfirmChanges|ConfirmCall|ConfirmActions|NoteDialog)\b/;

type Reason =
  | 'families are told'
  | 'families see it'
  | 'no way back'
  | 'takes a note or a choice'
  | 'makes a season';

/** Why each question of the office is asked; a question without a reason is one too many (OF0.27). */
const REASONS: Readonly<Record<string, Reason>> = {
  'aid/decide-aid.tsx': 'families are told',
  'amendments/page.tsx': 'families are told',
  'approvals/decide-request.tsx': 'families are told',
  'awards/many-awards.tsx': 'families are told',
  'awards/page.tsx': 'families are told',
  'confirm-call.tsx': 'no way back',
  'congestion-fees/new-fee.tsx': 'families are told',
  'end-sessions-button.tsx': 'no way back',
  'mails/page.tsx': 'families are told',
  'members/member-acts.tsx': 'no way back',
  'money/matter-dialogs.tsx': 'takes a note or a choice',
  'orders/change/change-contract.tsx': 'families are told',
  'orders/take-back-refund.tsx': 'families are told',
  'parents/parent/account-acts.tsx': 'families are told',
  'parents/parent/notes.tsx': 'no way back',
  'reconciliation/close-difference.tsx': 'takes a note or a choice',
  'record-refund.tsx': 'families are told',
  'reports/ledger/months-table.tsx': 'no way back',
  'reports/statements/page.tsx': 'families are told',
  'season/checks/season-checks.tsx': 'takes a note or a choice',
  'season/confirm-changes.tsx': 'families see it',
  'season/copy-into-season.tsx': 'takes a note or a choice',
  'season/import/import-preview.tsx': 'families see it',
  'season/many/plan-part.tsx': 'families see it',
  'season/objects/object-acts.tsx': 'families see it',
  'season/opening/open-close-school.tsx': 'families see it',
  'season/publish-season.tsx': 'families see it',
  'season/roll-over/make-draft.tsx': 'makes a season',
  'season/roll-over/page.tsx': 'no way back',
  'season/seasons/remove-draft.tsx': 'no way back',
  'season/set-up/publish-and-open.tsx': 'families see it',
  'season/texts/text/edit-text.tsx': 'no way back',
  'season/texts/text/put-in-force.tsx': 'families see it',
  'season/texts/text/text-versions.tsx': 'no way back',
};

/** Acts of the set-up with the sentence of their question, which has numbers, and the button. */
const ACTS: readonly { act: string; file: string; sentences: string[]; button: string }[] = [
  {
    act: 'publish a season',
    file: 'season/publish-season.tsx',
    sentences: ['office_season_publish_many', 'office_season_publish_later'],
    button: 'office_season_publish',
  },
  {
    act: 'publish and open the first season',
    file: 'season/set-up/publish-and-open.tsx',
    sentences: ['office_set_up_publish_many'],
    button: 'office_set_up_publish',
  },
  {
    act: 'close a school now',
    file: 'season/opening/open-close-school.tsx',
    sentences: ['office_opening_close_text'],
    button: 'office_opening_close',
  },
  {
    act: 'end or remove an object',
    file: 'season/objects/object-acts.tsx',
    sentences: ['office_object_use'],
    button: 'office_object_act',
  },
  {
    act: 'remove a draft season',
    file: 'season/seasons/remove-draft.tsx',
    sentences: ['office_season_remove_text'],
    button: 'office_season_remove',
  },
  {
    act: 'undo a change set',
    file: 'season/changes/change/undo-change.tsx',
    sentences: ['office_undo_text'],
    button: 'office_undo_button',
  },
  {
    act: 'put a text in force',
    file: 'season/texts/text/put-in-force.tsx',
    sentences: ['office_text_force_many'],
    button: 'office_text_force',
  },
  {
    act: 'make a roll-over',
    file: 'season/roll-over/make-draft.tsx',
    sentences: ['office_roll_make_text'],
    button: 'office_roll_make_draft',
  },
  {
    act: 'import a season file',
    file: 'season/import/import-preview.tsx',
    sentences: ['office_import_confirm_text'],
    button: 'office_import_button',
  },
  {
    act: 'change many',
    file: 'season/many/plan-part.tsx',
    sentences: ['office_many_apply_text'],
    button: 'office_many_apply',
  },
];

const NO_ACT = /^(ok|okay|yes|no|confirm|continue|submit|apply)$/i;
const COUNT = /\{(n|m|added|routes)\}/;

const messagesIn = (source: string) => [...source.matchAll(/\bm\.(office_\w+)/g)].map(([, key]) => key!);

/** @shows OF0.27 */
describe('a question of the office', () => {
  it('has a reason: families notice the act, or there is no way back', () => {
    const asking = [...sources].filter(([, source]) => ASKS.test(source)).map(([file]) => file);
    expect(asking.sort()).toEqual(Object.keys(REASONS).sort());
  });

  it('has no button without an act', () => {
    const files = [...Object.keys(REASONS), ...ACTS.map(({ file }) => file)];
    const keys = new Set(files.flatMap((file) => messagesIn(sources.get(file)!)));
    expect([...keys].filter((key) => NO_ACT.test(texts[key] ?? ''))).toEqual([]);
  });

  it.each(ACTS)('is asked before staff $act, with numbers', ({ file, sentences, button }) => {
    const used = messagesIn(sources.get(file)!);
    expect(used).toEqual(expect.arrayContaining([...sentences, button]));
    for (const key of sentences) expect(texts[key]).toMatch(COUNT);
    expect(sources.get(file)).toMatch(/<Dialog\b|<Confirm/);
  });
});
