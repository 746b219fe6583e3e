type OfficeRead = { name: string; method: 'GET'; path: string; boundMs: number };

type Places = { season_id: number; user_id: number; order_id: number };

const LISTS = [
  'orders',
  'students',
  'payments',
  'refunds',
  'parents',
  'owed',
  'amendments',
  'waiting/routes',
  'awards',
  'offers',
  'audit',
  'mails',
];

/** The bounds of the office; a call that this portal does not have is named as such. */
export const officeReads = ({ season_id, user_id, order_id }: Places): OfficeRead[] => {
  const read = (name: string, path: string, boundMs: number): OfficeRead => ({
    name,
    method: 'GET',
    path,
    boundMs,
  });
  return [
    ...LISTS.map((list) => read(`list of ${list}`, `/admin/${list}`, 100)),
    read('list of orders, a name', '/admin/orders?search=lindq', 100),
    read('search', '/admin/search?q=lindq', 100),
    read('worklist', '/admin/worklist', 150),
    read('board', `/admin/seasons/${season_id}/board`, 100),
    read('checks', `/admin/seasons/${season_id}/checks`, 50),
    read('family', `/admin/parents/${user_id}`, 60),
    read('order', `/order/${order_id}`, 60),
    read('overview', '/admin/reports/overview', 300),
    read('season report', '/admin/reports/season', 1000),
    read('ledger month', '/admin/reports/ledger', 1000),
  ];
};

/** Add-ons for staff, so many over the routes: as many terms are more than a request may hold. */
export const newAddons = (route_ids: readonly number[], n: number): object[] =>
  Array.from({ length: n }, (_, at) => ({
    op: 'create',
    kind: 'addon',
    parent: route_ids[at % route_ids.length],
    key: `#${at + 1}`,
    fields: { name: `bench-${at}`, text: `Bench ${at}`, amount: 100, is_admin_only: true },
  }));

/** The contract in force with a change fee: the whole plan is computed, and a payment is added. */
export const changeOfContract = (basis: { in_force: { contract: object }; today: string }): object => ({
  contract: basis.in_force.contract,
  student: null,
  counts_from: basis.today,
  prices_of: 'signing',
  share: 'days',
  fee_cents: 5_000,
  fee_reason: 'agreed',
  more: { how: 'spread', pay_on: null },
  less: { first: 'lower', way: 'processor', reference: null },
  schedule: 'keep',
  agree_by: 'family',
});
