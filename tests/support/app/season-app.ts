import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/build-app.ts';
import type { AppContext } from '#server/app-context.ts';
import { aFamily, send, type Answer, type Person } from './people.ts';
import { aBirthday, aStudentForm } from '#tests/support/forms/student-form.ts';
import { createSeasonContext, type TestContext } from './test-context.ts';

/** A portal that sells the demo season, for tests of buying. */
export type SeasonApp = { context: TestContext; app: FastifyInstance; close(): Promise<void> };

export async function openSeasonApp(changes: Partial<AppContext> = {}): Promise<SeasonApp> {
  const context = await createSeasonContext(changes);
  const app = await buildApp(context);
  const close = async () => {
    await app.close();
    await context.close();
  };
  return { context, app, close };
}

/** The ids that a body of POST /order is made of, by the names in the season file. */
export type Offer = {
  program_id: number;
  route_id: number;
  grade_id: number | undefined;
  period_program_id: number;
  term(identifier: string): number;
  addon(name: string): number;
  discount(): number;
  texts: { contract: string; ach: string; surge: string | null };
};

export async function anOffer(
  app: FastifyInstance,
  group: string,
  program: string,
  route: string,
): Promise<Offer> {
  const read = async (url: string): Promise<any[]> => (await send(app, { method: 'GET', url })).items;
  const named = (items: any[], name: string) => items.find((item) => item.name === name);
  const [school] = await read(`/program_group_path/get/path/${group}`);
  const { id: program_id } = named(await read(`/program/read/all/${school.id}`), program);
  const [grade] = await read(`/program/grade/read/all/${program_id}`);
  const [periodProgram] = await read(`/period/program/read/all/${school.current_period_id}/${program_id}`);
  const sold = named(await read(`/route/read/all/${periodProgram.id}/1`), route);
  return {
    program_id,
    route_id: sold.id,
    grade_id: grade?.id,
    period_program_id: periodProgram.id,
    term: (identifier) => sold.payment_terms.find((term: any) => term.identifier === identifier).id,
    addon: (name) => named(sold.addons, name).id,
    discount: () => sold.discounts[0].id,
    texts: {
      contract: periodProgram.contract_text_hash,
      ach: periodProgram.ach_terms_hash,
      surge: sold.surge_pricing_text_hash,
    },
  };
}

/** A family with one child, ready to buy. */
export type Buyer = Person & { student_id: number };

export async function aBuyer(app: FastifyInstance, student: object = {}): Promise<Buyer> {
  const family = await aFamily(app);
  return { ...family, student_id: await aStudentOf(family, student) };
}

export async function aStudentOf(family: Person, changes: object = {}): Promise<number> {
  const answer = await family.call(
    'POST',
    '/student',
    aStudentForm({ guardian_1_email: family.email, date_of_birth: aBirthday(), ...changes }),
  );
  if (answer.status !== 200) throw new Error(`the student was refused: ${answer.errors.join()}`);
  return answer.items[0].id;
}

/** The `contract` part of a body. */
export function aContract(
  buyer: Pick<Buyer, 'student_id'>,
  offer: Offer,
  identifier: string,
  changes: object = {},
): object {
  const { program_id, route_id, grade_id } = offer;
  return {
    program_id,
    route_id,
    grade_id,
    student_id: buyer.student_id,
    payment_term_id: offer.term(identifier),
    ...changes,
  };
}

/** What the wizard sends of the texts of an offer. */
export const acceptancesOf = ({ texts }: Offer) =>
  Object.entries(texts)
    .filter(([, text_hash]) => text_hash !== null)
    .map(([kind, text_hash]) => ({ kind, text_hash }));

/** A typed card that nobody has saved yet; the demo's numbers decide what it does. */
export const aCard = (number = '4242424242424242') => ({
  payment_type: 'paymentTypeCreditCard',
  cc: { type: 'Visa', number, name: 'Adaeze Okafor', exp_month: 12, exp_year: 2030, ccid: '123' },
});

export const aBankAccount = (account_number = '000123456789') => ({
  payment_type: 'paymentTypeAch',
  ach: {
    first_name: 'Adaeze',
    last_name: 'Okafor',
    address: '12 Elm Street',
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
    phone: '718-555-0133',
    email: 'adaeze@okafor.example',
    routing_number: '110000000',
    account_number,
    account_type: 'Checking',
  },
});

/** One press of Checkout, with its key where the client sends one. */
export async function checkOut(
  app: FastifyInstance,
  buyer: Person,
  payload: object,
  key?: string,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${buyer.tokens.access_token}`,
    ...(key && { 'idempotency-key': key }),
  };
  return send(app, { method: 'POST', url: '/order', payload, headers });
}
