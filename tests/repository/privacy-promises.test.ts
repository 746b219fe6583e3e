import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** A test that shows a promise: its file and its title. */
type Shown = readonly [path: string, title: string];

/** What people promise, which no program can show; docs/privacy.md says whose work it is. */
const PEOPLE = 'people';

const erasure = (title: string): Shown => ['src/modules/privacy/erasure.test.ts', title];
const copy = (title: string): Shown => ['src/modules/privacy/family-copy.test.ts', title];
const photo = (title: string): Shown => ['src/modules/students/photos.test.ts', title];
const session = (title: string): Shown => ['src/modules/accounts/sessions/sessions.test.ts', title];
const token = (title: string): Shown => ['src/app/api/tokens.test.ts', title];
const looking = (title: string): Shown => ['src/modules/office/people/impersonation.test.ts', title];
const site = (title: string): Shown => [
  'tests/journeys/site/a-visitor-reads-the-public-pages.spec.ts',
  title,
];

const NO_NUMBERS: Shown = [
  'src/modules/billing/methods/no-card-numbers.test.ts',
  'are nowhere in the database or the logs after every kind of payment',
];
const NO_STRANGERS = site('the policy is true: the site sets no cookie and asks no other site for anything');
const TEXT = site('the privacy policy says what is kept of whom, and what the browser stores for how long');
const FORMS: Shown = [
  'src/modules/students/students.routes.test.ts',
  'takes owner, dates and counts from nobody',
];
const SEALED: Shown = [
  'src/server/reencrypt-all.test.ts',
  'is nowhere in the database, neither in the student nor in the signed contract',
];
const HEADERS: Shown = [
  'tests/endpoints/headers.test.ts',
  'says what it may load, who may frame it, and that browsers come back over HTTPS',
];
const OWN_RECORDS: Shown = [
  'tests/endpoints/foreign-ids.test.ts',
  'answers 404 at every endpoint, wherever it stands, and shows nothing of them',
];
const APPLICATIONS: Shown = [
  'src/modules/careers/apply.test.ts',
  'an application is deleted with its notes, a trapped one after a month, and nothing else',
];
const LICENSES: Shown = [
  'src/modules/careers/apply.test.ts',
  'is nowhere in the database, and moves to a new key',
];
const TYPED_AT_STRIPE: Shown = [
  'tests/journeys/processor/no-number-comes-to-the-portal.spec.ts',
  'a number that is typed into the fields is nowhere else: not sent to us, not kept, not logged',
];
const TOLD_TO_STRIPE: Shown = [
  'src/modules/orders/checkout/told-to-stripe.test.ts',
  'has nothing of a child, its home or its school, over a season of charges and returns',
];
const STRIPE_ON_NO_OTHER_PAGE: Shown = [
  'src/server/http/pages/payment-pages.test.ts',
  'keeps the policy that it has without the processor’s fields',
];
const DELETED = erasure('leaves nothing in the database and no file where the family has no contract');
const YEARS = erasure('is destroyed the night after, with a certificate, and leaves numbers alone');
const KNOWN: Shown = [
  'tests/repository/privacy-promises.test.ts',
  'has a test or a person for each sentence',
];

