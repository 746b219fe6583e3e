import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './compile/made-from.ts';

const OFFICE_CODE = /\/src\/(app\/(routes\/office|lists)\/|kit\/text\/compare-texts)/;
/** Of dragging and of comparing texts, which no page of a family has. */
const OFFICE_LIBRARY =
  /\/node_modules\/(@atlaskit\/pragmatic-drag-and-drop|bind-event-listener|diff|raf-schd)\//;
const OFFICE_MESSAGE = /\/src\/i18n\/messages\/(office_\w+)\.js/;

/** The messages that each file of browsers uses, by its path below the project. */
export function usedMessages(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('src/{app,kit,modules}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.(test|queries|service|routes|jobs)\.tsx?$/.test(basename(path)),
  );
  return new Map(
    files.map((path) => {
      const used = readFileSync(join(ROOT, path), 'utf8').matchAll(/\bm\.(\w+)/g);
      return [path, [...used].map(([, name]) => name!)];
    }),
  );
}

/** Messages of the office that files of browsers outside the office use too. */
const findShared = (): ReadonlySet<string> =>
  new Set([...usedMessages()].flatMap(([path, used]) => (OFFICE_CODE.test(`/${path}`) ? [] : used)));

let shared: ReadonlySet<string> | undefined;

/** True for a module of the build that only pages of the office need (OF0.9). */
export function isOfOffice(id: string): boolean {
  if (OFFICE_CODE.test(id) || OFFICE_LIBRARY.test(id)) return true;
  const message = OFFICE_MESSAGE.exec(id)?.[1];
  if (message === undefined) return false;
  shared ??= findShared();
  return !shared.has(message);
}
