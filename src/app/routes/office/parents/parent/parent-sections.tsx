import { m } from '#i18n/messages.js';
import type { LoginResponse, Parent } from '#modules/office/people/people.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { dollarText, studentName } from '#app/orders/order-texts.ts';
import { useAllowed } from '#app/auth/use-auth.ts';
import { ContractLink } from '#app/lists/row-links.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Fold } from '#app/ui/fold.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { describeBrowser } from '#app/security/describe-browser.ts';

const orderColumns: readonly Column<Order>[] = [
  {
    key: 'number',
    header: m.office_column_contract(),
    narrow: 'title',
    cell: (order) => (
      <>
        <ContractLink
          order_id={order.id}
          contract_number={order.order_detail.contract.contract_number}
          isRow
        />
        {!order.is_active && <b className="ml-2 text-red">{m.office_inactive()}</b>}
      </>
    ),
  },
  { key: 'student', header: m.office_column_student(), cell: studentName },
  {
    key: 'route',
    header: m.office_column_route(),
    cell: (order) => {
      const { program, route, period } = order.order_detail.contract.contract_detail;
      return `${program.text} · ${route.name} · ${period.text}`;
    },
  },
  {
    key: 'total',
    right: 'money',
    header: m.office_column_total(),
    numeric: true,
    cell: ({ _order_total: total }) => dollarText(total),
  },
  {
    key: 'due',
    right: 'money',
    header: m.office_column_due(),
    numeric: true,
    cell: ({ _order_due: due }) => (due > 0 ? dollarText(due) : m.office_none()),
  },
  {
    key: 'next',
    right: 'money',
    header: m.office_column_next(),
    numeric: true,
    cell: (order) => (order.next_payment_on ? <DateText date={order.next_payment_on} /> : m.office_none()),
  },
];

export function OrdersFold({ orders }: { orders: readonly Order[] }) {
  const columns = useAllowed(orderColumns);
  return (
    <Fold title={m.office_orders()}>
      {orders.length === 0 ? (
        <p className="text-ink-soft">{m.office_orders_none()}</p>
      ) : (
        <Table
          dense
          hideCaption
          caption={m.office_orders()}
          columns={columns}
          rows={orders}
          rowKey={(order) => order.id}
        />
      )}
    </Fold>
  );
}

export function AddressesFold({ addresses }: { addresses: Parent['addresses'] }) {
  return (
    <Fold title={m.office_addresses()}>
      {addresses.length === 0 && <p className="text-ink-soft">{m.office_addresses_none()}</p>}
      <ul className="grid grid-cols-1 gap-1">
        {addresses.map(({ id, address, apt, city, state, zip, is_active }) => (
          <li key={id}>
            <span>
              {m.office_address_line({ address: apt ? `${address} ${apt}` : address, city, state, zip })}
            </span>
            {!is_active && <span className="text-ink-soft">{` (${m.office_address_inactive()})`}</span>}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const ends: Record<string, () => string> = {
  logout: m.office_ended_logout,
  refresh_token_reused: m.office_ended_refresh_token_reused,
  password_reset: m.office_ended_password_reset,
  password_changed: m.office_ended_password_changed,
  ended_by_staff: m.office_ended_ended_by_staff,
  ended_by_owner: m.office_ended_ended_by_owner,
  factor_reset: m.office_ended_factor_reset,
  email_undone: m.office_ended_email_undone,
  role_changed: m.office_ended_role_changed,
  became_staff: m.office_ended_became_staff,
  account_disabled: m.office_ended_account_disabled,
  impersonation_stopped: m.office_ended_impersonation_stopped,
  impersonation_expired: m.office_ended_impersonation_expired,
  run_out: m.office_ended_run_out,
};

function Time({ at }: { at: string | null }) {
  const timeText = useCompanyTime();
  return <span className="figures whitespace-nowrap">{at ? timeText(at) : m.office_none()}</span>;
}

function stateText({ ended_at, ended_reason }: LoginResponse, timeText: (at: string) => string): string {
  if (!ended_at) return m.office_login_open();
  const why = (ends[ended_reason ?? ''] ?? m.office_ended_otherwise)();
  return m.office_login_ended({ why, at: timeText(ended_at) });
}

const loginColumns: readonly Column<LoginResponse>[] = [
  {
    key: 'began',
    header: m.office_column_began(),
    narrow: 'title',
    cell: (login) => <Time at={login.began_at} />,
  },
  { key: 'used', header: m.office_column_last_used(), cell: (login) => <Time at={login.last_used_at} /> },
  {
    key: 'where',
    header: m.office_column_where(),
    cell: (login) => (
      <>
        <span>{`${describeBrowser(login.user_agent)}, `}</span>
        <span className="figures">{login.ip ?? m.office_none()}</span>
        {login.impersonator && (
          <span className="block break-words text-amber">
            {m.office_login_by({ name: login.impersonator, reason: login.reason ?? '' })}
          </span>
        )}
      </>
    ),
  },
];

export function LoginsFold({ logins }: { logins: readonly LoginResponse[] }) {
  const timeText = useCompanyTime();
  const columns = [
    ...loginColumns,
    {
      key: 'state',
      header: m.office_column_state(),
      cell: (login: LoginResponse) => stateText(login, timeText),
    },
  ];
  return (
    <Fold title={m.office_logins()}>
      {logins.length === 0 ? (
        <p className="text-ink-soft">{m.office_logins_none()}</p>
      ) : (
        <Table
          dense
          hideCaption
          caption={m.office_logins()}
          columns={columns}
          rows={logins}
          rowKey={(login) => login.began_at + login.impersonator}
        />
      )}
    </Fold>
  );
}