/** The texts of the privacy page, and for each sentence of them what shows that it is kept. */
const PROMISES: Record<string, readonly (Shown | typeof PEOPLE)[]> = {
  short_1: [FORMS],
  short_2: [NO_STRANGERS],
  short_3: [NO_NUMBERS],
  short_4: [copy('has its rows, photos and papers, with sealed texts in the clear, and says what each is')],
  account_text: [
    ['src/modules/accounts/accounts.routes.test.ts', 'keeps passwords as argon2id with the recommended cost'],
  ],
  student_text: [FORMS, PEOPLE],
  health_text: [
    ['src/modules/students/students.routes.test.ts', 'keeps no text whose box is not shown'],
    SEALED,
  ],
  photo_text: [
    PEOPLE,
    photo('is painted anew: no place, no camera, nothing hidden behind it'),
    photo('is for its family and for staff alone'),
  ],
  contract_text: [erasure('leaves what its signed contracts need, and nothing else'), PEOPLE, NO_NUMBERS],
  job_text: [PEOPLE, LICENSES],
  log_text: [erasure('is known with its network for ninety days, as is a login that failed')],
  who_1: [
    PEOPLE,
    looking('logs both ids for its start, each write, each child that is looked at, and its end'),
  ],
  who_2: [PEOPLE, OWN_RECORDS],
  stripe_1: [TYPED_AT_STRIPE, TYPED_AT_STRIPE],
  stripe_name_text: [TOLD_TO_STRIPE],
  stripe_zip_text: [PEOPLE, PEOPLE],
  stripe_device_text: [STRIPE_ON_NO_OTHER_PAGE, PEOPLE],
  stripe_bank_text: [PEOPLE, PEOPLE, PEOPLE],
  stripe_charge_text: [PEOPLE, TOLD_TO_STRIPE],
  stripe_2: [PEOPLE, PEOPLE],
  children_1: [PEOPLE, PEOPLE],
  long_1: [erasure('leaves nothing in the database and no file')],
  long_2: [erasure('leaves what its signed contracts need, and nothing else')],
  long_3: [YEARS],
  long_4: [APPLICATIONS],
  rights_1: [
    FORMS,
    DELETED,
    copy('is given by staff to a parent who asked, which is written down'),
    erasure('is kept while a contract binds, money is owed or on its way, and says which'),
  ],
  // Ends in a colon, before the mailbox.
  rights_2: [],
  safe_1: [HEADERS, PEOPLE],
  cookies_1: [
    TEXT,
    session('lives two days at most, however busy'),
    session('keeps a session for fourteen days from its login and no longer'),
    token('is gone after a logout, with the impersonation and the draft'),
  ],
  cookies_2: [NO_STRANGERS, session('lives two days at most, however busy')],
  store_login_text: [
    session('dies two hours after its last use'),
    token('keeps the refresh token only when the person wants to be kept logged in'),
  ],
  store_known_text: [
    [
      'src/modules/accounts/sessions/throttled.test.ts',
      'keeps no browser out that was logged in before, not even in the same network',
    ],
    PEOPLE,
  ],
  store_screen_text: [NO_STRANGERS, PEOPLE],
  store_draft_text: [token('clears the contract draft of the person before')],
  store_path_text: [token('ends what an earlier reset of the password was for')],
  cookies_3: [NO_STRANGERS, NO_STRANGERS],
  change_1: [KNOWN, PEOPLE],
};

const texts = Object.entries(JSON.parse(read('messages/en/public.json')) as Record<string, string>).flatMap(
  ([key, text]): [string, string][] => {
    const name = /^public_privacy_(.+(?:_text|_\d))$/.exec(key)?.[1];
    return name ? [[name, text]] : [];
  },
);

const sentencesOf = (text: string) => text.match(/[^.!?]+[.!?]/g) ?? [];

/** @shows H12.7 */
describe('the privacy page', () => {
  it('has a test or a person for each sentence', () => {
    const missing = texts.flatMap(([name, text]) =>
      sentencesOf(text).length === PROMISES[name]?.length ? [] : [`${name}: ${text}`],
    );
    expect(missing, 'say in PROMISES which test shows each sentence').toEqual([]);
    const names = new Set(texts.map(([name]) => name));
    expect(Object.keys(PROMISES).filter((name) => !names.has(name))).toEqual([]);
  });

  it('names tests that exist', () => {
    const shown = Object.values(PROMISES)
      .flat()
      .filter((one) => one !== PEOPLE);
    expect(shown.filter(([path, title]) => !read(path).includes(title)).map(String)).toEqual([]);
  });

  it('has the years that contracts are really kept for', () => {
    const [, years] = /CONTRACT_YEARS = (\d+)/.exec(
      read('src/modules/orders/erasure/erase-orders.service.ts'),
    )!;
    expect(years).toBe('7');
    expect(texts.find(([name]) => name === 'long_3')![1]).toContain('seven years after the school year');
  });
});
