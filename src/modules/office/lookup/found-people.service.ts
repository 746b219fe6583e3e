import { m } from '#i18n/messages.js';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { formatMoney, type Cents } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { joined } from '#kit/text/joined.ts';
import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import type { ListDeps } from '#platform/db/list-reading.ts';
import { ORDER_STATE_TEXTS } from '#modules/office/lists/list-texts.ts';
import { listOrderDetails, type OrderDetail } from '#modules/office/lists/order-list.queries.ts';
import { listStudentDetails } from '#modules/office/lists/student-list.queries.ts';
import { studentWords } from '#modules/office/lists/student-list.service.ts';
import { listDueOf, listParentDetails, type ParentDetail } from '#modules/office/people/people.queries.ts';
import { phoneOf } from '#modules/office/people/people.service.ts';
import { listWords } from '#modules/office/search/list-words.service.ts';
import { asIssued, isContractNumber, issuedForms } from '#modules/orders/contracts/contract-number.ts';
import { atOnce } from '#platform/db/at-once.ts';
import { inOrderOf } from '#platform/db/found-rows.ts';
import { phoneDigits, type SearchWord } from '#platform/vault/phone-marks.ts';
import { searched, type Found } from './found.ts';
import { HITS_OF_GROUP, type Hit } from './lookup.contract.ts';
import * as queries from './lookup.queries.ts';

export type Looking = ListDeps & { viewer: Viewer; catalog: SellingCatalog; typed: string };

/** Apart in the line below a title. */
export const DOT = ' · ';

export const FIRST_HITS = { sort: 'likeliest', after: undefined, limit: HITS_OF_GROUP };

export const TOTAL = ['total', 'is_total_capped'] as const;

const WHOLE_PHONE = 10;

/** The typed text is the address of e-mail or the whole phone of an account. */
function isAccountOf({ vault, typed }: Looking, { id, email, phone_home, phone_mobile }: ParentDetail) {
  if (email.toLowerCase() === typed.toLowerCase()) return true;
  const digits = /^[\d\s+().-]+$/.test(typed) ? phoneDigits(typed) : '';
  if (digits.length !== WHOLE_PHONE) return false;
  const phones = userPhones.open(vault, id, { phone_home, phone_mobile });
  return [phones.phone_home, phones.phone_mobile].some((phone) => phoneDigits(phone ?? '') === digits);
}

const familyPath = (id: number) => `/admin/users/parents/${id}`;

/** The families by their ids, in this order, with what tells one from another (OF2.3). */
export async function familyHits(looking: Looking, ids: readonly number[]): Promise<Hit[]> {
  const { db, clock, vault, viewer } = looking;
  if (ids.length === 0) return [];
  const [details, children, sums] = await atOnce([
    listParentDetails(db, ids),
    queries.listChildren(db, ids),
    hasRight(viewer, 'money') ? listDueOf(db, ids, clock.today()) : [],
  ]);
  const dueOf = new Map<number, Cents>(sums.map(({ user_id, due_cents }) => [user_id, due_cents]));
  return inOrderOf(ids, details).map((family) => {
    const names = children.filter(({ user_id }) => user_id === family.id).map((one) => one.first_name);
    const due = dueOf.get(family.id) ?? 0;
    return {
      id: family.id,
      path: familyPath(family.id),
      title: shownName(family),
      detail: joined(
        [
          names.join(', '),
          phoneOf(vault, family) ?? family.email,
          due > 0 ? m.lookup_owes({ amount: formatMoney(due as Cents) }) : null,
        ],
        DOT,
      ),
      is_exact: isAccountOf(looking, family),
    };
  });
}

/** A text of two letters finds names that begin so, and its list more: there is no way to all. */
const allOf = (path: string, typed: string, words: readonly SearchWord[]) =>
  queries.areShort(words) ? null : searched(path, 'search', typed);

export async function findFamilies(looking: Looking): Promise<Found> {
  const { db, vault, typed } = looking;
  const words = listWords(vault, typed);
  const { ids, ...total } = await queries.findFamilyIds(db, words);
  const path = allOf('/admin/users/parents', typed, words);
  return { ...total, path, hits: await familyHits(looking, ids) };
}

/** The students by their ids; no sealed text is opened. */
export async function studentHits({ db, catalog }: Looking, ids: readonly number[]): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const names = namesOf(catalog);
  return inOrderOf(ids, await listStudentDetails(db, ids, {})).map((student) => ({
    id: student.id,
    path: `/admin/students/${student.id}`,
    title: shownName(student),
    detail: joined(
      [
        names.grade(student.grade_id),
        student.route_id === null ? m.lookup_no_contract() : names.ofRoute(student.route_id).line,
        m.lookup_family({ name: shownName(student.parent) }),
      ],
      DOT,
    ),
    is_exact: false,
  }));
}

export async function findStudents(looking: Looking): Promise<Found> {
  const { db, vault, typed } = looking;
  const { words, home } = studentWords(vault, typed);
  const { ids, ...total } = await queries.findStudentIds(db, words, home);
  const path = allOf('/admin/students', typed, words);
  return { ...total, path, hits: await studentHits(looking, ids) };
}

/** The orders by their ids, in this order. */
export async function orderHits(
  { db, catalog }: Looking,
  ids: readonly number[],
  isExact: (order: OrderDetail) => boolean,
): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const names = namesOf(catalog);
  return inOrderOf(ids, await listOrderDetails(db, ids)).map((order) => {
    const { line, season } = names.ofRoute(order.route_id);
    return {
      id: order.id,
      path: `/admin/orders/${order.id}`,
      title: order.contract_number ?? m.contract_order_id({ id: order.id }),
      detail: [shownName(order.student), line, season, ORDER_STATE_TEXTS[order.status]()].join(DOT),
      is_exact: isExact(order),
    };
  });
}

/** `217`, `#217` and `order 217` */
const ORDER_NUMBER = /^(?:order\s+)?#?(\d{1,9})$/i;

const NOTHING = { ids: [], total: 0, is_total_capped: false };

/** The orders by a number; a family or a student leads to the others. */
export async function findOrders(looking: Looking): Promise<Found> {
  const { db, vault, catalog } = looking;
  // Typed with blanks, or behind `Contract #`, a number would be several words.
  const typed = isContractNumber(looking.typed) ? asIssued(looking.typed) : looking.typed;
  const numbers = issuedForms(
    typed,
    catalog.program_groups.map(({ path }) => path),
  );
  const number = Number(ORDER_NUMBER.exec(typed)?.[1] ?? 0);
  const isPart = /^(?=.*\d)[^#]{3,}$/.test(typed);
  const [{ ids, ...all }, hasNumber] = await atOnce([
    isPart ? queries.findOrderIds(db, listWords(vault, typed), numbers) : NOTHING,
    number > 0 && queries.isOrder(db, number),
  ]);
  const isExact = ({ id, contract_number }: OrderDetail) =>
    (hasNumber && id === number) || numbers.includes(contract_number ?? '');
  const shown = hasNumber ? [number, ...ids.filter((id) => id !== number)] : ids;
  const hits = await orderHits(looking, shown.slice(0, HITS_OF_GROUP), isExact);
  const total = Math.max(all.total, shown.length);
  return { ...all, total, path: searched('/admin/orders', 'search', typed), hits };
}
