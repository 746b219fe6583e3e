import type { FastifyInstance } from 'fastify';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { fileOf } from '#kit/list/list-view.ts';
import { readListChoices } from './list-choices.contract.ts';
import { listChoices } from './list-choices.service.ts';
import { orderList } from './order-list.ts';
import { listOrderRows } from './order-list.contract.ts';
import { listOrders } from './order-list.service.ts';
import { paymentList } from './payment-list.ts';
import { listPaymentRows } from './payment-list.contract.ts';
import { listPayments } from './payment-list.service.ts';
import { refundList } from './refund-list.ts';
import { listRefundRows } from './refund-list.contract.ts';
import { listRefunds } from './refund-list.service.ts';
import { studentList } from './student-list.ts';
import { listStudentRows } from './student-list.contract.ts';
import { listStudents } from './student-list.service.ts';

export function registerListRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  const deps = { db, clock, vault };
  handle(app, readListChoices, async () => [listChoices(await sellingCatalog(db, clock.now()))]);
  handleList(app, listOrderRows, (query) => listOrders(deps, query), fileOf(orderList));
  handleList(app, listStudentRows, (query) => listStudents(deps, query), fileOf(studentList));
  handleList(app, listPaymentRows, (query) => listPayments(deps, query), fileOf(paymentList));
  handleList(app, listRefundRows, (query) => listRefunds(deps, query), fileOf(refundList));
}
