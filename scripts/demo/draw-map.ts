import { drawText, type TextStyle, widthOf } from './text-outlines.ts';

/** A point of a map, in units of 10 pixels; the sheet is 36 wide and 50 high. */
export type Point = readonly [x: number, y: number];

export type MapStop = { at: Point; name: string; side?: 'right' | 'left' };

export type MapLine = {
  name: string;
  /** the corners; the line turns at multiples of 45 degrees */
  path: readonly Point[];
  /** its own ones in the order in which the bus meets them */
  stops: readonly MapStop[];
  /** a lighter service is drawn dashed */
  isDashed?: boolean;
  /** where the line's own name stands, when a map has several */
  tag?: { at: Point; anchor: 'start' | 'middle' | 'end' };
};

export type RouteMap = {
  file: string;
  /** the sheet's head: the school's short name, the route, and when it runs */
  school: string;
  title: string;
  service: string;
  color: string;
  /** a map runs to the school, or from it */
  runs: 'to school' | 'from school' | 'both ways';
  door: MapStop;
  lines: readonly MapLine[];
  /** the stops that all lines have in common, next to the school */
  shared?: readonly MapStop[];
};

const UNIT = 10;
const [WIDTH, HEIGHT] = [360, 500];
const [HEAD, FOOT] = [84, 452];
const CORNER = 16;
const GAP = 19;
const INK = '#13213c';
const SOFT = '#48546f';
const YELLOW = '#ffc21a';

const px = (units: number) => Number((units * UNIT).toFixed(1));
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The path with its corners rounded. */
function track(path: readonly Point[]): string {
  const points = path.map(([x, y]) => [px(x), px(y)] as const);
  const parts = points.map(([x, y], i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before) return `M${x} ${y}`;
    if (!after) return `L${x} ${y}`;
    const [ax, ay] = towards([x, y], before);
    const [bx, by] = towards([x, y], after);
    return `L${ax} ${ay}Q${x} ${y} ${bx} ${by}`;
  });
  return parts.join('');
}

function towards([x, y]: Point, [tx, ty]: Point): Point {
  const length = Math.hypot(tx - x, ty - y);
  const step = Math.min(CORNER, length / 2) / length;
  return [Number((x + (tx - x) * step).toFixed(1)), Number((y + (ty - y) * step).toFixed(1))];
}

function drawTrack(line: MapLine, color: string): string {
  const dashes = line.isDashed ? ' stroke-dasharray="11 7"' : ' stroke-linecap="round"';
  const stroke = `stroke="${color}" stroke-width="9" stroke-linejoin="round"${dashes}`;
  return `<path d="${track(line.path)}" fill="none" ${stroke}/>`;
}

