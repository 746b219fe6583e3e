import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './compile/made-from.ts';

const OFFICE_CODE = /\/src\/app\/(routes\/office|lists)\//;
/** Of dragging, which no page of a family has. */
const OFFICE_LIBRARY = /\/node_modules\/(@atlaskit\/pragmatic-drag-and-drop|bind-event-listener|raf-schd)\//;
const OFFICE_MESSAGE = /\/src\/i18n\/messages\/(office_\w+)\.js/;

/** Messages of the office that files of browsers outside the office use too. */
function findShared(): ReadonlySet<string> {
  const files = globSync('src/{app,kit,modules}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) =>
      !OFFICE_CODE.test(`/${path}`) && !/\.(test|queries|service|routes|jobs)\.tsx?$/.test(basename(path)),
  );
  const texts = files.map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bm\.(office_\w+)/g)].map(([, name]) => name!)));
}

let shared: ReadonlySet<string> | undefined;

/** True for a module of the build that only pages of the office need (OF0.9). */
export function isOfOffice(id: string): boolean {
  if (OFFICE_CODE.test(id) || OFFICE_LIBRARY.test(id)) return true;
  const message = OFFICE_MESSAGE.exec(id)?.[1];
  if (message === undefined) return false;
  shared ??= findShared();
  return !shared.has(message);
}
