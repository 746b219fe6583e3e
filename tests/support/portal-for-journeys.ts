import { startPortal } from './portal.ts';

/** Starts one portal for all journeys and tells them its address; PORTAL_URL names one that runs already. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.PORTAL_URL) return async () => undefined;
  const portal = await startPortal();
  process.env.PORTAL_URL = portal.address;
  return portal.stop;
}