function drawStop(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="8" fill="#fff" stroke="${INK}" stroke-width="4"/>`;
}

function drawDoor(x: number, y: number): string {
  const box = `x="${x - 14}" y="${y - 14}" width="28" height="28" rx="8"`;
  const symbol = `<path d="M${x - 7} ${y + 6}v-8l7-6 7 6v8z" fill="${INK}"/>`;
  return `<rect ${box} fill="${YELLOW}" stroke="${INK}" stroke-width="4"/>${symbol}`;
}

type Place = { left: number; right: number; y: number; text: string };

/** Where a stop's name stands; a name that leaves the sheet is a mistake in the map. */
function placeOf({ at: [x, y], name, side = 'right' }: MapStop, style: TextStyle, gap = GAP): Place {
  const width = widthOf(name, style);
  const left = side === 'right' ? px(x) + gap : px(x) - gap - width;
  if (left < 6 || left + width > WIDTH - 6) throw new Error(`${name} does not fit on the sheet`);
  return { left, right: left + width, y: px(y), text: name };
}

function refuseOverlap(places: readonly Place[]): void {
  for (const [i, a] of places.entries()) {
    const other = places
      .slice(i + 1)
      .find((b) => Math.abs(a.y - b.y) < 20 && a.left < b.right + 6 && b.left < a.right + 6);
    if (other) throw new Error(`${a.text} and ${other.text} stand on each other`);
  }
}

const plainStops = ({ lines, shared = [] }: RouteMap) => [...lines.flatMap((line) => line.stops), ...shared];

function drawNames(map: RouteMap): string[] {
  const plain: TextStyle = { fill: INK };
  const strong: TextStyle = { fill: map.color, weight: 'bold', size: 17 };
  const named = plainStops(map).map((stop) => ({ ...placeOf(stop, plain), style: plain }));
  const all = [...named, { ...placeOf(map.door, strong, GAP + 5), style: strong }];
  refuseOverlap(all);
  return all.map(({ left, y, text, style }) => drawText(text, [left, y + 5.5], style));
}

function drawTag({ name, tag }: MapLine, color: string): string[] {
  if (!tag) return [];
  return [
    drawText(name, [px(tag.at[0]), px(tag.at[1])], { fill: color, weight: 'bold', anchor: tag.anchor }),
  ];
}

function drawHead(map: RouteMap): string[] {
  const width = widthOf(map.school, { size: 17, weight: 'bold', fill: INK }) + 18;
  return [
    `<path d="M0 0h${WIDTH}v${HEAD - 12}H0z" fill="${map.color}"/>`,
    `<rect x="16" y="14" width="${width.toFixed(1)}" height="26" rx="5" fill="#fff"/>`,
    drawText(map.school, [25, 33], { size: 17, weight: 'bold', fill: map.color }),
    drawText(map.title, [16 + width + 12, 33.5], { size: 19, weight: 'bold', fill: '#fff' }),
    drawText(map.service, [16, 61], { size: 14.5, fill: '#fff' }),
  ];
}

const DIRECTIONS = {
  'to school': 'To school',
  'from school': 'From school',
  'both ways': 'To school and back',
} as const;

function drawLegend(map: RouteMap): string[] {
  const y = FOOT + 24;
  const small: TextStyle = { fill: SOFT, size: 14 };
  const isDashed = map.lines.some((line) => line.isDashed);
  const dash = isDashed ? ' stroke-dasharray="8 5"' : ' stroke-linecap="round"';
  return [
    `<path d="M16 ${FOOT}h${WIDTH - 32}" stroke="#dad6ca" stroke-width="1.5"/>`,
    `<g transform="translate(26 ${y}) scale(.8)">${drawStop(0, 0)}</g>`,
    drawText('Stop', [40, y + 5], small),
    `<g transform="translate(92 ${y}) scale(.75)">${drawDoor(0, 0)}</g>`,
    drawText('School', [109, y + 5], small),
    `<path d="M172 ${y}h${isDashed ? 34 : 30}" stroke="${map.color}" stroke-width="7" fill="none"${dash}/>`,
    drawText(DIRECTIONS[map.runs], [214, y + 5], small),
  ];
}

function stopsOf(map: RouteMap, line: MapLine): string[] {
  const shared = map.shared ?? [];
  const stops =
    map.runs === 'from school' ? [map.door, ...shared, ...line.stops] : [...line.stops, ...shared, map.door];
  return stops.map(({ name }) => name);
}

/**
 * A route's sheet as an SVG of its own, tall and narrow so that it reads on a phone as on a wall. It names
 * itself, tells its stops to who cannot see it, and carries them in `data-` attributes for the page that
 * shows it.
 * @throws Error when a name leaves the sheet or covers another
 */
export function drawMap(map: RouteMap): string {
  const told = map.lines.map((line) => `${line.name}: ${stopsOf(map, line).join(', ')}.`).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
      `width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(`${map.door.name}, ${map.title}`)}</title>`,
    `<desc id="desc">${escaped(`${map.service}. ${DIRECTIONS[map.runs]}. ${told}`)}</desc>`,
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="#fff"/>`,
    ...drawHead(map),
    // Every track lies under every stop.
    ...map.lines.map(
      (line) =>
        `<g data-line-name="${escaped(line.name)}" ` +
        `data-stops="${escaped(stopsOf(map, line).join('|'))}">${drawTrack(line, map.color)}</g>`,
    ),
    ...plainStops(map).map(({ at: [x, y] }) => drawStop(px(x), px(y))),
    ...map.lines.flatMap((line) => drawTag(line, map.color)),
    drawDoor(px(map.door.at[0]), px(map.door.at[1])),
    ...drawNames(map),
    ...drawLegend(map),
    `</svg>`,
    ``,
  ].join('\n');
}
