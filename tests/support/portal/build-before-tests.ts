import { buildWhenStale } from '../../../scripts/build.ts';

/** Builds pages and server, or the first test of a fresh clone would wait for the build. */
export default function setup(): void {
  buildWhenStale();
}
