/**
 * `npm run audit`: compares package-lock.json with the list of advisories of the registry that npm uses. Exit
 * codes: 0 no advisory; 1 an advisory; 2 no list could be read, so nothing was compared.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './compile/made-from.ts';
import { advisoriesIn, type Advisory } from './packages/advisories.ts';

const FOUND = 1;
const NOT_READ = 2;

const lineOf = ({ severity, name, range, title, url, isInstalledInProduction }: Advisory): string =>
  [severity, `${name} ${range}`, isInstalledInProduction ? 'production' : 'development', title, url].join(
    '\t',
  );

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const advisories = error ? { k: 'unread' as const, why: error.message } : advisoriesIn(stdout);

if (advisories.k === 'unread') {
  process.stderr.write(`No list of advisories could be read, so nothing was compared: ${advisories.why}\n`);
  process.exitCode = NOT_READ;
} else {
  for (const one of advisories.found) process.stdout.write(`${lineOf(one)}\n`);
  process.stdout.write(`${advisories.found.length} advisories about packages of package-lock.json\n`);
  process.exitCode = advisories.found.length > 0 ? FOUND : 0;
}
