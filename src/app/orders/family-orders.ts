import type { Order } from '#modules/orders/orders.contract.ts';
import type { Waiting } from '#modules/seats/seats.contract.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { isAidAwaited, isShownForAid } from './aid-texts.ts';
import { isToAccept } from './order-summary.ts';
import { troubleOf } from './order-texts.ts';

/** Only an order with a successful first transaction exists for the family (M4). */
function cameAbout({ transactions }: Order): boolean {
  const [first] = [...transactions].sort((a, b) => a.id - b.id);
  return first?.is_success ?? false;
}

/** The orders to show, newest first; filtered for any answer of the server (contracts.md §2). */
export const shownOrders = (orders: readonly Order[]): Order[] =>
  orders
    .filter((order) => cameAbout(order) || isShownForAid(order))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);

const detailOf = (order: Order) => order.order_detail.contract.contract_detail;

export type Child = {
  student: Student;
  /** of the newest school year, and older ones that wait for the family; newest first */
  orders: readonly Order[];
  /** seats of waiting lists that are offered now */
  offers: readonly Waiting[];
};

function ordersOf(student_id: number, shown: readonly Order[]): Order[] {
  const own = shown.filter(
    (order) => detailOf(order).student.id === student_id && (order.is_active || isAidAwaited(order)),
  );
  const newest = own[0] && detailOf(own[0]).period.id;
  return own.filter(
    (order) => detailOf(order).period.id === newest || isToAccept(order) || troubleOf(order) !== undefined,
  );
}

/** The children of a family, the one registered first before the others. */
export function childrenOf(family: {
  students: readonly Student[];
  orders: readonly Order[];
  waiting: readonly Waiting[];
}): Child[] {
  const shown = shownOrders(family.orders);
  return [...family.students]
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
    .map((student) => ({
      student,
      orders: ordersOf(student.id, shown),
      offers: family.waiting.filter(
        (place) => place.student_id === student.id && place.offered_until !== null,
      ),
    }));
}

/** The newest contract of a child, ended or not: the family's last choice of school and route (MP6). */
export const lastContractOf = (orders: readonly Order[], student_id: number): Order | undefined =>
  shownOrders(orders).find((order) => detailOf(order).student.id === student_id);

/** The child's current routes: a second contract on the same route is refused (O2). */
export const takenRoutes = (orders: readonly Order[], student_id: number): number[] =>
  orders
    .filter((order) => order.is_active)
    .map(detailOf)
    .filter(({ student }) => student.id === student_id)
    .map(({ route }) => route.id);

/**
 * The wizard with the child and the school of the child's last contract, or of the family's last contract.
 * @returns undefined without any contract: the family chooses a school first
 */
export function startPath(orders: readonly Order[], student_id: number): string | undefined {
  const last = lastContractOf(orders, student_id) ?? shownOrders(orders)[0];
  if (!last) return undefined;
  return `/contract?school=${encodeURIComponent(detailOf(last).program_group.path)}&student=${student_id}`;
}
