import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

type Ended = { failed: boolean; said: string };

/** Runs the command as a person does, whatever this run is told. */
function runContract(): Promise<Ended> {
  const ofThisRun = /^(VITEST|TEST)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));
  return new Promise((resolve) => {
    execFile('npm', ['run', '-s', 'contract:stripe'], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ failed: error !== null, said: out + err }),
    );
  });
}

let ended: Ended;
beforeAll(async () => void (ended = await runContract()), 600_000);

const counts = (pattern: RegExp): number[] => (pattern.exec(ended.said) ?? []).slice(1).map(Number);

/** @shows S24.10 */
describe('npm run contract:stripe (check 1)', () => {
  it('finds no operation or method left, and no request or answer that does not fit', () => {
    expect(ended.said.match(/^FAILED: .*/gm) ?? []).toEqual([]);
    expect(ended.said).not.toContain('NOT COVERED');
    expect(ended.failed ? ended.said : 'succeeded').toBe('succeeded');
  });

  it('has covered all operations but the two that are left out, and every method of the adapter', () => {
    const leftOut = ended.said.match(/ left out: /g);
    expect(leftOut).toHaveLength(2);
    expect(counts(/^(\d+) of (\d+) operations/m)).toEqual([35, 37]);
    const [called, ofAdapter] = counts(/^(\d+) of (\d+) methods of the adapter$/m);
    expect(called).toBe(ofAdapter);
    expect(called).toBeGreaterThanOrEqual(25);
  });

  it('has done so by thousands of requests over HTTP', () => {
    const [requests, misfits] = counts(/^(\d+) requests with their answers, (\d+) misfits$/m);
    expect(requests).toBeGreaterThan(5_000);
    expect(misfits).toBe(0);
  });
});
