/** A point of a map, in units of 20 on a field of 32 by 18. */
export type Point = readonly [x: number, y: number];

export type MapStop = {
  at: Point;
  name: string;
  /** where the name stands */
  side?: 'below' | 'above' | 'right' | 'left';
};

export type MapLine = {
  name: string;
  /** the corners; the line turns at multiples of 45 degrees */
  path: readonly Point[];
  stops: readonly MapStop[];
  /** a later or lighter service is drawn dashed */
  isDashed?: boolean;
  /** where the line's own name stands */
  tag?: Point;
};

export type RouteMap = { file: string; title: string; description: string; colour: string; school: MapStop; lines: readonly MapLine[] };

const UNIT = 20;
const [WIDTH, HEIGHT] = [640, 360];
const CORNER = 18;
const INK = '#13213c';
const YELLOW = '#ffc21a';

const px = (units: number) => Number((units * UNIT).toFixed(1));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

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

const ANCHORS = { below: 'middle', above: 'middle', right: 'start', left: 'end' } as const;

function label({ at: [x, y], name, side = 'below' }: MapStop, gap: number, weight = 500): string {
  const [dx, dy] = { below: [0, gap + 13], above: [0, -gap], right: [gap, 6], left: [-gap, 6] }[side] as [number, number];
  return `<text x="${px(x) + dx}" y="${px(y) + dy}" text-anchor="${ANCHORS[side]}" font-weight="${weight}">${escaped(name)}</text>`;
}

function drawTrack(line: MapLine, colour: string): string {
  const dashes = line.isDashed ? ' stroke-dasharray="14 9" stroke-linecap="butt"' : ' stroke-linecap="round"';
  return `<path d="${track(line.path)}" fill="none" stroke="${colour}" stroke-width="8" stroke-linejoin="round"${dashes}/>`;
}

function drawStops(line: MapLine, colour: string): string[] {
  const stops = line.stops.map(({ at: [x, y] }) => `<circle cx="${px(x)}" cy="${px(y)}" r="7.5" fill="#fff" stroke="${INK}" stroke-width="3.5"/>`);
  const tag = line.tag ? [`<text x="${px(line.tag[0])}" y="${px(line.tag[1])}" fill="${colour}" font-weight="700">${escaped(line.name)}</text>`] : [];
  return [...stops, ...line.stops.map((stop) => label(stop, 15)), ...tag];
}

function drawSchool(school: MapStop, colour: string): string {
  const [x, y] = [px(school.at[0]), px(school.at[1])];
  return [
    `<rect x="${x - 15}" y="${y - 15}" width="30" height="30" rx="9" fill="${YELLOW}" stroke="${INK}" stroke-width="3.5"/>`,
    `<path d="M${x - 7} ${y + 6}v-9l7-5 7 5v9z" fill="${INK}"/>`,
    label(school, 24, 700).replace('<text', `<text fill="${colour}"`),
  ].join('\n');
}

/** A schematic map as an SVG of its own: it names itself and tells its stops to who cannot see it. */
export function drawMap(map: RouteMap): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(map.title)}</title>`,
    `<desc id="desc">${escaped(map.description)} ${escaped(map.lines.map(told(map)).join(' '))}</desc>`,
    `<g font-family="Overpass, 'Highway Gothic', system-ui, sans-serif" font-size="18" fill="${INK}">`,
    // Every track lies under every stop.
    ...map.lines.map((line) => drawTrack(line, map.colour)),
    ...map.lines.flatMap((line) => drawStops(line, map.colour)),
    drawSchool(map.school, map.colour),
    `</g>`,
    `</svg>`,
    ``,
  ].join('\n');
}

function told(map: RouteMap) {
  return (line: MapLine) => `${line.name}: ${[...line.stops.map(({ name }) => name), map.school.name].join(', ')}.`;
}
