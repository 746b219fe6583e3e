/**
 * `npm run check`: types, lint, ladder, dead code, format and fast tests side by side. Each prints
 * its output when it is done; the check fails when one of them does.
 */
import { spawn } from 'node:child_process';

type Check = { name: string; steps: readonly string[] };

const CHECKS: readonly Check[] = [
  { name: 'fast tests', steps: ['vitest run --project fast'] },
  { name: 'types', steps: ['react-router typegen', 'tsc --noEmit'] },
  {
    name: 'format, lint, ladder, unused',
    steps: ['npm run -s format:check', 'oxlint', 'node scripts/ladder.ts', 'knip'],
  },
];

type Ended = { name: string; isWell: boolean };

async function run({ name, steps }: Check): Promise<Ended> {
  const began = performance.now();
  const said: Buffer[] = [];
  let code: number | null = 0;
  for (const step of steps) {
    if (code !== 0) break;
    code = await runStep(step, said);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `\n== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n${Buffer.concat(said).toString()}`,
  );
  return { name, isWell: code === 0 };
}

function runStep(step: string, said: Buffer[]): Promise<number | null> {
  const child = spawn(step, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (text: Buffer) => said.push(text));
  child.stderr.on('data', (text: Buffer) => said.push(text));
  return new Promise((resolve) => child.on('close', resolve));
}

const ended = await Promise.all(CHECKS.map(run));
const failed = ended.filter(({ isWell }) => !isWell).map(({ name }) => name);
console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nAll checks passed.');
// Left to end by itself: what a pipe has not taken yet would be lost.
process.exitCode = failed.length > 0 ? 1 : 0;
