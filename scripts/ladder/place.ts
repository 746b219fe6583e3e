/** The modules in their order; each may call only those before it. */
export const MODULES = [
  'accounts',
  'content',
  'students',
  'catalog',
  'seats',
  'pricing',
  'aid',
  'documents',
  'billing',
  'orders',
  'reports',
  'rehearsals',
  'careers',
  'privacy',
  'office',
];

/**
 * The rooms of a module in their order: a file imports its own room, those before it and the module's root.
 * Root files import no room, but for routes and jobs, which come after all rooms.
 */
export const ROOMS: Record<string, string[]> = {
  accounts: ['factors', 'sessions', 'passwords', 'enrolment', 'profile', 'emails', 'staff', 'families'],
  catalog: [
    'objects',
    'files',
    'checks',
    'changes',
    'texts',
    'periods',
    'routes',
    'planning',
    'season',
    'exchange',
  ],
  billing: [
    'payments',
    'processor',
    'ledger',
    'bookkeeping',
    'methods',
    'charges',
    'pay-now',
    'congestion-fees',
    'refunds',
    'disputes',
    'processor-books',
    'processor-events',
    'reconciliation',
    'second-person',
    'staff-edits',
    'amendments',
    'emails',
    'worklist',
  ],
  orders: [
    'reading',
    'contracts',
    'discounts',
    'checkout',
    'acceptance',
    'offers',
    'printed',
    'paper',
    'requests',
    'congestion-fees',
    'staff',
    'aid',
    'amendments',
    'second-person',
    'erasure',
    'emails',
  ],
  reports: ['season', 'statement', 'files'],
  rehearsals: ['play', 'report'],
  office: [
    'search',
    'effects',
    'clock',
    'lists',
    'views',
    'recent',
    'owed',
    'audit',
    'health',
    'people',
    'schools',
    'seasons',
    'lookup',
    'waiting',
    'orders',
    'set-up',
    'exports',
    'mails',
    'worklist',
    'today',
    'overview',
  ],
};

/** The rungs inside a module: a file imports its own rung and those below. */
export const RUNG = { pure: 1, queries: 2, service: 3, edge: 4 } as const;

export type Kind = keyof typeof RUNG;

/** Where a file lives and what its name allows it to touch. */
export type Place = {
  path: string;
  /** the folder under src: app, modules, kit, … */
  area: string;
  /** the folder under that: a module, an outside thing, a noun of the app */
  module: string;
  /** the folder in a module, empty for its root */
  room: string;
  kind: Kind;
};

const EDGES = /\.(routes|jobs)\.ts$/;

export function placeOf(path: string): Place {
  const [, area = '', ...below] = path.split('/').slice(0, -1);
  const [module = '', room = ''] = below;
  return { path, area, module, room, kind: kindOf(path) };
}

function kindOf(path: string): Kind {
  if (path.endsWith('.queries.ts')) return 'queries';
  if (path.endsWith('.service.ts')) return 'service';
  return EDGES.test(path) ? 'edge' : 'pure';
}
