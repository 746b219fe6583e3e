import { buildWhenStale } from '../../../scripts/build.ts';

/** Builds pages and server before the tests: in a fresh clone the first of them would wait for the build. */
export default function setup(): void {
  buildWhenStale();
}
