import { expect, type APIRequestContext, type Page, type Route } from '@playwright/test';
import { newAccount, PASSWORD, signIn, type Account } from '#tests/support/browser/account.ts';
import { aBirthday, aStudentForm } from '#tests/support/forms/student-form.ts';
import { letApplicationDraw } from '#tests/support/browser/changed-responses.ts';

/** What is chosen, by the names in the season file; what is left out is not chosen yet. */
export type Chosen = {
  school: string;
  program: string;
  route?: string;
  term?: string;
  addons?: string[];
  grade?: boolean;
};

export const HM_LOWER: Chosen = { school: 'hm', program: 'hm-lower', grade: true };
export const HM_TWO_PAYMENTS: Chosen = {
  ...HM_LOWER,
  route: 'Round trip',
  term: 'Two payments',
  addons: ['late-bus'],
};

/** A family that stands at a step of the wizard, as if it had walked there. */
export type FamilyInWizard = Account & { school: string; student_id: number; draft: any };

const named = (items: any[], name?: string) => items.find((item) => item.name === name);

async function onSale({ call }: Account, chosen: Chosen): Promise<{ id: number; texts: any; route: any }> {
  const [school] = await call('GET', `/program_group_path/get/path/${chosen.school}`);
  const { id } = named(await call('GET', `/program/read/all/${school.id}`), chosen.program);
  const [texts] = await call('GET', `/period/program/read/all/${school.current_period_id}/${id}`);
  const route = named(await call('GET', `/route/read/all/${texts.id}/1`), chosen.route);
  return { id, texts, route };
}

async function programPart(account: Account, chosen: Chosen): Promise<object> {
  const { id, route } = await onSale(account, chosen);
  const [grade] = await account.call('GET', `/program/grade/read/all/${id}`);
  const term = named(route?.payment_terms ?? [], chosen.term);
  return {
    id,
    grade_id: chosen.grade ? grade?.id : null,
    route: route?.id ?? null,
    payment_term: term?.id ?? null,
    payment_term_type_id: term?.payment_term_type_id ?? null,
    addons: (chosen.addons ?? []).map((name) => named(route.addons, name).id),
  };
}

/**
 * Makes a family with one child over the API, and the draft that the wizard would have kept of it. For
 * journeys that are about one step; the draft can be changed before `openStep`.
 */
export async function aFamilyInWizard(
  request: APIRequestContext,
  chosen: Chosen,
  student: object = {},
): Promise<FamilyInWizard> {
  const account = await newAccount(request);
  const [child] = await account.call(
    'POST',
    '/student',
    aStudentForm({ guardian_1_email: account.email, date_of_birth: aBirthday(), ...student }),
  );
  const known = Object.fromEntries(Object.entries(child).filter(([, value]) => value !== null));
  const draft = { program: await programPart(account, chosen), isAccepted: true, student: known };
  return { ...account, school: chosen.school, student_id: child.id, draft };
}

/** Opens the wizard at a step with the draft in place; call once a page. */
export async function openStep(
  page: Page,
  { tokens, draft, school }: FamilyInWizard,
  step: number,
): Promise<void> {
  await signIn(page, tokens);
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('draft-was-put')) return;
    sessionStorage.setItem('draft-was-put', 'yes');
    sessionStorage.setItem('contract', kept);
  }, JSON.stringify(draft));
  await page.goto(`/contract?school=${school}&step=${step}`);
}

/** What the wizard has kept of the draft by now. */
export const keptDraft = (page: Page): Promise<any> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('contract') ?? '{}'));

/** Lets the real server answer, and changes its items on the way. */
export async function alter(
  page: Page,
  url: string | RegExp,
  change: (items: any[]) => any[] | void,
): Promise<void> {
  await letApplicationDraw(page);
  await page.route(url, async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = await response.json().catch((error: Error) => {
      if (!error.message.includes('has been disposed')) throw error;
    });
    // The page was loaded anew meanwhile, and waits for this answer no more.
    if (!body) return undefined;
    return route.fulfill({ response, json: { ...body, items: change(body.items) ?? body.items } });
  });
}

export const ROUTES = '**/api/route/read/all/**';
export const PERIOD_PROGRAMS = '**/api/period/program/read/all/**';

const BANK_HOLDER = {
  first_name: 'Adaeze',
  last_name: 'Okafor',
  address: '12 Elm Street',
  city: 'Bronx',
  state: 'NY',
  zip: '10471',
  phone: '718-555-0133',
  email: 'adaeze@okafor.example',
};

function paidWith(number: string, email: string): object {
  if (!number.startsWith('000')) {
    const type = number.startsWith('5') ? 'MasterCard' : 'Visa';
    return {
      payment: {
        payment_type: 'paymentTypeCreditCard',
        cc: { type, number, name: 'Adaeze Okafor', exp_month: 12, exp_year: 2035, ccid: '123' },
      },
    };
  }
  const ach = {
    ...BANK_HOLDER,
    routing_number: '110000000',
    account_number: number,
    account_type: 'Checking',
  };
  return { payment: { payment_type: 'paymentTypeAch', ach }, user: { email, password: PASSWORD } };
}

/** What the wizard sends of the texts that its family has accepted. */
async function acceptancesOf(account: Account, chosen: Chosen): Promise<object[]> {
  const { texts, route } = await onSale(account, chosen);
  const hashes = {
    contract: texts.contract_text_hash,
    ach: texts.ach_terms_hash,
    surge: route.surge_pricing_text_hash,
  };
  return Object.entries(hashes).flatMap(([kind, text_hash]) => (text_hash ? [{ kind, text_hash }] : []));
}

/** Buys over the API, with a card or an account that is saved by it; answers the order. */
export async function buyByApi(
  prepared: FamilyInWizard,
  chosen: Chosen,
  number = '4242424242424242',
  student_id = prepared.student_id,
  extra: object = {},
): Promise<any> {
  const program: any = await programPart(prepared, chosen);
  const contract = {
    program_id: program.id,
    route_id: program.route,
    grade_id: program.grade_id ?? undefined,
    payment_term_id: program.payment_term,
    student_id,
  };
  const acceptances = await acceptancesOf(prepared, chosen);
  const body = { contract, acceptances, ...paidWith(number, prepared.email), ...extra };
  const [order] = await prepared.call('POST', '/order', body);
  return order;
}

/** Another child of the family. */
export async function anotherChild({ call, email }: FamilyInWizard, first_name = 'Ngozi'): Promise<number> {
  const [child] = await call(
    'POST',
    '/student',
    aStudentForm({ first_name, date_of_birth: aBirthday(), guardian_1_email: email }),
  );
  return child.id;
}

/** 4,200.00 at once. */
export const HM_IN_FULL: Chosen = { ...HM_TWO_PAYMENTS, term: 'Pay in full, early' };

export const HM_MORNING: Chosen = { ...HM_LOWER, route: 'Morning only', term: 'Two payments' };

/** Stands at the checkout with the card that paid for another child's contract. */
export async function atCheckout(page: Page, prepared: FamilyInWizard, changes: object = {}): Promise<any> {
  const first = await buyByApi(prepared, HM_MORNING, '4242424242424242', await anotherChild(prepared));
  const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
  Object.assign(prepared.draft.program, {
    payment_type: 'paymentTypeCreditCard',
    is_payment_type_chosen: true,
    payment_method: method.id,
    ...changes,
  });
  await openStep(page, prepared, 4);
  await expect(page.getByRole('heading', { name: /Review and sign/ })).toBeVisible();
  return first.order_detail.contract;
}
