/** The modules in their order; each may call only those before it. */
export const MODULES = [
  'accounts',
  'content',
  'students',
  'seats',
  'catalogue',
  'pricing',
  'documents',
  'billing',
  'orders',
  'careers',
  'admin',
];

/** The rungs inside a module: a file imports its own rung and those below. */
export const RUNG = { pure: 1, queries: 2, service: 3, edge: 4 } as const;

export type Kind = keyof typeof RUNG;

/** Where a file lives and what its name allows it to touch. */
export type Place = {
  path: string;
  /** the folder under src */
  room: string;
  /** the folder in that room */
  corner: string;
  kind: Kind;
};

const EDGES = /\.(routes|jobs)\.ts$/;

export function placeOf(path: string): Place {
  const [, room = '', corner = ''] = path.split('/');
  return { path, room, corner, kind: kindOf(path) };
}

function kindOf(path: string): Kind {
  if (path.endsWith('.queries.ts')) return 'queries';
  if (path.endsWith('.service.ts')) return 'service';
  return EDGES.test(path) ? 'edge' : 'pure';
}
