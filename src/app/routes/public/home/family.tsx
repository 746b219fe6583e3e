import { useId } from 'react';
import { m } from '#i18n/messages.js';
import { listPeriodPrograms } from '#modules/catalog/routes/routes.contract.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { listWaiting } from '#modules/seats/seats.contract.ts';
import { listStudents, type Student } from '#modules/students/students.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { childrenOf, startPath, type Child } from '#app/orders/family-orders.ts';
import { NextPayment } from '#app/orders/next-payment.tsx';
import { orderStateText } from '#app/orders/order-summary.ts';
import { routeText } from '#app/orders/order-texts.ts';
import { PaymentTrouble } from '#app/orders/payment-trouble.tsx';
import { ToAccept } from '#app/orders/to-accept.tsx';
import { WaitingListPlace } from '#app/orders/waiting-list-place.tsx';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { PageData } from '#app/shell/page-data.tsx';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { fullName } from '#kit/text/full-name.ts';

type OrderProps = { order: Order; student: Student };

/** A photo may be removed after the sale, and staff sell without one (O1). */
function PhotoMissing({ order, student }: OrderProps) {
  const { period, program, program_group: school } = order.order_detail.contract.contract_detail;
  const hasNone = student.images.length === 0;
  const params = { period_id: period.id, program_id: program.id };
  const [rules] = useItems(listPeriodPrograms, { params }, { enabled: hasNone }).data ?? [];
  if (!hasNone || !rules?.is_photo_required) return null;
  return (
    <Notice tone="warning" title={m.public_family_photo_title()}>
      <p>{m.public_family_photo_text({ school: school.text, student: student.first_name })}</p>
      <LinkButton
        look="secondary"
        size="small"
        className="mt-3"
        to={`/dashboard/students/edit/${student.id}`}
      >
        {m.public_family_photo_button()}
      </LinkButton>
    </Notice>
  );
}

function Ride({ order, student }: OrderProps) {
  const { program_group: school, program, period, route } = order.order_detail.contract.contract_detail;
  const routeId = useId();
  return (
    <div className="grid gap-3 border-t border-hair pt-3">
      <div>
        <p id={routeId} className="font-bold wrap-anywhere">
          {routeText(route)}
        </p>
        <SchoolTag path={school.path}>
          <span>{`${program.text} · ${period.text}`}</span>
        </SchoolTag>
      </div>
      <p>{orderStateText(order)}</p>
      <PaymentTrouble order={order} />
      <ToAccept order={order} />
      <PhotoMissing order={order} student={student} />
      <NextPayment order={order} />
      <p>
        <LinkButton
          look="quiet"
          className="-ml-5"
          to={`/dashboard/orders/${order.id}`}
          aria-describedby={routeId}
        >
          {m.contract_view_order()}
        </LinkButton>
      </p>
    </div>
  );
}

type CardProps = { child: Child; start: string | undefined };

function WithoutContract({ start, nameId }: { start: string | undefined; nameId: string }) {
  return (
    <div className="grid justify-items-start gap-3 border-t border-hair pt-3">
      <p className="text-ink-soft">{m.public_family_no_contract()}</p>
      <PaymentLink look="secondary" size="small" to={start ?? '/#schools'} aria-describedby={nameId}>
        {m.dashboard_start_contract()}
      </PaymentLink>
    </div>
  );
}

function ChildCard({ child: { student, orders, offers }, start }: CardProps) {
  const nameId = useId();
  return (
    <li className="grid content-start gap-3 rounded-md border border-hair bg-card p-4">
      <div className="flex items-center gap-3">
        <StudentPortrait student={student} size="small" />
        <h3 id={nameId} className="min-w-0 text-lg font-bold wrap-anywhere">
          {fullName(student)}
        </h3>
      </div>
      {offers.map((offer) => (
        <WaitingListPlace key={offer.route_id} waiting={offer} offerLink />
      ))}
      {orders.map((order) => (
        <Ride key={order.id} order={order} student={student} />
      ))}
      {orders.length === 0 && <WithoutContract start={start} nameId={nameId} />}
    </li>
  );
}

type ChildrenProps = { family: readonly Child[]; orders: readonly Order[] };

function Children({ family, orders }: ChildrenProps) {
  if (family.length === 0) return null;
  return (
    <section aria-labelledby="family" className="mx-auto max-w-page px-5 py-6 lg:px-8">
      <h2 id="family" className="mb-3 text-xl font-bold">
        {m.public_family_title()}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {family.map((child) => (
          <ChildCard key={child.student.id} child={child} start={startPath(orders, child.student.id)} />
        ))}
      </ul>
    </section>
  );
}

export const FamilyLoading = () => (
  <Skeleton label={m.shell_loading()} lines={5} className="mx-auto min-h-72 max-w-page px-5 py-6 lg:px-8" />
);

function FamilyCards() {
  const students = useItems(listStudents, { params: {} });
  const orders = useItems(listOrders, { params: {} });
  const waiting = useItems(listWaiting, {});
  const loading = { loading: m.shell_loading(), skeleton: <FamilyLoading /> };
  return (
    <Loaded query={students} {...loading}>
      {(known) => (
        <Loaded query={orders} {...loading}>
          {(bought) => (
            <Loaded query={waiting} {...loading}>
              {(places) => (
                <Children
                  family={childrenOf({ students: known, orders: bought, waiting: places })}
                  orders={bought}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** A card for each child: route, next payment, and what waits for the family (MP9). */
export const Family = () => (
  <PageData>
    <FamilyCards />
  </PageData>
);
