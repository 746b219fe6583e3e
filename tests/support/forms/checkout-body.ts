import type { HttpClient } from '#tests/support/portal/http-client.ts';

/** The ids of a contract, without its student. */
export type ForSale = {
  program_id: number;
  route_id: number;
  grade_id: number | undefined;
  payment_term_id: number;
};

type Names = { group: string; program: string; route: string; term: string };

export const HM_LOWER_TWO_PAYMENTS: Names = {
  group: 'hm',
  program: 'hm-lower',
  route: 'Round trip',
  term: 'HML-RT-S2',
};

/** Finds what is sold by the names in the season file, over the API as the wizard does. */
export async function findForSale(
  { call }: HttpClient,
  { group, program, route, term }: Names,
): Promise<ForSale> {
  const read = async (path: string) => (await call({ method: 'GET', path })).items;
  const named = (items: any[], name: string) => items.find((item) => item.name === name);
  const [school] = await read(`/program_group_path/get/path/${group}`);
  const { id: program_id } = named(await read(`/program/read/all/${school.id}`), program);
  const [grade] = await read(`/program/grade/read/all/${program_id}`);
  const [periodProgram] = await read(`/period/program/read/all/${school.current_period_id}/${program_id}`);
  const sold = named(await read(`/route/read/all/${periodProgram.id}/1`), route);
  const payment_term_id = sold.payment_terms.find(({ identifier }: any) => identifier === term).id;
  return { program_id, route_id: sold.id, grade_id: grade?.id, payment_term_id };
}

/** The body of POST /order of a family that pays with a card, typed here or entered at the processor. */
export const checkoutWith = (forSale: ForSale, student_id: number, cc: object): object => ({
  contract: { ...forSale, student_id },
  payment: { payment_type: 'paymentTypeCreditCard', cc },
});

export const visaOf = (number: string): object => ({
  type: 'Visa',
  number,
  name: 'Adaeze Prepared',
  exp_month: 12,
  exp_year: 2030,
  ccid: '123',
});

/** The same with a card that it types. */
export const checkoutByCard = (forSale: ForSale, student_id: number, number: string): object =>
  checkoutWith(forSale, student_id, visaOf(number));
